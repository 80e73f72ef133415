// A head of width 2, the same head turned, and how alike the two are.
import { attention } from "../base/attention.js";
import { product, transpose } from "../base/matrix.js";

/** The weights with W_Q and W_V turned by `degrees`; W_K and W_O only if they turn along. */
export function turnedWeights({ W_Q, W_K, W_V, W_O }, degrees, together) {
  const turn = rotation(degrees),
    turnAlong = rotation(together ? degrees : 0);
  return {
    W_Q: product(W_Q, turn),
    W_K: product(W_K, turnAlong),
    W_V: product(W_V, turn),
    W_O: product(transpose(turnAlong), W_O),
  };
}

function rotation(degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [c, s],
    [-s, c],
  ];
}

/** What a head computes on the words X; `matching` is W_Q W_Kᵀ, `written` is Z W_O. */
export function run(X, { W_Q, W_K, W_V, W_O }) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((W) => product(X, W));
  const { pattern, Z } = attention(Q, K, V);
  const matching = product(W_Q, transpose(W_K));
  return { W_Q, W_V, Z, matching, pattern, written: product(Z, W_O), Q };
}

export function cosine(a, b) {
  const dot = (p, q) => p.flat().reduce((sum, x, i) => sum + x * q.flat()[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
