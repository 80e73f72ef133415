// Sizes and seeds as text.

/** A distance or a length; only an exact 0 is called 0. */
export function sizeText(x) {
  if (x === 0) return "exactly 0";
  return x >= 0.01 && x < 1000 ? x.toPrecision(3) : x.toExponential(1);
}

export function seedText({ seed, data_seed }) {
  return seed === data_seed ? `seed ${seed}` : `weights ${seed}, data ${data_seed}`;
}
