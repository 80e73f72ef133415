import { h } from "../base/elements.js";
import { whenChanged } from "../base/when_changed.js";
import { STEPS } from "./steps.js";
import { withSubscripts } from "./subscripts.js";

export function titlePiece() {
  return text("mh-title", ({ step, name }) => `${step}. ${STEPS[name].title}`);
}

export function sentencePiece() {
  return text("mh-sentence", ({ name }) => STEPS[name].sentence);
}

function text(className, wordsOf) {
  const element = h("p", { class: className });
  const update = whenChanged(
    (state) => [wordsOf(state)],
    (state) => element.replaceChildren(...withSubscripts(wordsOf(state))),
  );
  return { element, update };
}
