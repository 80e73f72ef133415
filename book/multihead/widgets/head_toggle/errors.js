// Errors with only some heads on, and what they say of the outputs.

/**
 * Mean squared errors with only the heads in `on`. Each is the squared length of the sum of the
 * columns 0 and 1 + i of a triangle, i the heads that are off: see errors.py.
 */
export function errors({ sizes, counts, triangles }, { seed, step }, on) {
  const terms = sizes.head + 1;
  const entries = (terms * (terms + 1)) / 2;
  const cells = sizes.pos + counts.length;
  const counted = Array.from({ length: terms }, (_, term) => term === 0 || !on.includes(term - 1));
  const start = (seed * sizes.step + step) * cells * entries;
  const each = Array.from({ length: cells }, (_, cell) =>
    squaredLength(triangles, start + cell * entries, counted),
  );
  const positions = each.slice(0, sizes.pos);
  return {
    all: positions.reduce((a, b) => a + b, 0) / sizes.pos,
    positions,
    outputs: each.slice(sizes.pos),
  };
}

function squaredLength(triangles, at, counted) {
  let sum = 0;
  for (let row = 0; row < counted.length; row++) {
    let entry = 0;
    for (let column = row; column < counted.length; column++, at++)
      if (counted[column]) entry += triangles[at];
    sum += entry * entry;
  }
  return sum;
}

/**
 * What became of an output: lost if it was good and is now nearly as bad as with no head; a change
 * counts from a tenth of that.
 */
export function fate(now, full, none) {
  if (full < none / 2 && now >= 0.9 * none) return "lost";
  if (now - full > none / 10) return "worse";
  return full - now > none / 10 ? "better" : "kept";
}

/** Whether a head, off in two seeds, took the same outputs with it; null if none in either. */
export function sameRole(fates, others) {
  const hurt = (each) => each.map((fate) => fate === "lost" || fate === "worse");
  const [first, second] = [hurt(fates), hurt(others)];
  if (![...first, ...second].includes(true)) return null;
  return first.join() === second.join();
}
