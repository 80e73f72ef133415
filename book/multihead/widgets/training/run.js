import { newHistory, record } from "./history.js";
import { backward, forward, newGradients, newRoom } from "./layer.js";
import { lookUps } from "./look_ups.js";
import { meanPattern } from "./measures.js";
import { newMoments, updateWeights } from "./optimizers.js";
import { SIZES } from "./shapes.js";
import { startWeights } from "./start_weights.js";

const KEEP_EVERY = 50;

/**
 * The weights after `step` updates, and the loss, gradients and patterns of those weights on the
 * next batch, which nothing was trained on yet; the patterns are averaged over it. Weights, batches
 * and a room to work in can be handed in.
 */
export class Run {
  step = 0;
  reached = 0;
  #kept = new Map();

  constructor(settings, given = {}) {
    const { sizes = SIZES, weights = startWeights(settings, sizes) } = given;
    const { batchAt = (step) => lookUps(settings.data_seed, step, sizes) } = given;
    const { room = newRoom(sizes) } = given;
    Object.assign(this, { settings, sizes, weights, batchAt, room });
    this.moments = newMoments(weights);
    this.gradients = newGradients(sizes);
    this.history = newHistory(settings.lastStep, sizes.heads);
    this.#look();
  }

  advance() {
    this.step++;
    updateWeights(this.settings, this.weights, this.gradients, this.moments, this.step);
    this.#look();
  }

  /** Go back to the last kept state at or before `step`. */
  rewind(step) {
    this.step = step - (step % KEEP_EVERY);
    Object.assign(this, this.#kept.get(this.step));
    this.#look(); // keeps a copy anew
  }

  #look() {
    const { step, weights, moments, gradients, room } = this,
      { x, target } = this.batchAt(step);
    if (step % KEEP_EVERY === 0) this.#kept.set(step, structuredClone({ weights, moments }));
    forward(room, weights, x);
    const loss = backward(room, weights, x, target, gradients);
    this.patterns = room.heads.map(({ pattern }) => meanPattern(pattern, this.sizes.pos));
    record(this.history, step, { weights, gradients, room, loss, target });
    this.reached = Math.max(this.reached, step);
  }
}
