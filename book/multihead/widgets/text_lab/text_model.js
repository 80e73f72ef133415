// TextModel of text_model.py on one line, in flat arrays: rows one after another.

/**
 * a times b: `rows` rows of `inner` numbers each, times `inner` rows of `columns` numbers. Four
 * numbers of a row at a time are five times as fast as one.
 */
export function multiply(a, b, rows, inner, columns) {
  const out = new Float32Array(rows * columns);
  const fours = inner - (inner % 4);
  for (let row = 0; row < rows; row++) {
    const to = row * columns;
    for (let k = 0, at = row * inner; k < fours; k += 4, at += 4) {
      const [a0, a1, a2, a3] = [a[at], a[at + 1], a[at + 2], a[at + 3]];
      const b0 = k * columns;
      const [b1, b2, b3] = [b0 + columns, b0 + 2 * columns, b0 + 3 * columns];
      for (let j = 0; j < columns; j++)
        out[to + j] += a0 * b[b0 + j] + a1 * b[b1 + j] + a2 * b[b2 + j] + a3 * b[b3 + j];
    }
    for (let k = fours; k < inner; k++)
      for (let j = 0; j < columns; j++) out[to + j] += a[row * inner + k] * b[k * columns + j];
  }
  return out;
}

/**
 * Run a model on token numbers. `on` says of each head whether it is on; they count through all
 * layers. `same` holds what the heads of the first layers did before, where that is the same now.
 * Returns for each layer and head its pattern and what it writes, and what the readout reads.
 */
export function runText(model, tokens, on, same = []) {
  const { width } = model;
  const layers = [];
  let count = 0;
  const x = new Float32Array(tokens.length * width);
  for (const [at, token] of tokens.entries())
    x.set(model.E.subarray(token * width, (token + 1) * width), at * width);
  for (const [at, heads] of model.layers.entries()) {
    const found = same[at] ?? heads.map((head) => attend(x, head, tokens.length, width));
    layers.push(found);
    for (const { written } of found)
      if (on[count++]) for (let i = 0; i < x.length; i++) x[i] += written[i];
  }
  return { layers, x };
}

function attend(x, head, length, width) {
  const { headWidth } = head;
  const [q, k, v] = [head.W_Q, head.W_K, head.W_V].map((W) =>
    multiply(x, W, length, width, headWidth),
  );
  const pattern = new Float32Array(length * length);
  for (let query = 0; query < length; query++)
    look(pattern.subarray(query * length, query * length + query + 1), q, k, query, head);
  const z = multiply(pattern, v, length, length, headWidth);
  return { pattern, written: multiply(z, head.W_O, length, headWidth, width) };
}

/** Fill one row of a pattern: the softmax of the scores of the keys up to the query. */
function look(row, q, k, query, { headWidth, bias }) {
  const root = Math.sqrt(headWidth);
  let top = -Infinity;
  for (let key = 0; key <= query; key++) {
    let sum = 0;
    for (let i = 0; i < headWidth; i++) sum += q[query * headWidth + i] * k[key * headWidth + i];
    row[key] = sum / root + bias[query - key];
    if (row[key] > top) top = row[key];
  }
  let total = 0;
  for (let key = 0; key <= query; key++) {
    row[key] = Math.exp(row[key] - top);
    total += row[key];
  }
  for (let key = 0; key <= query; key++) row[key] /= total;
}
