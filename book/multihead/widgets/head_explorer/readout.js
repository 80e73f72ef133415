// The numbers of the cell in focus, head by head.
import { h, setText } from "../base/elements.js";
import { capital } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { cellName, shareText } from "./format.js";

export function readout(data) {
  const where = h("p", { class: "mh-cell-name" }),
    chips = data.allHeads.map((head) => headChip(head, `Head ${head}`)),
    values = chips.map(() => h("b")),
    items = chips.map((chip, head) => h("li", {}, chip, " ", values[head]));
  return {
    element: h("div", { class: "mh-readout" }, where, h("ul", {}, ...items)),
    update(state) {
      const { heads, focus } = state;
      setText(where, capital(cellName(data, focus)));
      for (const [head, item] of items.entries()) item.hidden = !heads.includes(head);
      for (const head of heads) setText(values[head], shareText(data, state, head, focus));
    },
  };
}
