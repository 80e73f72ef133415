import { distance, rSquared } from "./measures.js";
import { MATRICES } from "./shapes.js";

/** Series by step; `qkv`, `out` and `pattern` are distances between the heads. */
export function newHistory(lastStep, heads) {
  const series = () => new Float64Array(lastStep + 1);
  const byMatrix = () => Object.fromEntries(MATRICES.map((name) => [name, series()]));
  return {
    loss: series(),
    r2: series(),
    qkv: series(),
    out: series(),
    pattern: series(),
    gradients: Array.from({ length: heads }, byMatrix),
  };
}

export function record(history, step, { weights: [a, b], gradients, buffers, loss, target }) {
  const { batch, pos } = buffers.sizes;
  const apart = ["W_Q", "W_K", "W_V"].map((name) => distance(a[name], b[name]));
  history.loss[step] = loss;
  history.r2[step] = rSquared(loss, target);
  history.qkv[step] = Math.hypot(...apart);
  history.out[step] = distance(a.W_O, b.W_O);
  history.pattern[step] =
    distance(buffers.heads[0].pattern, buffers.heads[1].pattern) / Math.sqrt(batch * pos);
  history.gradients.forEach((lengths, i) => {
    for (const name of MATRICES) lengths[name][step] = distance(gradients[i][name]);
  });
}
