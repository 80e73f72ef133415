import { colourHeads } from "../base/colour_heads.js";
import { palette } from "../base/colours.js";
import { drawMatrix } from "../base/draw_matrix.js";
import {
  button,
  h,
  press,
  setText,
  slider,
  statusLine,
  table,
  tableAlternative,
} from "../base/elements.js";
import { fmt } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { follow, put } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { similarityBars } from "./bars.js";
import { run, turnedWeights } from "./heads.js";
import { MEASURES, similarities } from "./measures.js";
import { queryPlane } from "./plane.js";
import { statusText } from "./status.js";

const FULL_TURN = 360;

function render({ model, el }) {
  const example = model.get("_example"),
    first = run(example.X, example);
  const cards = [0, 1].map((head) => headCard(head, example.words)),
    bars = similarityBars(),
    status = statusLine();
  const turn = slider("Rotate head 1", FULL_TURN, (angle) => put(model, { angle }));
  const turnAlong = button("Rotate W_K and W_O too", () =>
    put(model, { together: !model.get("together") }),
  );
  let theme, values;
  const cosines = tableAlternative("As a table", () => cosineTable(values));
  const draw = () => {
    const { angle, together } = { angle: model.get("angle"), together: model.get("together") };
    const second = run(example.X, turnedWeights(example, angle, together));
    values = similarities(first, second);
    turn.set(angle, `${angle}°`);
    press(turnAlong, together);
    cards[0].update(first, theme);
    cards[1].update(second, theme);
    bars.update(values);
    setText(status, statusText(angle, values));
    cosines.refresh();
  };
  el.classList.add("mh-widget", "mh-turned");
  const pictures = h("div", { class: "mh-cards" }, ...cards.map(({ element }) => element));
  const controls = h("div", { class: "mh-row" }, turn.element, turnAlong);
  el.append(controls, pictures, bars.element, status, cosines.element);
  colourHeads(el, cards.length);
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    draw();
  });
  const stopFollowing = follow(model, ["angle", "together"], draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

/** One head: its queries as arrows, and its pattern. */
function headCard(head, words) {
  const plane = queryPlane(words),
    canvas = h("canvas", { role: "img" });
  const name = headChip(head, head ? "head 1, rotated" : "head 0");
  const pattern = h("div", {}, h("span", { class: "mh-name" }, "pattern"), canvas);
  const parts = h("div", { class: "mh-parts" }, plane.element, pattern);
  const element = h("div", { class: `mh-card mh-head${head}` }, name, parts);
  const update = ({ Q, pattern: rows }, theme) => {
    plane.update(Q, head);
    drawMatrix(canvas, rows.flat(), words.length, Math.sqrt, theme);
    const rowTexts = rows.map((row, i) => `${words[i]} ${row.map((p) => fmt(p, 2)).join(" ")}`);
    canvas.setAttribute("aria-label", `Pattern of head ${head}: ${rowTexts.join("; ")}`);
  };
  return { element, update };
}

function cosineTable(values) {
  const rows = MEASURES.map(({ name }, i) => [name, fmt(values[i], 2)]);
  return table("How similar the two heads are", ["measure", "cosine"], rows);
}

export default { render };
