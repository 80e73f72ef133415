// Notes at the foot.
import { h, setText } from "../base/elements.js";
import { overflowing } from "./matrices.js";
import { LARGEST } from "./numbers.js";

export function overflowNote() {
  return note("mh-overflow-note", ({ all }) => {
    const bad = overflowing(all);
    if (!bad) return "";
    return (
      `${bad.name} holds a number beyond ${LARGEST}, the largest a 64-bit number can be. ` +
      "It is shown as ∞, and what cannot be computed from it as NaN (not a number), " +
      "as NumPy does."
    );
  });
}

export function editsNote() {
  return note("mh-legend", ({ changed, edited }) => {
    if (!edited) return "";
    const unused = edited - changed.filter(({ m }) => m.path).length;
    return (
      `${edited} of the chapter's numbers ${edited === 1 ? "is" : "are"} changed. ` +
      "A corner and bold type mark what differs from the chapter." +
      (unused ? ` The paper form does not use ${unused} of them.` : "")
    );
  });
}

function note(className, wordsOf) {
  const element = h("p", { class: className });
  const update = (state) => {
    const words = wordsOf(state);
    element.hidden = !words;
    setText(element, words);
  };
  return { element, update };
}
