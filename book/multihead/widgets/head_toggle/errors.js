// What HeadToggle computes: errors without some heads, answers, and the words for them.
import { bytes, floats } from "../base/arrays.js";
import { isolate } from "../base/text.js";

// ---- Arithmetic ----------------------------------------------------------------------------

/** Numbers of `size` bytes each, of which head_toggle.py sent all first bytes, then all second ones, …. */
function fromPlanes(view, size) {
  const planes = bytes(view),
    count = planes.length / size,
    out = new Uint8Array(planes.length);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < size; k++) out[i * size + k] = planes[k * count + i];
  return out.buffer;
}

export function openData(get) {
  return {
    sizes: get("_sizes"),
    counts: get("_outputs").map(([, count]) => count),
    order: get("_order"),
    triangles: new Float32Array(fromPlanes(get("_triangles"), 4)),
    writes: new Int16Array(fromPlanes(get("_writes"), 2)),
    unit: get("_unit"),
    target: floats(get("_target")),
    pattern: bytes(get("_pattern")),
  };
}

/** The heads of a seed that stand at these places. */
export function headsAt({ order }, places, seed, matched) {
  return matched ? places.map((place) => order[seed][place]) : places;
}

/**
 * Mean squared errors over all examples with only the heads in `on`: at each position, of each output, and of all.
 * It is the squared length of the sum of the columns 0 and 1 + i of a triangle, i the heads that are off: see quadratic.py.
 */
export function errors({ sizes, counts, triangles }, { seed, step }, on) {
  const terms = sizes.head + 1,
    entries = (terms * (terms + 1)) / 2,
    cells = sizes.pos + counts.length;
  const counted = Array.from({ length: terms }, (_, term) => term === 0 || !on.includes(term - 1));
  let at = (seed * sizes.step + step) * cells * entries;
  const each = Array.from({ length: cells }, () => {
    let sum = 0;
    for (let row = 0; row < terms; row++) {
      let entry = 0;
      for (let column = row; column < terms; column++, at++)
        if (counted[column]) entry += triangles[at];
      sum += entry * entry;
    }
    return sum;
  });
  const positions = each.slice(0, sizes.pos);
  return {
    all: positions.reduce((a, b) => a + b, 0) / sizes.pos,
    positions,
    outputs: each.slice(sizes.pos),
  };
}

/** What the heads in `on` answer to the example shown, position by position. */
export function answer({ sizes, writes, unit }, { seed, step }, on) {
  const size = sizes.pos * sizes.d_out,
    out = new Float64Array(size);
  for (const head of on) {
    const start = ((seed * sizes.step + step) * sizes.head + head) * size;
    for (let i = 0; i < size; i++) out[i] += writes[start + i] * unit;
  }
  return out;
}

/** One head's mean pattern, row by row. */
export function meanWeights({ sizes, pattern }, { seed, step }, head) {
  const size = sizes.pos * sizes.pos,
    start = ((seed * sizes.step + step) * sizes.head + head) * size;
  return Float64Array.from(pattern.subarray(start, start + size), (w) => w / 100);
}

// ---- Words ---------------------------------------------------------------------------------

/** A number to three digits; only an exact 0 is called 0. */
export function amount(x, plus = false) {
  if (x === 0) return "0";
  const size = Math.abs(x),
    sign = x < 0 ? "-" : plus ? "+" : "";
  return sign + (size >= 0.001 && size < 999.5 ? size.toPrecision(3) : size.toExponential(1));
}

/** What a place is called: by number, or by letter while heads are matched, so that the two are not mixed up. */
export function placeName(place, matched) {
  return matched
    ? String.fromCharCode(65 + (place % 26)) + (place < 26 ? "" : Math.floor(place / 26))
    : String(place);
}

/** "heads 0, 2 and 5" */
export function listed(names, one = "", many = one) {
  const text =
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.length === 1 ? one : many} ${text}`.trim();
}

/** What became of an output: lost if it was good and is now nearly as bad as with no head; a tenth of that counts. */
export function fate(now, full, none) {
  if (full < none / 2 && now >= 0.9 * none) return "lost";
  if (now - full > none / 10) return "worse";
  return full - now > none / 10 ? "better" : "kept";
}

/** The fate of each output. */
export function fates(now, full, none) {
  return now.outputs.map((error, i) => fate(error, full.outputs[i], none.outputs[i]));
}

/** Which heads are meant, in as few words as will do. `label` gives a place's name. */
export function which(on, off, label) {
  if (!off.length) return "with all heads";
  if (!on.length) return "with no head the answer is 0 and";
  return on.length < off.length
    ? `with ${listed(on.map(label), "head", "heads")} alone`
    : `without ${listed(off.map(label), "head", "heads")}`;
}

/** One sentence: the loss with the heads that `heads` says are on, the change, and which outputs suffer. */
export function verdict({ heads, now, full, outputs, fated }) {
  if (now === full) return `${heads} the loss is ${amount(full.all)}.`;
  const change = now.all - full.all,
    size = amount(Math.abs(change));
  const compared = change === 0 ? "the same as" : `${size} ${change > 0 ? "more" : "less"} than`;
  const start = `${heads} the loss is ${amount(now.all)}, ${compared} with all heads`;
  const named = (fate) => outputs.filter((_, i) => fated[i] === fate).map(isolate);
  const say = (fate, one, many) =>
    named(fate).length ? [`${listed(named(fate))} ${named(fate).length > 1 ? many : one}`] : [];
  const said = [
    ...say("lost", "is lost", "are lost"),
    ...say("worse", "gets worse", "get worse"),
    ...say("better", "gets better", "get better"),
  ];
  return `${start}; ${said.length ? said.join(", ") : "no output changes much"}.`;
}

/** Whether one head, off in two seeds, took the same outputs with it; empty if it took none in either. */
export function contrast(name, [a, b]) {
  const hurt = (fated) =>
    fated.flatMap((fate, i) => (fate === "lost" || fate === "worse" ? [i] : []));
  const [first, second] = [hurt(a), hurt(b)];
  if (!first.length && !second.length) return "";
  const alike = first.join() === second.join();
  return `${name} does ${alike ? "the same job in both seeds" : "a different job in each seed"}.`;
}
