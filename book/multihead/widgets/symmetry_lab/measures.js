/** Euclidean length of a - b, or of a. For sizes above 1e-154 it is 0 only if all are equal. */
export function distance(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - (b ? b[i] : 0)) ** 2;
  return Math.sqrt(sum);
}

/** R² = 1 - mean squared error / variance of the target. */
export function rSquared(loss, target) {
  let sum = 0,
    squares = 0;
  for (const t of target) sum += t;
  for (const t of target) squares += (t - sum / target.length) ** 2;
  return 1 - loss / (squares / target.length);
}

/** The pattern of a head, query by key, averaged over the batch. */
export function meanPattern(pattern, pos) {
  const out = new Float64Array(pos * pos);
  for (let i = 0; i < pattern.length; i++) out[i % out.length] += pattern[i];
  return out.map((w) => (w * out.length) / pattern.length);
}

/** The share of a mean pattern's weight by how far back, round the ring, it looks. */
export function sharesBack(mean, pos) {
  const shares = new Float64Array(pos);
  mean.forEach((w, i) => {
    shares[(Math.floor(i / pos) - (i % pos) + pos) % pos] += w / pos;
  });
  return shares;
}

/** How far back a mean pattern looks most, and the share of weight there. */
export function favourite(mean, pos) {
  const shares = sharesBack(mean, pos);
  const back = shares.indexOf(Math.max(...shares));
  return { back, share: shares[back] };
}
