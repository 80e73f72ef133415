import { fmt } from "../base/format.js";
import { percent } from "../base/percent.js";
import { favourite } from "../training/measures.js";

/** A distance or a length; only an exact 0 is called 0. */
export function sizeWords(x) {
  if (x === 0) return "exactly 0";
  return x >= 0.01 && x < 1000 ? x.toPrecision(3) : x.toExponential(1);
}

export function seedWords({ seed, data_seed }) {
  return seed === data_seed ? `seed ${seed}` : `start ${seed} on data ${data_seed}`;
}

/** What the status says of a run as it stands. */
export function verdict(run) {
  return `Step ${run.step}, R² ${fmt(run.history.r2[run.step], 2)}: ${compared(run)}`;
}

function compared({ history, step, sizes, patterns }) {
  const { qkv, out, pattern } = history;
  if (qkv[step] === 0 && out[step] === 0) return "the two heads are equal to the last bit.";
  if (pattern[step] === 0) return "the weights differ, the patterns are equal to the last bit.";
  if (pattern[step] < 0.01) return `the patterns differ by only ${sizeWords(pattern[step])}.`;
  const looks = patterns.map((pattern, i) => {
    const { back, share } = favourite(pattern, sizes.pos);
    return `head ${i} looks ${back ? `${back} back` : "at the token itself"} (${percent(share)})`;
  });
  return `${looks.join(", ")}.`;
}
