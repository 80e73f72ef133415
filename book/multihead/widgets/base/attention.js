import { product, transpose } from "./matrix.js";
import { softmax } from "./softmax.js";

const unmasked = (score) => score;

/**
 * What one head makes of its queries, keys and values: scores, pattern and Z. `maskScore` changes a
 * score, as a mask does, by the places of its query and key.
 */
export function attention(Q, K, V, maskScore = unmasked, multiply = product) {
  const root = Math.sqrt(K[0].length);
  const scores = multiply(Q, transpose(K)).map((row, query) =>
    row.map((score, key) => maskScore(score / root, query, key)),
  );
  const pattern = scores.map((row) => softmax(row.slice()));
  return { scores, pattern, Z: multiply(pattern, V) };
}
