import { newHistory, record } from "./history.js";
import { backward, forward, newRoom } from "./layer.js";
import { lookUps, newBatch } from "./look_ups.js";
import { newMoments, updateWeights } from "./optimizers.js";
import { SIZES } from "./shapes.js";
import { startWeights } from "./start.js";

const KEEP_EVERY = 50;

/**
 * The weights after `step` updates, and the loss, gradients and patterns of those weights on the
 * next batch, which nothing was trained on yet. Tests hand in weights and batches of their own.
 */
export class Run {
  step = 0;
  reached = 0;
  #kept = new Map();

  constructor(settings, given = {}) {
    const { sizes = SIZES, weights = startWeights(settings, sizes) } = given;
    const batch = newBatch(sizes);
    const { batchAt = (step) => lookUps(settings.data_seed, step, sizes, batch) } = given;
    Object.assign(this, { settings, sizes, weights, batchAt });
    this.moments = newMoments(weights);
    this.room = newRoom(sizes);
    this.history = newHistory(settings.lastStep, sizes.heads);
    this.#look();
  }

  advance() {
    this.step++;
    updateWeights(this.settings, this.weights, this.room.gradients, this.moments, this.step);
    this.#look();
  }

  /** Go back to the last kept state at or before `step`. */
  rewind(step) {
    this.step = step - (step % KEEP_EVERY);
    Object.assign(this, this.#kept.get(this.step));
    this.#look(); // keeps a copy anew
  }

  #look() {
    const { step, weights, moments, room } = this,
      { x, target } = this.batchAt(step);
    if (step % KEEP_EVERY === 0) this.#kept.set(step, structuredClone({ weights, moments }));
    forward(room, weights, x);
    const loss = backward(room, weights, x, target);
    record(this.history, step, { weights, room, loss, target });
    this.reached = Math.max(this.reached, step);
  }
}
