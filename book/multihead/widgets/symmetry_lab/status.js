import { setText, statusLine } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { percent } from "../base/percent.js";
import { mostLookedBack } from "../training/measures.js";
import { sizeText } from "./format.js";
import { stepsBack, tally, tallyText } from "./roles.js";

const PAUSE_MS = 250; // not for each notch of a slider

/** Says what a trainer's runs are like once they rest, and until then that they train. */
export function runStatus() {
  const element = statusLine();
  let timer;
  const stop = () => clearTimeout(timer);
  const say = ({ run, runs, resting }) => {
    const all = () => ` ${tallyText(tally(runs.cells.map((cell) => cell.run)))}`;
    const text = () => runText(run) + (runs.complete ? all() : "");
    setText(element, resting ? text() : "Training…");
  };
  const update = (trainer) => {
    stop();
    timer = setTimeout(() => say(trainer), PAUSE_MS);
  };
  return { element, update, stop };
}

/** What the status says of a run as it stands. */
export function runText(run) {
  return `Step ${run.step}, R² ${fmt(run.history.r2[run.step], 2)}: ${differenceText(run)}`;
}

function differenceText({ history, step, sizes, patterns }) {
  const { qkv, out, pattern } = history;
  if (qkv[step] === 0 && out[step] === 0) return "the two heads are identical to the last bit.";
  if (pattern[step] === 0)
    return "the weights differ, but the patterns are identical to the last bit.";
  if (pattern[step] < 0.01) return `the patterns differ by only ${sizeText(pattern[step])}.`;
  const looks = patterns.map((pattern, i) => {
    const { back, share } = mostLookedBack(pattern, sizes.pos);
    const where = back ? stepsBack(back) : "to the token itself";
    return `head ${i} attends ${where} (${percent(share)})`;
  });
  return `${looks.join(", ")}.`;
}
