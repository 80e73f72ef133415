import { capital, fmt, insteadOf } from "../base/format.js";
import { headAtQuery } from "./head.js";

const written = (example, state) => fmt(headAtQuery(example, state).outputNorm, 2);

/** What the status says: who takes most of the row, and what the head writes. */
export function statusText(example, state) {
  const { row, gate } = headAtQuery(example, state);
  const holders = [
    ["the tokens take", row.tokens.reduce((sum, weight) => sum + weight, 0)],
    ["the null token takes", row.null],
    ["the sink takes", row.sink],
  ];
  const [holder, part] = holders.reduce((most, each) => (each[1] > most[1] ? each : most));
  const takes = `${holder} ${fmt(part, 2)} of the row`;
  const passes =
    state.gate === null ? "" : ` the gate multiplies the weighted sum by ${fmt(gate, 2)};`;
  const now = written(example, state);
  const writes = `the head writes ${now} of its working norm`;
  if (!state.masked) return capital(`${takes};${passes} ${writes}.`);
  const before = written(example, { ...state, masked: false });
  return `Null token masked: ${takes};${passes} ${writes}${insteadOf(before, now)}.`;
}
