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
  for (let i = 0; i < target.length; i++) sum += target[i];
  const mean = sum / target.length;
  for (let i = 0; i < target.length; i++) squares += (target[i] - mean) ** 2;
  return 1 - loss / (squares / target.length);
}

/** The pattern of a head, query by key, averaged over the batch. */
export function meanPattern(pattern, pos) {
  const out = new Float64Array(pos * pos);
  for (let from = 0; from < pattern.length; from += out.length)
    for (let i = 0; i < out.length; i++) out[i] += pattern[from + i];
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
export function mostLookedBack(mean, pos) {
  const shares = sharesBack(mean, pos);
  const back = shares.indexOf(Math.max(...shares));
  return { back, share: shares[back] };
}
