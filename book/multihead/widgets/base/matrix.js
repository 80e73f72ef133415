// Matrices as nested lists: a list of rows.

export function transpose(a) {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

export function product(a, b) {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
}

/** The softmax of each row; the largest score is taken off first, so that no power overflows. */
export function softmax(scores) {
  return scores.map((row) => {
    const top = Math.max(...row);
    const powers = row.map((s) => Math.exp(s - top));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((p) => p / sum);
  });
}
