// The layer as the page got it: numbers and names.
import { bytes, floats } from "../base/arrays.js";
import { visible } from "../base/format.js";
import { largest } from "../base/largest.js";

/** Numbers of `size` bytes, sent as all first bytes, then all second ones, …: see widget.py. */
function fromPlanes(view, size) {
  const planes = bytes(view);
  const count = planes.length / size;
  const out = new Uint8Array(planes.length);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < size; k++) out[i * size + k] = planes[k * count + i];
  return out.buffer;
}

export function openData(get) {
  const sizes = get("_sizes");
  const target = floats(get("_target"));
  return {
    sizes,
    places: Array.from({ length: sizes.head }, (_, place) => place),
    counts: get("_outputs").map(([, count]) => count),
    order: get("_order"),
    triangles: new Float32Array(fromPlanes(get("_triangles"), 4)),
    writes: new Int16Array(fromPlanes(get("_writes"), 2)),
    unit: get("_unit"),
    target,
    top: largest(target) || 1,
    pattern: bytes(get("_pattern")),
    stepsToOne: get("_steps_to_one"),
    names: openNames(get),
  };
}

/** Names as readers see them: `whole` ones for tables, the others short enough for labels. */
function openNames(get) {
  const readable = (texts, letters) => texts.map((text) => visible(text, letters));
  const outputs = get("_outputs").map(([name]) => name);
  return {
    seeds: readable(get("_seeds"), 20).map((text) => `seed ${text}`),
    steps: readable(get("_steps"), 20),
    positions: readable(get("_positions"), 8),
    outputs: readable(outputs, 14),
    whole: { positions: readable(get("_positions")), outputs: readable(outputs) },
  };
}

/** The heads of a seed that stand at these places. */
export function headsAt({ order }, places, seed, matched) {
  return places.map((place) => (matched ? order[seed][place] : place));
}

/** What the heads in `on` answer to the example, position by position. */
export function answer({ sizes, writes, unit }, { seed, step, on }) {
  const size = sizes.pos * sizes.d_out;
  const out = new Float64Array(size);
  for (const head of on) {
    const start = ((seed * sizes.step + step) * sizes.head + head) * size;
    for (let i = 0; i < size; i++) out[i] += writes[start + i] * unit;
  }
  return out;
}

/** One head's mean pattern, row by row. */
export function meanShares({ sizes, pattern, stepsToOne }, { seed, step }, head) {
  const size = sizes.pos * sizes.pos;
  const start = ((seed * sizes.step + step) * sizes.head + head) * size;
  return Float64Array.from(pattern.subarray(start, start + size), (w) => w / stepsToOne);
}
