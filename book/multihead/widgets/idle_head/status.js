import { capital, fmt, insteadOf } from "../base/format.js";
import { headAtQuery } from "./head.js";

const written = (example, state) => fmt(headAtQuery(example, state).outputNorm, 2);

/** What the status says: where most of the weight goes, and the norm of the output. */
export function statusText(example, state) {
  const { row, gate } = headAtQuery(example, state);
  const holders = [
    ["the tokens get", row.tokens.reduce((sum, each) => sum + each, 0)],
    ["the null token gets", row.null],
    ["the sink gets", row.sink],
  ];
  const [holder, weight] = holders.reduce((most, each) => (each[1] > most[1] ? each : most));
  const gets = `${holder} ${fmt(weight, 2)} of the attention weight`;
  const passes =
    state.gate === null ? "" : ` the gate multiplies the weighted sum by ${fmt(gate, 2)};`;
  const now = written(example, state);
  const norm = `the norm of the output is ${now} of that at a working query`;
  if (!state.masked) return capital(`${gets};${passes} ${norm}.`);
  const before = written(example, { ...state, masked: false });
  return `With the null token masked, ${gets};${passes} ${norm}${insteadOf(before, now)}.`;
}
