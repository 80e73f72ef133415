// How a share comes about from a query and the keys.
import { bytes, floats } from "../base/arrays.js";
import { softmax } from "../base/softmax.js";

/** The queries and keys that HeadExplorer was given, and the mask; nothing if it was not. */
export function openVectors(get) {
  const width = get("_d_head");
  if (!width) return {};
  const [queries, keys] = [floats(get("_queries")), floats(get("_keys"))];
  return { width, queries, keys, mask: bytes(get("_mask")) };
}

/** The vectors that matrix `index` was made of, one for each position. */
export function vectors(numbers, index, n, width) {
  return Array.from({ length: n }, (_, i) => {
    const start = (index * n + i) * width;
    return Array.from(numbers.subarray(start, start + width));
  });
}

/** How one key gets its share: products, their sum, the score, the softmax over keys allowed. */
export function shareSteps(q, keys, allowed, key) {
  const scores = keys.map((k) => q.reduce((sum, x, d) => sum + x * k[d], 0) / Math.sqrt(q.length));
  const shares = softmax(scores.map((score, j) => (allowed[j] ? score : -Infinity)));
  const products = q.map((x, d) => x * keys[key][d]);
  return {
    products,
    dot: products.reduce((a, b) => a + b, 0),
    score: scores[key],
    share: shares[key],
  };
}
