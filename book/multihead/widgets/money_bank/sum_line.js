import { h } from "../base/elements.js";
import { plain, sumOf } from "./sums.js";

export function sumLine() {
  const element = h("p", { class: "mh-sum", "aria-live": "polite" });
  const update = (stage, row, column) => {
    const pieces = sumOf(stage, row, column);
    if (element.dataset.text === plain(pieces)) return; // nothing to read aloud again
    element.dataset.text = plain(pieces);
    element.replaceChildren(...pieces.map(piece));
  };
  return { element, update };
}

function piece({ text, of, up, quiet, turn }) {
  const more = up ? [h("sup", {}, up)] : turn ? [h("br")] : [];
  return h("span", { class: of ? `mh-of-${of}` : quiet && "mh-quiet" }, text, ...more);
}
