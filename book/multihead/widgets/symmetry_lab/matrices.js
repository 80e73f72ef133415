// A matrix is a Float64Array, row by row. Zeros of `a` are skipped: most of a token is zeros.

/** out (rows × columns) += a b, with `inner` numbers to sum over. */
export function addAB(out, a, b, rows, inner, columns) {
  for (let r = 0, i = 0, to = 0; r < rows; r++, to += columns)
    for (let k = 0, from = 0; k < inner; k++, from += columns) {
      const factor = a[i++];
      if (factor !== 0) for (let c = 0; c < columns; c++) out[to + c] += factor * b[from + c];
    }
}

/** out += a bᵀ */
export function addABt(out, a, b, rows, inner, columns) {
  for (let r = 0, i = 0, left = 0; r < rows; r++, left += inner)
    for (let c = 0, right = 0; c < columns; c++, right += inner) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[left + k] * b[right + k];
      out[i++] += sum;
    }
}

/** out += aᵀ b */
export function addAtB(out, a, b, rows, inner, columns) {
  for (let k = 0, i = 0, from = 0; k < inner; k++, from += columns)
    for (let r = 0, to = 0; r < rows; r++, to += columns) {
      const factor = a[i++];
      if (factor !== 0) for (let c = 0; c < columns; c++) out[to + c] += factor * b[from + c];
    }
}
