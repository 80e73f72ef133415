// The weights of a TextModel as they travel, see quantize.py.

const count = (shape) => shape.reduce((a, b) => a * b, 1);

/** How many bytes one model takes. */
export function bytesOf(shapes) {
  return shapes.reduce((sum, [, shape]) => sum + count(shape) + 4 * count(shape.slice(0, -1)), 0);
}

/**
 * A model out of a DataView: E and W_U, and the heads of each layer, each with its W_Q, W_K, W_V,
 * W_O and bias. Matrices are lists of rows.
 */
export function readTextModel(view, shapes, start = 0) {
  const total = shapes.reduce((sum, [, shape]) => sum + count(shape), 0);
  const from = view.byteOffset + start;
  const integers = new Int8Array(view.buffer, from, total);
  const scales = new Float32Array(
    view.buffer.slice(from + total, from + bytesOf(shapes)), // at any offset
  );
  const parameters = new Map();
  let [at, row] = [0, 0];
  const readRow = (columns) => {
    const values = Float32Array.from(integers.subarray(at, at + columns), (n) => n * scales[row]);
    at += columns;
    row += 1;
    return values;
  };
  for (const [name, shape] of shapes) {
    const rows = Array.from({ length: count(shape.slice(0, -1)) }, () => readRow(shape.at(-1)));
    parameters.set(name, { rows, nHeads: shape[0] });
  }
  return asModel(parameters);
}

function asModel(parameters) {
  const layers = [];
  while (parameters.has(`layers.${layers.length}.W_Q`))
    layers.push(headsOf((name) => parameters.get(`layers.${layers.length}.${name}`)));
  return { E: parameters.get("E").rows, W_U: parameters.get("W_U").rows, layers };
}

function headsOf(matrix) {
  const part = (name, head) => {
    const { rows, nHeads } = matrix(name);
    const size = rows.length / nHeads;
    return rows.slice(head * size, (head + 1) * size);
  };
  return Array.from({ length: matrix("bias").nHeads }, (_, head) => ({
    ...Object.fromEntries(["W_Q", "W_K", "W_V", "W_O"].map((name) => [name, part(name, head)])),
    bias: part("bias", head)[0],
  }));
}
