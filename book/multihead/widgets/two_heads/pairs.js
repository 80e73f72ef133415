import { lookUps } from "../training/look_ups.js";
import { Run } from "../training/run.js";

/** Two equal heads, and two nearly equal ones, which train in step on the same batches. */
export class Pairs {
  constructor(settings) {
    const given = { batchAt: sharedBatches(settings.seed) };
    this.equal = new Run({ ...settings, start: "equal", W_O: "equal" }, given);
    this.nudged = new Run({ ...settings, start: "nudged", W_O: "equal" }, given);
  }

  get step() {
    return this.equal.step;
  }

  advance() {
    this.equal.advance();
    this.nudged.advance();
  }

  /** Go back to the last kept state at or before `step`. */
  rewind(step) {
    this.equal.rewind(step);
    this.nudged.rewind(step);
  }
}

/** Both runs ask for the same step one after the other; it is drawn once. */
function sharedBatches(seed) {
  let drawn = {};
  return (step) => {
    if (drawn.step !== step) drawn = { step, ...lookUps(seed, step) };
    return drawn;
  };
}

/** How far two heads are apart: the distance of all their weights. 0: equal to the last bit. */
export function weightsApart({ history }, step) {
  return Math.hypot(history.qkv[step], history.out[step]);
}
