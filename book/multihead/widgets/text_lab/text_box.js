// The text as the reader types it, lines to try, and what is wrong.
import { button, h, press, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { readLine, tokenBefore } from "./read_line.js";

const TYPE = "Type Python, a line or a few";

export function textBox(model, data) {
  const problem = h("p", { class: "mh-problem", "aria-live": "polite" });
  let shown; // the text that the model reads
  const complain = (text) => {
    setText(problem, text && `${text}. Below, the line stays as it was.`);
    input.setAttribute("aria-invalid", Boolean(text));
  };
  const take = (text, caret) => {
    const { problem: wrong, tokens } = readLine(text, data);
    complain(wrong ?? "");
    if (wrong || text === shown) return;
    shown = text;
    put(model, { text, query: tokenBefore(caret, tokens, data.tokens) });
  };
  const restore = () => {
    input.value = shown;
    complain("");
  };
  const input = codeInput({
    oninput: () => take(input.value, input.selectionStart),
    onkeydown: ({ key }) => key === "Escape" && restore(),
  });
  const choose = (text) => {
    take(text, text.length);
    input.value = text;
  };
  const examples = data.examples.map(([name, text]) => ({
    text,
    node: button(name, () => choose(text)),
  }));
  const update = ({ text }) => {
    if (text !== shown) {
      shown = text;
      restore();
    }
    for (const example of examples) press(example.node, example.text === text);
  };
  const nodes = examples.map(({ node }) => node);
  const tries = h(
    "div",
    { class: "mh-group mh-tries", role: "group", "aria-label": "Try" },
    ...nodes,
  );
  const label = h("label", { class: "mh-typed" }, h("span", {}, TYPE), input);
  return { element: h("div", {}, label, problem, tries), update };
}

function codeInput(listeners) {
  return h("textarea", {
    rows: 4,
    "aria-label": TYPE,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "data-lm-suppress-shortcuts": "",
    ...listeners,
  });
}
