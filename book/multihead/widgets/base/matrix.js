// Matrices as lists of rows, which are lists, or typed arrays: then products are too.

export function transpose(a) {
  return Array.from(a[0], (_, j) => {
    const column = new a[0].constructor(a.length);
    for (let i = 0; i < a.length; i++) column[i] = a[i][j];
    return column;
  });
}

/** Four rows of b at a time are more than twice as fast as one. */
export function product(a, b) {
  return a.map((row) => {
    const sums = b[0].slice().fill(0);
    const fours = row.length - (row.length % 4);
    for (let k = 0; k < fours; k += 4) {
      const [b0, b1, b2, b3] = [b[k], b[k + 1], b[k + 2], b[k + 3]];
      const [a0, a1, a2, a3] = [row[k], row[k + 1], row[k + 2], row[k + 3]];
      for (let j = 0; j < sums.length; j++)
        sums[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
    }
    for (let k = fours; k < row.length; k++)
      for (let j = 0; j < sums.length; j++) sums[j] += row[k] * b[k][j];
    return sums;
  });
}
