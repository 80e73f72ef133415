// The layer's arithmetic on nested lists, as in example.py: the head axis first.

import { attention } from "../base/attention.js";
import { product } from "../base/matrix.js";

/** The paper's heads keep d_model / heads columns, and rows of W_O. */
function inForm({ W_Q, W_K, W_V, W_O }, form) {
  const width = W_Q[0].length / (form === "wide" ? 1 : W_Q.length);
  const columns = (heads) => heads.map((w) => w.map((row) => row.slice(0, width)));
  return {
    W_Q: columns(W_Q),
    W_K: columns(W_K),
    W_V: columns(W_V),
    W_O: W_O.map((w) => w.slice(0, width)),
  };
}

/** ∞ and NaN spread as they do in NumPy. */
export function computeLayer(numbers, form) {
  const { X } = numbers;
  const weights = inForm(numbers, form);
  const [Q, K, V] = [weights.W_Q, weights.W_K, weights.W_V].map((heads) =>
    heads.map((w) => product(X, w)),
  );
  const heads = Q.map((q, i) => attention(q, K[i], V[i]));
  const [scores, pattern, Z] = ["scores", "pattern", "Z"].map((name) => heads.map((h) => h[name]));
  const Z_prime = X.map((_, pos) => Z.flatMap((z) => z[pos]));
  const output = product(Z_prime, weights.W_O.flat());
  return { weights, Q, K, V, scores, pattern, Z, Z_prime, output };
}
