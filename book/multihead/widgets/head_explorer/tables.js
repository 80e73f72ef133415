// The folded tables: all weights of the query, and how the weight in focus comes about.
import { h, table, tableAlternative } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { matrixIndex, shares } from "../base/patterns.js";
import { minus } from "./cells.js";
import { cellName, seedName } from "./format.js";
import { shareSteps, vectors } from "./share_steps.js";

function tableFold(summary, build) {
  let state;
  const { element, refresh } = tableAlternative(summary, () => build(state));
  const update = (now) => {
    state = now;
    refresh();
  };
  return { element, update };
}

export function shareTable(data) {
  const { tokens } = data;
  return tableFold("All attention weights of this query, as a table", (state) => {
    const columns = state.heads.flatMap((head) => shareColumns(data, state, head));
    return table(
      `Attention weights of query ${state.query} ${isolate(tokens[state.query])}`,
      ["key", ...columns.map(({ title }) => title)],
      tokens.map((token, key) => [`${key} ${token}`, ...columns.map(({ cells }) => cells[key])]),
    );
  });
}

/** A head's columns: one, or three to compare two seeds. */
function shareColumns(data, state, head) {
  const of = (seed) => shares(data, matrixIndex(data.sizes, { ...state, seed }, head), state.query);
  const column = (title, numbers, plus) => ({ title, cells: numbers.map((x) => fmt(x, 3, plus)) });
  const a = of(state.seed);
  if (state.compare === null) return [column(`head ${head}`, a)];
  const b = of(state.compare);
  return [
    column(`head ${head}, ${seedName(data, state.seed)}`, a),
    column(seedName(data, state.compare), b),
    column("difference", minus(a, b), true),
  ];
}

/** From query and key to the weight; hidden if the widget was given none. */
export function stepsTable(data) {
  const tableOfSteps = tableFold("How this weight comes about: q · k, step by step", (state) =>
    h("div", { class: "mh-steps" }, ...state.heads.map((head) => stepsOfHead(data, state, head))),
  );
  tableOfSteps.element.hidden = !data.width;
  return tableOfSteps;
}

function stepsOfHead(data, state, head) {
  const { n, width } = data,
    { query, key } = state,
    index = matrixIndex(data.sizes, state, head),
    q = vectors(data.queries, index, n, width)[query],
    keys = vectors(data.keys, index, n, width),
    allowed = data.mask.subarray(query * n, (query + 1) * n),
    steps = shareSteps(q, keys, allowed, key);
  const row = (name, numbers, last = "") => [name, ...numbers.map((x) => fmt(x)), last];
  return h(
    "div",
    {},
    table(
      `Head ${head}, ${cellName(data, state)}, ${seedName(data, state.seed)}`,
      ["dimension", ...q.map((_, i) => String(i)), "sum"],
      [row("q", q), row("k", keys[key]), row("q × k", steps.products, fmt(steps.dot))],
    ),
    h("p", {}, lastSteps(steps, width, allowed, key)),
  );
}

function lastSteps({ dot, score, share }, width, allowed, key) {
  const start = `q · k = ${fmt(dot)}`;
  if (!allowed[key])
    return `${start}, but the mask hides this key from this query: its weight is 0`;
  const nAllowed = allowed.reduce((a, b) => a + b);
  return (
    `${start};  ÷ √${width} = ${fmt(score)};  ` +
    `softmax over the ${nAllowed} keys this query may attend to = ${fmt(share)}`
  );
}
