// Each head runs through the same loops in the same order, so heads that are equal to the last bit
// get gradients that are equal to the last bit: whatever parts them is no rounding error.
import { softmax } from "../base/softmax.js";
import { addAB, addABt, addAtB } from "./matrices.js";
import { MATRICES, shapes } from "./shapes.js";

/** Arrays for `forward` and `backward` to write in; all runs of a page can share them. */
export function newBuffers(sizes) {
  const { heads, batch, pos, d_out } = sizes;
  return {
    sizes,
    y: new Float64Array(batch * pos * d_out),
    dY: new Float64Array(batch * pos * d_out),
    heads: Array.from({ length: heads }, () => headBuffers(sizes)),
  };
}

/** Arrays over the whole batch; `sequences` are windows on the part of each sequence. */
function headBuffers({ batch, pos, d_head }) {
  const widths = { q: d_head, k: d_head, v: d_head, z: d_head, pattern: pos };
  Object.assign(widths, { dQ: d_head, dK: d_head, dV: d_head, dZ: d_head, dScores: pos });
  const arrays = {},
    sequences = Array.from({ length: batch }, () => ({}));
  for (const [name, width] of Object.entries(widths)) {
    arrays[name] = new Float64Array(batch * pos * width);
    sequences.forEach((windows, b) => {
      windows[name] = arrays[name].subarray(b * pos * width, (b + 1) * pos * width);
    });
  }
  return { ...arrays, sequences };
}

/** By head, an array for the gradient of each matrix. */
export function newGradients(sizes) {
  const entries = Object.entries(shapes(sizes));
  const ofHead = () =>
    Object.fromEntries(entries.map(([name, { length }]) => [name, new Float64Array(length)]));
  return Array.from({ length: sizes.heads }, ofHead);
}

/** Y and what leads to it; symmetry_lab/derivation.js has the formulas. */
export function forward(buffers, weights, x) {
  const { batch, pos, d_model, d_head, d_out } = buffers.sizes,
    rows = batch * pos;
  buffers.y.fill(0);
  buffers.heads.forEach(({ q, k, v, z, pattern, sequences }, i) => {
    const { W_Q, W_K, W_V, W_O } = weights[i];
    for (const array of [q, k, v, z, pattern]) array.fill(0);
    addAB(q, x, W_Q, rows, d_model, d_head);
    addAB(k, x, W_K, rows, d_model, d_head);
    addAB(v, x, W_V, rows, d_model, d_head);
    for (const s of sequences) {
      addABt(s.pattern, s.q, s.k, pos, d_head, pos);
      for (let i = 0; i < pos * pos; i++) s.pattern[i] /= Math.sqrt(d_head);
      softmax(s.pattern, pos);
      addAB(s.z, s.pattern, s.v, pos, pos, d_head);
    }
    addAB(buffers.y, z, W_O, rows, d_head, d_out);
  });
}

/** The loss, after `forward`; its gradients go to `gradients`. dM is the gradient by M. */
export function backward(buffers, weights, x, target, gradients) {
  const { y, dY } = buffers;
  let squares = 0;
  for (let i = 0; i < y.length; i++) {
    const error = y[i] - target[i];
    squares += error * error;
    dY[i] = (2 * error) / y.length;
  }
  buffers.heads.forEach((head, i) => {
    headBackward(buffers.sizes, head, weights[i].W_O, gradients[i], x, dY);
  });
  return squares / y.length;
}

function headBackward(sizes, { z, dQ, dK, dV, dZ, dScores, sequences }, W_O, gradient, x, dY) {
  const { batch, pos, d_model, d_head, d_out } = sizes,
    rows = batch * pos;
  for (const array of [dQ, dK, dV, dZ, dScores, ...MATRICES.map((name) => gradient[name])])
    array.fill(0);
  addAtB(gradient.W_O, z, dY, d_head, rows, d_out);
  addABt(dZ, dY, W_O, rows, d_out, d_head);
  for (const s of sequences) {
    addAtB(s.dV, s.pattern, s.dZ, pos, pos, d_head);
    // dA for now
    addABt(s.dScores, s.dZ, s.v, pos, d_head, pos);
    for (let t = 0; t < pos; t++)
      softmaxBack(s.dScores, s.pattern, t * pos, pos, Math.sqrt(d_head));
    addAB(s.dQ, s.dScores, s.k, pos, pos, d_head);
    addAtB(s.dK, s.dScores, s.q, pos, pos, d_head);
  }
  addAtB(gradient.W_Q, x, dQ, d_model, rows, d_head);
  addAtB(gradient.W_K, x, dK, d_model, rows, d_head);
  addAtB(gradient.W_V, x, dV, d_model, rows, d_head);
}

/** dA to dS / √d_head, in place, as ∂A_tj/∂S_tk = A_tj (δ_jk - A_tk). */
function softmaxBack(d, pattern, from, length, divisor) {
  let sum = 0;
  for (let j = from; j < from + length; j++) sum += pattern[j] * d[j];
  for (let j = from; j < from + length; j++) d[j] = (pattern[j] * (d[j] - sum)) / divisor;
}
