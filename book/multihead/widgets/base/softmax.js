/**
 * Turn scores into shares, in place: all, or rows of a length one after another. The largest score
 * is taken off first, so that no power overflows.
 */
export function softmax(scores, length = scores.length) {
  for (let first = 0; first < scores.length; first += length) {
    const end = first + length;
    let top = -Infinity,
      sum = 0;
    for (let i = first; i < end; i++) top = Math.max(top, scores[i]);
    for (let i = first; i < end; i++) {
      scores[i] = Math.exp(scores[i] - top);
      sum += scores[i];
    }
    for (let i = first; i < end; i++) scores[i] /= sum;
  }
  return scores;
}
