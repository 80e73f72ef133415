// The weights of MiniLM as they travel, see weights_file.py.

const count = (shape) => shape.reduce((a, b) => a * b, 1);

/**
 * A model out of a DataView: E and P as whole numbers with a scale for each row, all other arrays
 * by their names, matrices as lists of rows; the numbers of the tokens, and how many heads a layer
 * has.
 */
export function readMiniLM(view) {
  const [length, start] = [view.getUint32(0, true), view.byteOffset + 4];
  const text = new Uint8Array(view.buffer, start, length);
  const { heads, arrays, vocabulary } = JSON.parse(new TextDecoder().decode(text));
  const read = { rows: readRows, columns: readColumns, plain: readPlain };
  const at = { buffer: view.buffer, offset: start + length };
  const model = { nHeads: heads, tokens: vocabulary, numberOf: new Map() };
  for (const [number, token] of vocabulary.entries()) model.numberOf.set(token, number);
  for (const [name, kind, shape] of arrays) model[name] = read[kind](at, shape);
  model.nLayers = arrays.filter(([name]) => name.startsWith("W_Q.")).length;
  return model;
}

function integers(at, length) {
  const numbers = new Int8Array(at.buffer, at.offset, length);
  at.offset += length;
  return numbers;
}

function floats32(at, length) {
  const end = at.offset + 4 * length;
  const numbers = new Float32Array(at.buffer.slice(at.offset, end)); // at any offset
  at.offset = end;
  return numbers;
}

function readPlain(at, shape) {
  return floats32(at, count(shape));
}

/** A function that gives a row: most rows of an embedding are never asked for. */
function readRows(at, [rows, columns]) {
  const [numbers, scales] = [integers(at, rows * columns), floats32(at, rows)];
  return (row) =>
    Float32Array.from(
      numbers.subarray(row * columns, (row + 1) * columns),
      (number) => number * scales[row],
    );
}

function readColumns(at, [rows, columns]) {
  const [numbers, scales] = [integers(at, rows * columns), floats32(at, columns)];
  return Array.from({ length: rows }, (_, row) => {
    const values = new Float32Array(columns);
    for (let i = 0; i < columns; i++) values[i] = numbers[row * columns + i] * scales[i];
    return values;
  });
}
