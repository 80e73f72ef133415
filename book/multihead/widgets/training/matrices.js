// A matrix is a Float64Array, row by row. `inner` is how many products each entry sums over.

/** out (rows × columns) += a b */
export function addAB(out, a, b, rows, inner, columns) {
  addProduct(out, a, b, rows, inner, columns, inner, 1, columns, 1);
}

/** out += a bᵀ */
export function addABt(out, a, b, rows, inner, columns) {
  addProduct(out, a, b, rows, inner, columns, inner, 1, 1, inner);
}

/** out += aᵀ b */
export function addAtB(out, a, b, rows, inner, columns) {
  addProduct(out, a, b, rows, inner, columns, 1, rows, columns, 1);
}

/** Two rows by two columns at a time, so that each number that is read is used twice. */
function addProduct(out, a, b, rows, inner, columns, aRow, aInner, bInner, bColumn) {
  for (let r = 0; r < rows; r += 2) {
    const below = r + 1 < rows ? aRow : 0;
    for (let c = 0; c < columns; c += 2) {
      const right = c + 1 < columns ? bColumn : 0,
        at = r * columns + c;
      let s00 = 0,
        s01 = 0,
        s10 = 0,
        s11 = 0;
      for (let k = 0, i = r * aRow, j = c * bColumn; k < inner; k++, i += aInner, j += bInner) {
        const a0 = a[i],
          a1 = a[i + below],
          b0 = b[j],
          b1 = b[j + right];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a1 * b0;
        s11 += a1 * b1;
      }
      out[at] += s00;
      if (right) out[at + 1] += s01;
      if (below) out[at + columns] += s10;
      if (right && below) out[at + columns + 1] += s11;
    }
  }
}
