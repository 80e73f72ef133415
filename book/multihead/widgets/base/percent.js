/** A share in whole per cent, in one piece; only 0 and nearly 1 are called 0 and 100. */
export function percent(share) {
  const whole = Math.round(100 * share);
  if (whole === 0 && share > 0) return "<1\u00a0%";
  if (whole === 100 && share < 0.9995) return ">99\u00a0%";
  return `${whole}\u00a0%`;
}
