// The two heads of the cell: their patterns, and how similar they are by each measure.
import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { capital, fmt } from "../base/format.js";
import { put } from "../base/model.js";
import { matrix } from "../base/patterns.js";
import { shade } from "../base/shades.js";
import { toggleGroup } from "../base/toggle_group.js";
import { whenChanged } from "../base/when_changed.js";
import { MEASURE_NAMES, nameOf } from "./names.js";
import { patternIndex } from "./pattern_index.js";
import { HUNDRED, inHundredths } from "./similarity.js";
import { clustersText } from "./status.js";

const NOTE =
  "Rows are queries, columns are keys; the stronger the colour, the larger the attention weight.";

export function pairPanel(model, data) {
  const pictures = [patternPicture(data), patternPicture(data)],
    numbers = similarityTable(data),
    heading = h("b");
  const choices = ["trained", "untrained"].map((models) => [models, models]);
  const chosen = toggleGroup("Patterns of", choices, (models) => put(model, { models }));
  const update = (state) => {
    const heads = [state.first, state.second],
      clusters = clustersText(data, state);
    const both = heads.map((head) => nameOf(data, head)).join(" and ");
    setText(heading, `${capital(both)}${clusters && `, ${clusters}`}`);
    chosen.update((models) => models === state.models);
    for (const [i, head] of heads.entries()) pictures[i].update({ ...state, head });
    numbers.update(state);
  };
  const element = h(
    "div",
    { class: "mh-two", role: "group", "aria-label": "The two heads of the cell" },
    h("div", { class: "mh-row" }, heading, chosen.element),
    h("div", { class: "mh-patterns" }, ...pictures.map((each) => each.element), numbers.element),
    h("p", { class: "mh-note" }, NOTE),
  );
  return { element, update };
}

/** One pattern, with its tokens as rows (queries) and columns (keys). */
function patternPicture(data) {
  const canvas = h("canvas", { role: "img" }),
    name = h("span", { class: "mh-name" });
  const labels = (side) =>
    h(
      "div",
      { class: side, "aria-hidden": "true" },
      ...data.labels.map((label) => h("bdi", {}, label)),
    );
  const update = whenChanged(
    ({ head, models, layer, theme }) => [head, models, layer, theme],
    (state) => {
      const text = `${state.models} ${nameOf(data, state.head)}`;
      setText(name, capital(text));
      drawMatrix(
        canvas,
        matrix(data.pattern, patternIndex(data, state)),
        data.pattern.n,
        shade,
        state.theme,
      );
      canvas.setAttribute("aria-label", `Attention pattern, ${text}, layer ${state.layer}`);
    },
  );
  const grid = h("div", { class: "mh-pattern" }, labels("mh-keys"), labels("mh-queries"), canvas);
  grid.style.setProperty("--tokens", data.labels.length);
  return { element: h("div", {}, name, grid), update };
}

function similarityTable(data) {
  const kinds = ["trained", "untrained"];
  const cells = MEASURE_NAMES.map(() => kinds.map(() => h("td")));
  const column = (text) => h("th", { scope: "col" }, text);
  const element = h(
    "table",
    {},
    h("caption", {}, "Similarity of the two"),
    h("thead", {}, h("tr", {}, column("by"), ...kinds.map(column))),
    h(
      "tbody",
      {},
      ...MEASURE_NAMES.map(([name], i) =>
        h("tr", {}, h("th", { scope: "row" }, name), ...cells[i]),
      ),
    ),
  );
  const update = (state) => {
    for (const [i, [, measure]] of MEASURE_NAMES.entries())
      for (const [k, models] of kinds.entries()) {
        const asked = { ...state, measure, models };
        setText(
          cells[i][k],
          fmt(inHundredths(data, asked, state.first, state.second) / HUNDRED, 2),
        );
      }
  };
  return { element, update };
}
