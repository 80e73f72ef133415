// Okabe & Ito's palette (with its grey, without its yellow, which is lost on white).
const HEADS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", null, "#999999"];

/** The colour that goes with a head's number; null is that of the text. */
export const headColour = (head) => HEADS[head % HEADS.length];
