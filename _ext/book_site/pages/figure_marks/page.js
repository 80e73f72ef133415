/* Figures answer: a mark that is touched says what it is, and a training that is held is lit in
   every figure of the page that shows it. */
import { Figure } from "./figure.js";
import { heldTraining, whenHeld } from "./held.js";

const HINT = "mh-figure-keys";
const KEYS_IN_WORDS =
  "Arrow keys read its marks, Home and End go to the ends, N to the next line or picture, " +
  "A shows every training, Enter holds one, Escape lets go.";
const BEHIND_LINES = /"kind":"lines","each":"([^"]*)".*"values":\[\[/;

function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** What stands below a figure: its words, and a button for every training. */
function readoutBar(box) {
  const words = element("span", { class: "mh-read", "aria-hidden": true });
  const bar = element("div", { class: "mh-readout" }, words);
  const each = BEHIND_LINES.exec(box.dataset.drawn)?.[1];
  const options = { type: "button", tabindex: -1, "aria-pressed": false };
  const button = each && element("button", options, `every ${each}`);
  if (button) bar.append(button);
  box.after(bar);
  return {
    button,
    say(text) {
      words.textContent = text;
    },
    press: (down) => button?.setAttribute("aria-pressed", down),
    /** If the foot of a figure is off the screen, it speaks at the foot of the window. */
    stand() {
      bar.classList.toggle("mh-at-foot", box.getBoundingClientRect().bottom > innerHeight);
    },
  };
}

function connectPointer(box, figure) {
  let [type, again, frame] = ["mouse", false, 0];
  const at = ({ target, clientX, clientY }) => {
    const svg = target.closest("svg");
    if (svg) again = figure.lightAt(svg, { clientX, clientY });
  };
  box.addEventListener("pointerenter", () => {
    figure.prepare();
    figure.bar.stand();
  });
  box.addEventListener("pointermove", (event) => {
    type = event.pointerType;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => at(event));
  });
  box.addEventListener("pointerdown", (event) => {
    type = event.pointerType;
    cancelAnimationFrame(frame);
    at(event);
    if (type !== "mouse") figure.announce(figure.text());
  });
  box.addEventListener("pointerleave", () => {
    cancelAnimationFrame(frame);
    if (type === "mouse") figure.light(null);
  });
  box.addEventListener("click", ({ target }) => {
    if (target.closest("svg") && (type === "mouse" || again)) figure.choose();
  });
}

function connectKeys(box, figure) {
  const target = box.role === "img" ? box : box.querySelector("[role=img]");
  target.tabIndex = 0;
  target.setAttribute("aria-describedby", HINT);
  target.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    figure.bar.stand();
    if (!figure.press(key.length === 1 ? key.toLowerCase() : key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  target.addEventListener("blur", () => figure.light(null));
}

/** A name in the text lights what has this name in the figure of its section, and is lit by it. */
function connectNames(box, figure) {
  const names = [...(box.closest("section")?.querySelectorAll(".mh-names") ?? [])].filter((name) =>
    box.dataset.drawn.includes(`"${name.dataset.names}"`),
  );
  const isPressed = (name) => name.getAttribute("aria-pressed") === "true";
  for (const name of names) {
    for (const [attribute, value] of Object.entries({
      role: "button",
      tabindex: 0,
      "aria-pressed": false,
    }))
      name.setAttribute(attribute, value);
    const light = (on) => figure.lightNamed(on || isPressed(name) ? name.dataset.names : "");
    const press = () => {
      const down = !isPressed(name);
      for (const other of names) other.setAttribute("aria-pressed", down && other === name);
      light(down);
    };
    name.addEventListener("pointerenter", () => light(true));
    name.addEventListener("pointerleave", () => light(false));
    name.addEventListener("click", press);
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
  }
  figure.whenLit = (lit) => {
    for (const name of names) name.classList.toggle("mh-lit", lit.includes(name.dataset.names));
  };
}

const boxes = [...document.querySelectorAll(".mh-figure[data-drawn]")];
if (boxes.length) {
  const status = element("div", { class: "mh-figure-status", role: "status" });
  document.body.append(status, element("p", { id: HINT, hidden: "" }, KEYS_IN_WORDS));
  const announce = (text) => {
    status.textContent = text;
  };
  const figures = boxes.map((box, i) => {
    const figure = new Figure(box, `figure${i + 1}`, readoutBar(box), announce);
    figure.bar.button?.addEventListener("click", () => figure.showEvery());
    connectPointer(box, figure);
    connectKeys(box, figure);
    connectNames(box, figure);
    return figure;
  });
  whenHeld(() => {
    if (heldTraining()) for (const figure of figures) figure.prepare();
  });
}
