// SGD and Adam, as in PyTorch.
import { MATRICES } from "./shapes.js";

const BETA1 = 0.9,
  BETA2 = 0.999,
  EPS = 1e-8;

/** One step, in place; `t` counts from 1. `moments` are as `newMoments` made them. */
export function updateWeights({ optimizer, learningRate }, weights, gradients, moments, t) {
  const move = { sgd, adam }[optimizer];
  weights.forEach((head, i) => {
    for (const name of MATRICES)
      move(head[name], gradients[i][name], learningRate, moments[i][name], t);
  });
}

function sgd(w, g, learningRate) {
  for (let j = 0; j < w.length; j++) w[j] -= learningRate * g[j];
}

function adam(w, g, learningRate, { mean, square }, t) {
  const size = learningRate / (1 - BETA1 ** t),
    correction = Math.sqrt(1 - BETA2 ** t);
  for (let j = 0; j < w.length; j++) {
    mean[j] += (1 - BETA1) * (g[j] - mean[j]);
    square[j] = BETA2 * square[j] + (1 - BETA2) * g[j] * g[j];
    w[j] -= (size * mean[j]) / (Math.sqrt(square[j]) / correction + EPS);
  }
}

export function newMoments(weights) {
  const zeros = (w) => ({ mean: new Float64Array(w.length), square: new Float64Array(w.length) });
  return weights.map((head) =>
    Object.fromEntries(MATRICES.map((name) => [name, zeros(head[name])])),
  );
}
