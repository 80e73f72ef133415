import { colourHeads } from "../base/colour_heads.js";
import { h, setText, statusLine, table, tableAlternative } from "../base/elements.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { toggleGroup } from "../base/toggle_group.js";
import { numberGrid } from "./number_grid.js";
import { cutIntoHeads, entriesUsed, sum } from "./slices.js";
import { statusText } from "./status.js";

const CUTS = [
  ["what comes out", "output"],
  ["what goes in", "input"],
  ["memory, by view", "memory"],
];

function render({ model, el }) {
  const example = model.get("_example"),
    status = statusLine(),
    picture = productPicture(example);
  const sums = tableAlternative("As a table", () => sumTable(example, state()));
  const state = () => ({ cut: model.get("cut"), head: model.get("head") });
  const allHeads = Array.from({ length: example.heads }, (_, head) => [`head ${head}`, head]);
  const cuts = toggleGroup("What is cut", CUTS, (cut) => put(model, { cut }));
  const heads = toggleGroup("Show", allHeads, (head) => put(model, { head }));
  const draw = () => {
    const { cut, head } = state();
    cuts.update((value) => value === cut);
    heads.update((value) => value === head);
    picture.update(cut, head);
    setText(status, statusText(example, cut, head));
    sums.refresh();
  };
  el.classList.add("mh-widget", "mh-slices");
  const controls = h("div", { class: "mh-row" }, cuts.element, heads.element);
  el.append(controls, picture.element, status, sums.element);
  draw();
  colourHeads(el, example.heads);
  const stopTheme = followTheme(el, () => {});
  const stopFollowing = follow(model, ["cut", "head"], draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

/** X times W_Q is the product, and the part of it that the head gets. */
function productPicture({ words, X, W, heads }) {
  const columns = W.map((_, i) => String(i)),
    wide = W[0].length;
  const grids = {
    X: numberGrid("X", words, wide),
    W: numberGrid("W_Q", columns, wide),
    Q: numberGrid("X W_Q", words, wide),
    headGrid: numberGrid("head", words, wide / heads),
  };
  const sign = (text) => h("span", { class: "mh-sign", "aria-hidden": "true" }, text);
  const element = h(
    "div",
    { class: "mh-product mh-scroll", tabindex: 0, role: "group", "aria-label": "X W_Q by head" },
    h("div", { class: "mh-pair" }, grids.X.element, sign("×"), grids.W.element),
    h("div", { class: "mh-pair" }, sign("="), grids.Q.element, sign("→"), grids.headGrid.element),
  );
  const update = (cut, head) => {
    const parts = cutIntoHeads({ X, W, heads }, cut, head),
      used = entriesUsed({ X }, parts);
    const headNumbers = parts.places.map((row) => row.map(([i, j]) => parts.Q[i][j]));
    element.style.setProperty("--head", `var(--mh-head${head})`);
    grids.X.update(X, used.X);
    grids.W.update(parts.W, used.W);
    grids.Q.update(parts.Q, used.Q);
    grids.headGrid.update(
      headNumbers,
      headNumbers.map((row) => row.map(() => true)),
      `head ${head}`,
    );
  };
  return { element, update };
}

/** Every number of the head with the sum that makes it. */
function sumTable(example, { cut, head }) {
  const parts = cutIntoHeads(example, cut, head);
  const rows = parts.places.flatMap((row, i) =>
    row.map((place, j) => [
      `${example.words[i]}, entry ${j}`,
      String(parts.Q[place[0]][place[1]]),
      `${example.words[place[0]]}: ${sum(example, parts, place)}`,
    ]),
  );
  return table("How each entry is made", ["taken for", `entry of head ${head}`, "made of"], rows);
}

export default { render };
