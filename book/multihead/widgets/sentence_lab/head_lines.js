// One line for each head: the sentence, shaded by what the head does at each word.

import { button, h, press, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { measureBar } from "../base/measure_bar.js";
import { shadedWords } from "../base/shaded_words.js";
import { toggleHead } from "../base/toggle_head.js";
import { fullName, headText } from "./status.js";

export function headLines(model, data) {
  const lines = Array.from({ length: data.sizes.head }, (_, head) => headLine(model, data, head));
  const title = h("span"),
    note = h("p", { class: "mh-note" });
  const element = h(
    "div",
    { class: "mh-lines" },
    h("div", { class: "mh-line mh-titles" }, h("span"), title, h("span", {}, "adds")),
    ...lines.map((line) => line.element),
  );
  const update = (viewState) => {
    const { from, shading, outputs, baseline = outputs, names } = viewState;
    setText(title, TITLES[shading](from));
    setText(note, noteOn(shading, names.length > viewState.tokens.length));
    const top = Math.max(...[...outputs.heads, ...baseline.heads].map(({ length }) => length));
    lines.forEach((line, head) => {
      line.update(viewState, outputs.heads[head], top);
    });
  };
  return { element, note, update };
}

const TITLES = {
  looks: (from) => `where it attends from “${from}”`,
  writes: (from) => `which words its output at “${from}” comes from`,
};

function noteOn(shading, blanks) {
  const what =
    shading === "looks"
      ? "Shading: the attention weights of the row, which sum to 100 %."
      : "Shading: the attention weight times the norm of the value vector after W_O, in % of the " +
        "sum over the row.";
  const end = blanks ? " “end” is all blanks after the sentence, which have attention too." : "";
  return `${what}${end} “adds” is the norm of what the head writes, after W_O.`;
}

function headLine(model, data, head) {
  const name = fullName(head, data.sizes);
  const toggle = button(headChip(head, name), () => toggleHead(model, head), {
    class: "mh-button mh-head",
  });
  const words = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const bar = measureBar();
  const update = ({ names, at, heads, shading, theme }, outputs, top) => {
    const on = heads.includes(head);
    press(toggle, on);
    words.setAttribute("aria-label", headText(name, outputs, shading, names));
    words.replaceChildren(...shadedWords(names, outputs[shading], at, theme));
    bar.update(0, on ? (100 * outputs.length) / top : 0, on ? fmt(outputs.length, 1) : "off");
  };
  const adds = h("div", { class: "mh-measure mh-adds" }, ...bar.parts);
  return { element: h("div", { class: "mh-line" }, toggle, words, adds), update };
}
