import { h } from "../base/elements.js";
import { plainText, sumOf } from "./sums.js";

export function sumLine() {
  const element = h("p", { class: "mh-sum", "aria-live": "polite" });
  const update = (stage, row, column) => {
    const pieces = sumOf(stage, row, column);
    if (element.dataset.text === plainText(pieces)) return; // nothing to read aloud again
    element.dataset.text = plainText(pieces);
    element.replaceChildren(...pieces.map(piece));
  };
  return { element, update };
}

function piece({ text, of, up, quiet, turn }) {
  const more = up ? [h("sup", {}, up)] : turn ? [h("br")] : [];
  return h("span", { class: of ? `mh-of-${of}` : quiet && "mh-faint" }, text, ...more);
}
