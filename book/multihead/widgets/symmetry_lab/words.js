import { fmt } from "../base/text.js";
import { favourite, meanPattern } from "./measures.js";

/** A distance or a length; only an exact 0 is called 0. */
export function sizeWords(x) {
  if (x === 0) return "exactly 0";
  return x >= 0.01 && x < 1000 ? x.toPrecision(3) : x.toExponential(1);
}

export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** What the status says of a run as it stands. */
export function verdict(run) {
  return `Step ${run.step}: R² ${fmt(run.history.r2[run.step])}. ${compared(run)}`;
}

function compared({ history, step, sizes, room }) {
  const { qkv, out, pattern } = history;
  if (qkv[step] === 0 && out[step] === 0) return "The two heads are equal to the last bit.";
  if (pattern[step] === 0) return "The weights differ, the patterns are equal to the last bit.";
  if (pattern[step] < 0.01) return `The patterns differ by only ${sizeWords(pattern[step])}.`;
  const looks = room.heads.map((head, i) => {
    const { back, share } = favourite(meanPattern(head.pattern, sizes.pos), sizes.pos);
    const where = back ? `${back} back` : "on the token itself";
    return `head ${i} puts ${percent(share)} of its pattern ${where}`;
  });
  return `The heads differ: ${looks.join(", ")}.`;
}
