import { normals, sfc32 } from "./random.js";
import { SIZES } from "./shapes.js";

const OFFSETS = [1, 2];

/** Batch number `step` of a seed: contents from N(0, 1) beside one-hot positions, and targets. */
export function lookUps(seed, step, { batch, pos, content, d_model, d_out } = SIZES) {
  const x = new Float64Array(batch * pos * d_model),
    target = new Float64Array(batch * pos * d_out);
  const drawn = normals(new Float64Array(batch * pos * content), sfc32(seed, step, 0x4441));
  for (let b = 0; b < batch; b++)
    for (let t = 0; t < pos; t++) {
      const row = b * pos + t;
      for (let c = 0; c < content; c++) x[row * d_model + c] = drawn[row * content + c];
      x[row * d_model + content + t] = 1;
      OFFSETS.forEach((offset, i) => {
        const from = b * pos + ((t - offset + pos) % pos);
        for (let c = 0; c < content; c++)
          target[row * d_out + i * content + c] = drawn[from * content + c];
      });
    }
  return { x, target };
}
