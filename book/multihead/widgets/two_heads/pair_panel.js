import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { headChip } from "../base/head_chip.js";
import { percent } from "../base/percent.js";
import { sharesBack } from "../training/measures.js";
import { distanceText } from "./status.js";

/** One pair: the patterns of its heads, and how far apart their weights are. */
export function pairPanel(title, followCell) {
  const heads = [0, 1].map((head) => headPicture(head, followCell)),
    apart = h("b");
  const update = (run, theme, words) => {
    for (const head of heads) head.update(run, theme, words);
    setText(apart, distanceText(run));
  };
  const pictures = h(
    "div",
    { class: "mh-heads" },
    h("span", { class: "mh-query" }, "query"),
    ...heads.map(({ element }) => element),
  );
  const below = h("p", { class: "mh-apart" }, "Weights differ by ", apart);
  return {
    element: h(
      "div",
      { role: "group", "aria-label": title },
      h("p", {}, h("b", {}, title)),
      pictures,
      below,
    ),
    update,
  };
}

function headPicture(head, followCell) {
  const canvas = h("canvas", { role: "img" }),
    shares = [1, 2].map((back) => ({ back, element: h("span") }));
  const element = h(
    "div",
    { class: "mh-head-picture" },
    headChip(head, `head ${head}`),
    h("span", { class: "mh-key" }, "key"),
    followCell(canvas),
    ...shares.map((share) => share.element),
  );
  return {
    element,
    update({ patterns, sizes: { pos } }, theme, words) {
      const mean = patterns[head],
        byDistance = sharesBack(mean, pos);
      drawMatrix(canvas, mean, pos, Math.sqrt, theme);
      for (const { back, element } of shares)
        setText(element, `${back} back ${percent(byDistance[back])}`);
      const text = shares.map(({ element }) => element.textContent).join(", ");
      if (words) canvas.setAttribute("aria-label", `What head ${head} attends to. ${text}.`);
    },
  };
}
