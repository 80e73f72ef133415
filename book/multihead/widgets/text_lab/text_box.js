// The text as the reader types it, lines to try, and what is wrong.
import { button, h, press, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { readLine, tokenBefore } from "./read_line.js";

const TYPE = "Type Python, a line or a few";

export function textBox(model, data) {
  const problem = h("p", { class: "mh-problem", "aria-live": "polite" });
  let currentText; // the text that the model reads
  const showProblem = (text) => {
    setText(problem, text && `${text}. Below, the line stays as it was.`);
    input.setAttribute("aria-invalid", Boolean(text));
  };
  const readText = (text, caret) => {
    const { problem: message, tokens } = readLine(text, data);
    showProblem(message ?? "");
    if (message || text === currentText) return;
    currentText = text;
    put(model, { text, query: tokenBefore(caret, tokens, data.tokens) });
  };
  const restore = () => {
    input.value = currentText;
    showProblem("");
  };
  const input = codeInput({
    oninput: () => readText(input.value, input.selectionStart),
    onkeydown: ({ key }) => key === "Escape" && restore(),
  });
  const choose = (text) => {
    readText(text, text.length);
    input.value = text;
  };
  const examples = data.examples.map(([name, text]) => ({
    text,
    node: button(name, () => choose(text)),
  }));
  const update = ({ text }) => {
    if (text !== currentText) {
      currentText = text;
      restore();
    }
    for (const example of examples) press(example.node, example.text === text);
  };
  const nodes = examples.map(({ node }) => node);
  const exampleButtons = h(
    "div",
    { class: "mh-group mh-examples", role: "group", "aria-label": "Try" },
    ...nodes,
  );
  const label = h("label", { class: "mh-code-input" }, h("span", {}, TYPE), input);
  return { element: h("div", { class: "mh-typed" }, label, problem), exampleButtons, update };
}

function codeInput(listeners) {
  return h("textarea", {
    rows: 3,
    "aria-label": TYPE,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "data-lm-suppress-shortcuts": "",
    ...listeners,
  });
}
