// The two sentences as the reader types them, pairs to try, and what is wrong.

import { isSame } from "../base/address.js";
import { button, h, press, setText } from "../base/elements.js";
import { visible } from "../base/format.js";
import { put } from "../base/model.js";
import { plainMarks, problemOf } from "./read_text.js";

/** `start` is the button that brings the model, beside the pairs to try. */
export function sentenceBoxes(model, data, start) {
  const boxes = {
    first: sentenceBox(model, data, "first", "First sentence"),
    second: sentenceBox(model, data, "second", "Second sentence"),
  };
  const pairs = data.pairs.map(([name, first, second, query]) => ({
    sentences: [first, second],
    node: button(visible(name, 30), () => put(model, { first, second, query })),
  }));
  const same = button("Make both the first", () => put(model, { second: model.get("first") }));
  const tries = { class: "mh-group", role: "group", "aria-label": "Sentences" };
  const name = h("span", { class: "mh-name" }, "Sentences");
  const element = h(
    "div",
    { class: "mh-boxes" },
    h(
      "div",
      { class: "mh-row mh-tries" },
      h("div", tries, name, ...pairs.map(({ node }) => node), same),
      start,
    ),
    boxes.first.element,
    boxes.second.element,
  );
  const update = (state) => {
    for (const [name, box] of Object.entries(boxes)) box.update(state[name]);
    for (const { sentences, node } of pairs)
      press(node, isSame(sentences, [state.first, state.second]));
  };
  return { element, update };
}

function sentenceBox(model, data, name, label) {
  const problem = h("p", { class: "mh-problem", "aria-live": "polite" });
  let current; // the sentence that is read
  const say = (text) => {
    setText(problem, text && `${text}. Below, it stays as it was.`);
    input.setAttribute("aria-invalid", Boolean(text));
  };
  const restore = () => {
    input.value = current;
    say("");
  };
  const input = h("textarea", {
    rows: 2,
    "aria-label": label,
    autocomplete: "off",
    autocapitalize: "sentences",
    spellcheck: "false",
    "data-lm-suppress-shortcuts": "",
    oninput: () => {
      const text = plainMarks(input.value);
      const message = problemOf(text, data);
      say(message);
      if (message || text === current) return;
      current = text;
      put(model, { [name]: text });
    },
    onkeydown: ({ key }) => key === "Escape" && restore(),
  });
  const update = (text) => {
    if (text === current) return;
    current = text;
    restore();
  };
  return { element: h("label", {}, h("span", {}, label), input, problem), update };
}
