// The steps, in the order of widget.py. `results` matches the names of the matrices that a step
// makes; `stage` gives those it shows or multiplies, and where there are many the one in `focus`.
import { transpose } from "../base/matrix.js";
import { ofHead, weightOf } from "./matrices.js";

const givenStage = (matrices, focus = matrices[0]) => ({ kind: "given", matrices, focus });
const productStage = (a, b, c, root) => ({ kind: "product", a, b, c, root });
const transposed = (m) => ({
  ...m,
  name: `${m.name}ᵀ`,
  values: transpose(m.values),
  rows: m.columns,
  columns: m.rows,
});

export const STEPS = {
  X: {
    title: "Two static embeddings",
    sentence: "A row is a word. Type over any number, and all later steps follow.",
    results: /^X$/,
    stage: (all) => givenStage([all.get("X")]),
  },
  W: {
    title: "Six matrices",
    sentence: "Each head has three, chosen by hand. Each reads the whole row of a word.",
    results: /^W_[QKV]/,
    stage: (all, _, head, projection) =>
      givenStage(matricesOf("W", all), weightOf(all, projection, head)),
  },
  "Q K V": {
    title: "Queries, keys and values",
    sentence: "Both heads multiply the same X, each by its own three matrices.",
    results: /^[QKV]/,
    stage: (all, of, head, projection) =>
      productStage(all.get("X"), weightOf(all, projection, head), of(projection)),
  },
  scores: {
    title: "Scores",
    sentence: "A query times a key, divided by √d_head, says how well the two match.",
    results: /^scores/,
    stage: (_, of) =>
      productStage(of("Q"), transposed(of("K")), of("scores"), of("Q").columns.length),
  },
  pattern: {
    title: "Attention patterns",
    sentence: "The softmax turns scores into attention weights. Each row sums to 1.",
    results: /^pattern/,
    stage: (_, of) => ({ kind: "softmax", a: of("scores"), c: of("pattern") }),
  },
  Z: {
    title: "Each head's output",
    sentence: "Each head averages its value vectors, weighted by its pattern.",
    results: /^Z[^′]/,
    stage: (_, of) => productStage(of("pattern"), of("V"), of("Z")),
  },
  "Z′": {
    title: "Side by side",
    sentence: "The heads' outputs stand side by side. Nothing is computed here.",
    results: /^Z′/,
    stage: (all) => ({ kind: "joined", matrices: matricesOf("Z", all), c: all.get("Z′") }),
  },
  output: {
    title: "W_O and the output",
    sentence: "W_O decides how much of each entry goes to which output coordinate.",
    results: /^output/,
    stage: (all) => productStage(all.get("Z′"), all.get("W_O"), all.get("output")),
  },
};

export function stageOf(name, all, head, projection) {
  return STEPS[name].stage(all, (matrix) => ofHead(all, matrix, head), head, projection);
}

export function matricesOf(name, all) {
  return [...all.values()].filter((m) => STEPS[name].results.test(m.name));
}

/** Where a column of a `joined` stage comes from. */
export function sourceColumn({ matrices }, column) {
  const width = matrices[0].columns.length;
  return [matrices[Math.floor(column / width)], column % width];
}
