export const MATRICES = ["W_Q", "W_K", "W_V", "W_O"];

/** The course's base task and layer: the two look-ups, two heads in the paper's form. */
export const SIZES = { heads: 2, batch: 32, pos: 8, content: 4, d_model: 12, d_head: 6, d_out: 8 };

/** The matrices of one head. */
export function shapes({ heads, d_model, d_head, d_out }) {
  const read = { length: d_model * d_head, fanIn: d_model };
  return {
    W_Q: read,
    W_K: read,
    W_V: read,
    W_O: { length: d_head * d_out, fanIn: heads * d_head },
  };
}
