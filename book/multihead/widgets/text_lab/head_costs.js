// What ablating each head changes on this line: one panel, filled as soon as it is known.
import { h, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { headName } from "../base/head_name.js";
import { measureBar } from "../base/measure_bar.js";
import { percent } from "../base/percent.js";
import { placeName } from "./status.js";

const ASKED = "What does ablating a head change most on this line?";
export function headCosts(data) {
  const rows = data.allHeads.map((head) => costRow(data, head));
  /** Show what `removeHead` found of each head. */
  const fill = (viewState) => {
    const { removals } = viewState;
    const costs = removals.map(({ cost }) => cost);
    const [low, high] = [Math.min(0, ...costs), Math.max(1e-9, ...costs)];
    for (const [head, row] of rows.entries()) row.fill(viewState, removals[head], low, high - low);
  };
  const list = h("div", { class: "mh-costs" }, ...rows.map(({ element }) => element));
  const title = h("p", {}, h("b", {}, ASKED));
  return { element: h("div", { class: "mh-ablations" }, title, list), fill };
}

function costRow(data, head) {
  const name = headName(head, data.sizes);
  const chip = headChip(head, name),
    bar = measureBar(),
    falls = h("span", { class: "mh-largest-drop" });
  const fill = ({ tokens }, { cost, at, was, share }, low, width) => {
    const start = (100 * (Math.min(0, cost) - low)) / width;
    bar.update(start, (100 * Math.abs(cost)) / width, fmt(cost, 2, true));
    setText(falls, `${placeName(data, tokens, at)}: ${percent(was)} → ${percent(share)}`);
  };
  return { element: h("div", { class: "mh-measure" }, chip, ...bar.parts, falls), fill };
}
