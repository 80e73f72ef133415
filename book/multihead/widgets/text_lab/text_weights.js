// The weights of a TextModel as they travel, see eight_bits.py.

const product = (shape) => shape.reduce((a, b) => a * b, 1);

/** How many bytes one model takes. */
export function bytesOf(shapes) {
  return shapes.reduce(
    (sum, [, shape]) => sum + product(shape) + 4 * product(shape.slice(0, -1)),
    0,
  );
}

/**
 * A model out of a DataView: E and W_U, and the heads of each layer, each with its W_Q, W_K, W_V,
 * W_O and bias. All are flat: rows one after another.
 */
export function readTextModel(view, shapes, start = 0) {
  const total = shapes.reduce((sum, [, shape]) => sum + product(shape), 0);
  const from = view.byteOffset + start;
  const whole = new Int8Array(view.buffer, from, total);
  const scales = new Float32Array(
    view.buffer.slice(from + total, from + bytesOf(shapes)), // at any offset
  );
  const found = new Map();
  let [at, row] = [0, 0];
  for (const [name, shape] of shapes) {
    const columns = shape.at(-1);
    const values = new Float32Array(product(shape));
    for (let i = 0; i < values.length; i++)
      values[i] = whole[at + i] * scales[row + Math.floor(i / columns)];
    found.set(name, { values, shape });
    at += values.length;
    row += values.length / columns;
  }
  return asModel(found);
}

function asModel(found) {
  const [E, W_U] = [found.get("E"), found.get("W_U")];
  const layers = [];
  while (found.has(`layers.${layers.length}.W_Q`))
    layers.push(headsOf((name) => found.get(`layers.${layers.length}.${name}`)));
  return { E: E.values, W_U: W_U.values, nTokens: E.shape[0], width: E.shape[1], layers };
}

function headsOf(matrix) {
  const [nHeads, , headWidth] = matrix("W_Q").shape;
  const part = (name, head) => {
    const { values } = matrix(name);
    const size = values.length / nHeads;
    return values.subarray(head * size, (head + 1) * size);
  };
  return Array.from({ length: nHeads }, (_, head) => ({
    headWidth,
    ...Object.fromEntries(
      ["W_Q", "W_K", "W_V", "W_O", "bias"].map((name) => [name, part(name, head)]),
    ),
  }));
}
