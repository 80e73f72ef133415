import { table } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { shares } from "../base/patterns.js";
import { ranked } from "../base/ranked.js";
import { bandName, measureName, nameOf } from "./names.js";
import { patternIndex } from "./pattern_index.js";
import { HUNDRED, inHundredths, meansOf } from "./similarity.js";

const KINDS = ["trained", "untrained"];

/** The maps band by band, the two heads, and what each of their queries attends to most. */
export function headTable(data, state) {
  const { first, second } = state;
  const both = KINDS.map((models) => inHundredths(data, { ...state, models }, first, second));
  return table(
    `Layer ${state.layer}: mean similarity of heads of different seeds by ${measureName(state)}; ` +
      "the similarity of two heads; and the key with the largest attention weight for each query " +
      "of each of the two",
    ["what", ...KINDS],
    [
      ...bandRows(data, state),
      [
        `${nameOf(data, first)} and ${nameOf(data, second)}`,
        ...both.map((similarity) => fmt(similarity / HUNDRED, 2)),
      ],
      ...[first, second].flatMap((head) => strongestKeys(data, { ...state, head })),
    ],
  );
}

function bandRows(data, state) {
  const means = KINDS.map((models) => meansOf(data, { ...state, models }).bands);
  const count = data.sizes.head,
    all = Array.from({ length: count }, (_, band) => band);
  return all.flatMap((one) =>
    all
      .slice(one)
      .map((other) => [
        `${bandName(state, one)} and ${bandName(state, other)}`,
        ...means.map((bands) => fmt(bands[one * count + other], 2)),
      ]),
  );
}

function strongestKeys(data, state) {
  return data.tokens.map((token, query) => [
    `${nameOf(data, state.head)}, query ${query} ${token}`,
    ...KINDS.map((models) => {
      const weights = shares(data.pattern, patternIndex(data, { ...state, models }), query);
      const [key] = ranked(weights, 1);
      return `${key} ${data.tokens[key]} ${fmt(weights[key], 2)}`;
    }),
  ]);
}
