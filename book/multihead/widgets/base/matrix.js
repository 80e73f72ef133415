// Matrices as nested lists: a list of rows.

export function transpose(a) {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

export function product(a, b) {
  return a.map((row) => {
    const sums = b[0].map(() => 0);
    for (let k = 0; k < row.length; k++)
      for (let j = 0; j < sums.length; j++) sums[j] += row[k] * b[k][j];
    return sums;
  });
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
