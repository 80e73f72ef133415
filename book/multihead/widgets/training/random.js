/** Chris Doty-Humphrey's sfc32: whole numbers from 0 to 2³² - 1 out of three seeds. */
export function sfc32(a, b, c) {
  let count = 1;
  const next = () => {
    const out = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  for (let i = 0; i < 15; i++) next(); // as its author does, to mix the seeds
  return next;
}

/** Numbers from N(0, 1), two at a time by Box and Muller's formula. */
export function normals(out, next) {
  for (let i = 0; i < out.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log((next() + 1) / 2 ** 32)),
      angle = (2 * Math.PI * next()) / 2 ** 32;
    out[i] = radius * Math.cos(angle);
    if (i + 1 < out.length) out[i + 1] = radius * Math.sin(angle);
  }
  return out;
}
