import { newHistory, record } from "./history.js";
import { backward, forward, newBuffers, newGradients } from "./layer.js";
import { lookUps } from "./look_ups.js";
import { meanPattern } from "./measures.js";
import { newMoments, updateWeights } from "./optimizers.js";
import { SIZES } from "./shapes.js";
import { startWeights } from "./start_weights.js";

const CHECKPOINT_EVERY = 50;

/**
 * The weights after `step` updates, and the loss, gradients and patterns of those weights on the
 * next batch, which nothing was trained on yet; the patterns are averaged over it. Weights, batches
 * and buffers to work in can be handed in.
 */
export class Run {
  step = 0;
  reached = 0;
  #checkpoints = new Map();

  constructor(settings, parts = {}) {
    const { sizes = SIZES, weights = startWeights(settings, sizes) } = parts;
    const { batchAt = (step) => lookUps(settings.data_seed, step, sizes) } = parts;
    const { buffers = newBuffers(sizes) } = parts;
    Object.assign(this, { settings, sizes, weights, batchAt, buffers });
    this.moments = newMoments(weights);
    this.gradients = newGradients(sizes);
    this.history = newHistory(settings.lastStep, sizes.heads);
    this.#measure();
  }

  advance() {
    this.step++;
    updateWeights(this.settings, this.weights, this.gradients, this.moments, this.step);
    this.#measure();
  }

  /** Go back to the last checkpoint at or before `step`. */
  rewind(step) {
    this.step = step - (step % CHECKPOINT_EVERY);
    Object.assign(this, this.#checkpoints.get(this.step));
    this.#measure(); // keeps a copy anew
  }

  #measure() {
    const { step, weights, moments, gradients, buffers } = this,
      { x, target } = this.batchAt(step);
    if (step % CHECKPOINT_EVERY === 0)
      this.#checkpoints.set(step, structuredClone({ weights, moments }));
    forward(buffers, weights, x);
    const loss = backward(buffers, weights, x, target, gradients);
    this.patterns = buffers.heads.map(({ pattern }) => meanPattern(pattern, this.sizes.pos));
    record(this.history, step, { weights, gradients, buffers, loss, target });
    this.reached = Math.max(this.reached, step);
  }
}
