/** The distances up to a step as the trait `distance` holds them. */
export function distanceRows({ qkv, out, pattern }, step) {
  const rows = new Float64Array(3 * (step + 1));
  for (let i = 0; i <= step; i++) rows.set([qkv[i], out[i], pattern[i]], 3 * i);
  return new DataView(rows.buffer);
}
