// Figures answer: a mark that is touched says what it is, and a training that is held is lit in
// every figure of the page that shows it.
import { Figure } from "./figure.js";
import { heldTraining, whenHeld } from "./held.js";

const HINT = "mh-figure-keys";
const KEYS_IN_WORDS =
  "Arrow keys read, Home and End go to the ends, N to the next line or picture, " +
  "A shows every training run, Enter holds one, Escape lets go.";
const BEHIND_LINES = /"kind":"lines","each":"([^"]*)".*"values":\[\[/;

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function element(tag, attributes, ...children) {
  const node = set(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

/** What a figure says as long as nothing is lit in it. */
function hint(data) {
  if (data.includes('"links"')) return "Point to read; click to go to its row.";
  if (!/"values"|"run"/.test(data)) return "Point to read.";
  return `Point to read; click to hold a ${/"each":"([^"]*)/.exec(data)?.[1] ?? "row"}.`;
}

/** What stands below a figure: its words, and a button for every training. */
function readoutBar(box) {
  const words = element("span", { class: "mh-read", "aria-hidden": true });
  const bar = element("div", { class: "mh-figure-readout" }, words);
  const each = BEHIND_LINES.exec(box.dataset.drawn)?.[1];
  const options = { type: "button", tabindex: -1, "aria-pressed": false };
  const button = each && element("button", options, `every ${each}`);
  if (button) bar.append(button);
  box.after(bar);
  const say = (text) => {
    words.textContent = text || hint(box.dataset.drawn);
    words.classList.toggle("mh-hint", !text);
  };
  say();
  return {
    button,
    say,
    press: (down) => button?.setAttribute("aria-pressed", down),
    /** If the foot of a figure is off the screen, it speaks at the foot of the window. */
    stand(lit) {
      const { bottom, left } = box.getBoundingClientRect();
      bar.classList.toggle("mh-at-foot", Boolean(lit && bottom > innerHeight));
      bar.style.setProperty("--left", `${left}px`);
    },
  };
}

function connectPointer(box, figure, announce) {
  let again = false;
  const lightAt = (event) => {
    const svg = event.target.closest("svg");
    return svg && figure.lightAt(svg, event);
  };
  const on = (type, listener) => box.addEventListener(type, listener);
  on("pointerenter", () => figure.prepare());
  on("pointermove", lightAt); // browsers send one a frame
  on("pointerdown", (event) => {
    again = lightAt(event) || event.pointerType === "mouse";
  });
  on("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") figure.light(null);
  });
  on("pointercancel", () => figure.light(null)); // the page scrolls
  on("click", ({ target }) => {
    if (target.closest("svg")) announce(again ? figure.choose() : figure.text());
  });
}

/** One stop for the keyboard, whose arrow keys come here and not to a screen reader. */
function connectKeys(box, figure, announce) {
  const target = box.matches("[role=img]") ? box : box.querySelector("[role=img]");
  for (const child of target.children) child.setAttribute("aria-hidden", true);
  set(target, { role: "application", tabindex: 0, "aria-describedby": HINT });
  target.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || (repeat && key === "Enter")) return;
    const text = figure.press(key.length === 1 ? key.toLowerCase() : key);
    if (!text) return;
    announce(text);
    event.preventDefault();
    event.stopPropagation();
  });
  target.addEventListener("focus", () => {
    if (target.matches(":focus-visible")) figure.bar.say(KEYS_IN_WORDS);
  });
  target.addEventListener("blur", () => {
    figure.light(null);
    figure.say();
  });
}

/** A name in the text lights what has this name in the figures of its section. */
function connectNames(section, figures) {
  const names = [...section.querySelectorAll(".mh-names")];
  const own = names.filter((name) => name.closest("section") === section);
  let pressed = null;
  const light = (name) => {
    for (const figure of figures) figure.lightNamed(name?.dataset.names);
  };
  const press = (name) => {
    pressed = pressed === name ? null : name;
    for (const other of own) other.setAttribute("aria-pressed", other === pressed);
    light(pressed);
  };
  for (const name of own) {
    set(name, { role: "button", tabindex: 0, "aria-pressed": false });
    name.addEventListener("pointerenter", () => light(name));
    name.addEventListener("pointerleave", () => light(pressed));
    name.addEventListener("click", () => press(name));
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(name);
    });
  }
  for (const figure of figures)
    figure.whenLit = (lit) => {
      for (const name of own) name.classList.toggle("mh-lit", name.dataset.names === lit);
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
    const figure = new Figure(box, `figure${i + 1}`, readoutBar(box));
    box.dataset.preventSwipe = ""; // a finger that goes along a figure turns no slide
    figure.bar.button?.addEventListener("click", () => announce(figure.showEvery()));
    connectPointer(box, figure, announce);
    connectKeys(box, figure, announce);
    return figure;
  });
  const sectionOf = ({ box }) => box.closest("section");
  for (const section of new Set(figures.map(sectionOf)))
    if (section)
      connectNames(
        section,
        figures.filter((one) => sectionOf(one) === section),
      );
  addEventListener("scroll", () => {
    for (const figure of figures) if (figure.lit) figure.bar.stand(true);
  });
  whenHeld(() => {
    if (heldTraining()) for (const figure of figures) figure.prepare();
  });
}
