import { normals, sfc32 } from "./random.js";
import { SIZES } from "./shapes.js";

const OFFSETS = [1, 2];

/** Arrays for `lookUps` to write in, again and again. */
export function newBatch({ batch, pos, content, d_model, d_out } = SIZES) {
  return {
    drawn: new Float64Array(batch * pos * content),
    x: new Float64Array(batch * pos * d_model),
    target: new Float64Array(batch * pos * d_out),
  };
}

/** Batch number `step` of a seed: contents from N(0, 1) beside one-hot positions, and targets. */
export function lookUps(seed, step, sizes = SIZES, into = newBatch(sizes)) {
  const { batch, pos, content, d_model, d_out } = sizes,
    { drawn, x, target } = into;
  normals(drawn, sfc32(seed, step, 0x4441));
  for (let b = 0; b < batch; b++)
    for (let t = 0; t < pos; t++) {
      const row = b * pos + t;
      for (let c = 0; c < content; c++) x[row * d_model + c] = drawn[row * content + c];
      x[row * d_model + content + t] = 1;
      for (let i = 0; i < OFFSETS.length; i++) {
        const from = b * pos + ((t - OFFSETS[i] + pos) % pos);
        for (let c = 0; c < content; c++)
          target[row * d_out + i * content + c] = drawn[from * content + c];
      }
    }
  return into;
}
