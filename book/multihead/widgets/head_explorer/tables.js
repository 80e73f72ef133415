// The folded tables: all shares of the query, and how the share in focus comes about.
import { h, table, tableAlternative } from "../base/elements.js";
import { fmt, isolate } from "../base/format.js";
import { cellName, seedName } from "./format.js";
import { matrixIndex, minus, shares } from "./patterns.js";
import { qkSteps, vectors } from "./share_steps.js";

function folded(summary, build) {
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
  return folded("All shares of this query, as a table", (state) => {
    const columns = state.heads.flatMap((head) => shareColumns(data, state, head));
    return table(
      `Shares of query ${state.query} ${isolate(tokens[state.query])}`,
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

/** From query and key to the share; hidden if the widget was given none. */
export function stepsTable(data) {
  const fold = folded("How this share comes about: q · k, step by step", (state) =>
    h("div", { class: "mh-steps" }, ...state.heads.map((head) => steps(data, state, head))),
  );
  fold.element.hidden = !data.width;
  return fold;
}

function steps(data, state, head) {
  const { n, width } = data,
    { query, key } = state,
    index = matrixIndex(data.sizes, state, head),
    q = vectors(data.queries, index, n, width)[query],
    keys = vectors(data.keys, index, n, width),
    allowed = data.mask.subarray(query * n, (query + 1) * n),
    found = qkSteps(q, keys, allowed, key);
  const row = (name, numbers, last = "") => [name, ...numbers.map((x) => fmt(x)), last];
  return h(
    "div",
    {},
    table(
      `Head ${head}, ${cellName(data, state)}, ${seedName(data, state.seed)}`,
      ["dimension", ...q.map((_, i) => String(i)), "sum"],
      [row("q", q), row("k", keys[key]), row("q × k", found.products, fmt(found.dot))],
    ),
    h("p", {}, lastSteps(found, width, allowed, key)),
  );
}

function lastSteps({ dot, score, share }, width, allowed, key) {
  const start = `q · k = ${fmt(dot)}`;
  if (!allowed[key]) return `${start}, but the mask hides this key from this query: its share is 0`;
  const seen = allowed.reduce((a, b) => a + b);
  return (
    `${start};  ÷ √${width} = ${fmt(score)};  ` +
    `softmax over the ${seen} keys this query may see = ${fmt(share)}`
  );
}
