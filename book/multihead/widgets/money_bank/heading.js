import { h } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { STEPS } from "./steps.js";
import { withSubscripts } from "./subscripts.js";

/** The step's title and what it does, in one line where there is room. */
export function heading() {
  const title = text("mh-title", ({ step, name }) => `${step}. ${STEPS[name].title}`);
  const sentence = text("mh-sentence", ({ name }) => STEPS[name].sentence);
  const element = h("div", { class: "mh-heading" }, title.element, sentence.element);
  const update = (state) => {
    for (const piece of [title, sentence]) piece.update(state);
  };
  return { element, update };
}

function text(className, wordsOf) {
  const element = h("p", { class: className });
  const update = whenChanged(
    (state) => [wordsOf(state)],
    (state) => element.replaceChildren(...withSubscripts(wordsOf(state))),
  );
  return { element, update };
}
