// The entries of a matrix: text, to type over, or to point at. `update(x, original)` shows a
// number, and what the chapter has there; it returns the text.
import { button, h, press, setText } from "../base/elements.js";
import { place } from "./matrices.js";
import { alike, readNumber, refusal, show } from "./numbers.js";

const UP_AND_DOWN = { ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const ALL_WAYS = { ...UP_AND_DOWN, ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Entries among which the arrow keys in `ways` move; `make(i, j, onarrow)` gives one. */
function grid(m, ways, make) {
  const move = (event, i, j) => {
    const [down, right] = ways[event.key] ?? [];
    const next = rows[i + down]?.[j + right];
    if (!next) return;
    event.preventDefault();
    next.element.focus();
  };
  const rows = m.values.map((row, i) =>
    row.map((_, j) => make(i, j, (event) => move(event, i, j))),
  );
  return rows;
}

export function textEntries(m) {
  return m.values.map((row) => row.map(textEntry));
}

function textEntry() {
  const element = h("span");
  const update = (x) => {
    setText(element, show(x));
    return element.textContent;
  };
  return { element, update };
}

/** To type over. `report()` hears when a text is refused, and when it goes. */
export function typedEntries(m, actions) {
  return grid(m, UP_AND_DOWN, (i, j, onarrow) => typedEntry(m, i, j, { ...actions, onarrow }));
}

/** A refused text stays, marked invalid, until a number is typed or Escape. */
function typedEntry(m, i, j, { edit, report, visit, onarrow }) {
  let number;
  let problem = "";
  const mark = (text) => {
    problem = text;
    element.setAttribute("aria-invalid", Boolean(problem));
    if (problem) element.setAttribute("aria-description", problem);
    else element.removeAttribute("aria-description");
    report();
  };
  const restore = () => {
    element.value = String(number);
    if (problem) mark("");
  };
  const read = () => {
    const x = readNumber(element.value);
    if (x === undefined)
      return mark(`${refusal(element.value)}; ${place(m, i, j)} stays ${show(number)}.`);
    if (problem) mark("");
    number = x;
    edit(m, i, j, x);
  };
  const element = numberInput(place(m, i, j), {
    oninput: read,
    onchange: () => problem || restore(),
    onfocus: () => {
      element.select();
      visit({ m, i, j, element });
    },
    onkeydown: (event) => (event.key === "Escape" ? restore() : onarrow(event)),
  });
  const update = (x, original) => {
    const isBeingTyped = number === x && (problem || element.matches(":focus"));
    number = x;
    if (!isBeingTyped) restore();
    element.title = alike(x, original) ? "" : `${show(original)} in the chapter`;
    return element.value;
  };
  return { element, update };
}

function numberInput(name, listeners) {
  return h("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-label": name,
    "data-lm-suppress-shortcuts": "",
    ...listeners,
  });
}

/** One stop of the Tab key. `point([i, j])` hears where the mouse is, or null. */
export function pointedEntries(m, actions) {
  return grid(m, ALL_WAYS, (i, j, onkeydown) => pointedEntry(m, i, j, { ...actions, onkeydown }));
}

function pointedEntry(m, i, j, { choose, point, onkeydown }) {
  const text = h("span");
  const element = button(text, () => choose(i, j), {
    class: "mh-entry",
    onfocus: () => choose(i, j),
    onpointerenter: (event) => event.pointerType !== "touch" && point([i, j]),
    onpointerleave: () => point(null),
    onkeydown,
  });
  const update = (x, original) => {
    const note = alike(x, original) ? "" : `, ${show(original)} in the chapter`;
    setText(text, show(x));
    element.setAttribute("aria-label", `${show(x)}: ${place(m, i, j)}${note}`);
    return text.textContent;
  };
  const pressEntry = (on) => {
    press(element, on);
    element.tabIndex = on ? 0 : -1;
  };
  return { element, update, press: pressEntry };
}
