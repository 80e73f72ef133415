// The numbers of the cell in focus, head by head.
import { h, setText } from "../base/elements.js";
import { capital } from "../base/text.js";
import { colourChips, headChip } from "./look.js";
import { cellName, reading } from "./words.js";

export function readout(data) {
  const where = h("p", { class: "mh-where" }),
    chips = data.allHeads.map(headChip),
    values = chips.map(() => h("b")),
    items = chips.map((chip, head) => h("li", {}, chip, " ", values[head]));
  return {
    element: h("div", { class: "mh-readout" }, where, h("ul", {}, ...items)),
    update(state) {
      const { heads, focus, look } = state;
      setText(where, capital(cellName(data, focus)));
      for (const [head, item] of items.entries()) item.hidden = !heads.includes(head);
      for (const head of heads) setText(values[head], reading(data, state, head, focus));
      colourChips(chips, look);
    },
  };
}
