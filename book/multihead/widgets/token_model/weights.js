// The weights of the models, as they travel.

/**
 * The weights of each model by PyTorch's names, as nested lists. They come as bfloat16, the upper
 * half of a float32: first the upper byte of every weight, then the lower bytes.
 */
export function readWeights(view, shapes, nModels) {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const count = all.length / 2;
  const bits = Uint32Array.from(
    { length: count },
    (_, i) => (all[i] << 24) | (all[count + i] << 16),
  );
  const numbers = new Float32Array(bits.buffer);
  let start = 0;
  const take = ([name, shape]) => {
    const size = shape.reduce((a, b) => a * b);
    const flat = Array.from(numbers.subarray(start, start + size));
    start += size;
    return [name, nested(flat, shape)];
  };
  return Array.from({ length: nModels }, () => Object.fromEntries(shapes.map(take)));
}

function nested(flat, [, ...inner]) {
  if (!inner.length) return flat;
  const size = inner.reduce((a, b) => a * b);
  return Array.from({ length: flat.length / size }, (_, i) =>
    nested(flat.slice(i * size, (i + 1) * size), inner),
  );
}
