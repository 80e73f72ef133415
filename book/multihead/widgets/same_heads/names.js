// What heads, bands and measures are called.
export const MEASURE_NAMES = [
  ["attention pattern", "pattern"],
  ["output", "output"],
  ["ablation cost", "cost"],
];
export const ORDER_NAMES = [
  ["head number", "number"],
  ["cluster", "cluster"],
];

// What each measure is; Python's docstring says the same.
export const DEFINITIONS = {
  pattern: "the cosine of the parts of two patterns that depend on the tokens",
  output: "the linear CKA of the outputs of two heads",
  cost: "the correlation, over tokens, of how much the loss rises when each head is ablated",
};

export const measureName = ({ measure }) => MEASURE_NAMES.find(([, value]) => value === measure)[0];

export const bandName = ({ order }, band) => `${order === "cluster" ? "cluster" : "head"} ${band}`;

/** "seed 3 head 1" */
export const nameOf = ({ sizes }, head) =>
  `seed ${Math.floor(head / sizes.head)} head ${head % sizes.head}`;
