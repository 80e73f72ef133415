import { normals, sfc32 } from "./random.js";
import { SIZES, shapes } from "./shapes.js";

/** The weights of a start (symmetry_lab/widget.py says of which); all draw the same numbers. */
export function startWeights({ start, W_O, epsilon, seed }, sizes = SIZES) {
  // A stream of its own, apart from the data's.
  const next = sfc32(seed, 0, 0x5741);
  const rules = { W_Q: start, W_K: start, W_V: start, W_O };
  const weights = [];
  for (let head = 0; head < sizes.heads; head++) {
    const matrices = {};
    for (const [name, { length, fanIn }] of Object.entries(shapes(sizes))) {
      const drawn = normals(new Float64Array(length), next);
      matrices[name] = startMatrix(rules[name], drawn, fanIn, weights[0]?.[name], epsilon);
    }
    weights.push(matrices);
  }
  return weights;
}

function startMatrix(rule, drawn, fanIn, first, epsilon) {
  if (rule === "zero") return drawn.fill(0);
  if (!first || rule === "random") return drawn.map((x) => x / Math.sqrt(fanIn));
  if (rule === "equal") return first.slice();
  return first.map((w, i) => w + epsilon * drawn[i]);
}
