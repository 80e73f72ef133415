import { lookUps } from "../training/look_ups.js";
import { Run } from "../training/run.js";

/**
 * Two equal heads, and two nearly equal ones, which train in step on the same batches. What was
 * seen after each update is kept, so one can go back to it at once.
 */
export class Pairs {
  step = 0;
  #patterns = { equal: [], nudged: [] };

  constructor(settings) {
    const options = { batchAt: sharedBatches(settings.seed) };
    const newRun = (start) => new Run({ ...settings, start, W_O: "equal" }, options);
    this.runs = { equal: newRun("equal"), nudged: newRun("nudged") };
    this.#record();
  }

  get equal() {
    return this.#at("equal");
  }

  get nudged() {
    return this.#at("nudged");
  }

  advance() {
    this.step++;
    if (this.step <= this.runs.equal.step) return;
    for (const run of Object.values(this.runs)) run.advance();
    this.#record();
  }

  rewind(step) {
    this.step = step;
  }

  #record() {
    for (const [name, { patterns }] of Object.entries(this.runs))
      this.#patterns[name].push(patterns);
  }

  #at(name) {
    const { history, sizes } = this.runs[name];
    return { step: this.step, history, sizes, patterns: this.#patterns[name][this.step] };
  }
}

/** Both runs ask for the same step one after the other; it is drawn once. */
function sharedBatches(seed) {
  let batch = {};
  return (step) => {
    if (batch.step !== step) batch = { step, ...lookUps(seed, step) };
    return batch;
  };
}

/** How far two heads are apart: the distance of all their weights. 0: equal to the last bit. */
export function weightsApart({ history }, step) {
  return Math.hypot(history.qkv[step], history.out[step]);
}
