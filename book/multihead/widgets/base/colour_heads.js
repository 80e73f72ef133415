import { headColour } from "./head_colours.js";

/** Give an element's style the colours of its heads: --mh-head0, --mh-head1, … */
export function colourHeads(el, count) {
  for (let head = 0; head < count; head++)
    el.style.setProperty(`--mh-head${head}`, headColour(head) ?? "currentColor");
}
