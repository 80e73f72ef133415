import { setText, statusLine } from "../base/elements.js";
import { verdict } from "./format.js";
import { tally, tallyWords } from "./roles.js";

const PAUSE_MS = 250; // not for each notch of a slider

/** Says what a trainer's runs are like once they rest. */
export function runStatus() {
  const element = statusLine();
  let timer;
  const stop = () => clearTimeout(timer);
  const update = ({ run, runs, resting }) => {
    stop();
    const all = () => ` ${tallyWords(tally(runs.cells.map((cell) => cell.run)))}`;
    const say = () => setText(element, verdict(run) + (runs.complete ? all() : ""));
    if (resting) timer = setTimeout(say, PAUSE_MS);
  };
  return { element, update, stop };
}
