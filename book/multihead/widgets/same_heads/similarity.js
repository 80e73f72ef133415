// How similar heads are, and in which order they stand: what Python has as `band_means`.
import { bytes } from "../base/arrays.js";

export const HUNDRED = 100;
const MODELS = ["untrained", "trained"];
const MEASURES = ["pattern", "output", "cost"];

/** Similarities, each pair of heads once, and the cluster of each head. */
export function openSimilarity(get) {
  const sizes = get("_sizes");
  return {
    sizes,
    count: sizes.seed * sizes.head,
    pairs: bytes(get("_similarity")),
    clusters: bytes(get("_clusters")),
    matchedApart: get("_matched_apart"),
  };
}

/** The similarity of two heads in whole hundredths. */
export function inHundredths({ sizes, count, pairs }, { models, measure, layer }, one, other) {
  if (one === other) return HUNDRED;
  const [i, j] = one < other ? [one, other] : [other, one];
  const table = MEASURES.indexOf(measure) * MODELS.length + MODELS.indexOf(models);
  const before = ((table * sizes.layer + layer) * count * (count - 1)) / 2;
  return pairs[before + i * count - (i * (i + 1)) / 2 + j - i - 1] - HUNDRED;
}

export function clusterOf({ sizes, count, clusters }, { models, layer }, head) {
  return clusters[(MODELS.indexOf(models) * sizes.layer + layer) * count + head];
}

/** The band of each head: its number in its own model, or its cluster. */
export function bandsOf(data, state) {
  return Array.from({ length: data.count }, (_, head) =>
    state.order === "cluster" ? clusterOf(data, state, head) : head % data.sizes.head,
  );
}

/** All heads, band by band, and by their seeds within a band. */
export function sortedHeads(data, state) {
  const bands = bandsOf(data, state);
  return bands.map((_, head) => head).sort((a, b) => bands[a] - bands[b] || a - b);
}

/** The map, row by row. */
export function mapOf(data, state, heads) {
  const rows = heads.map((one) => heads.map((other) => inHundredths(data, state, one, other)));
  return Float64Array.from(rows.flat(), (similarity) => similarity / HUNDRED);
}

/**
 * Mean similarities of heads of different seeds: `bands` has that of each band with each, `same` of
 * any two heads of one band, `different` of two bands.
 */
export function meansOf(data, state) {
  const { head: nBands } = data.sizes,
    bands = bandsOf(data, state);
  const sums = new Float64Array(nBands ** 2),
    counts = new Float64Array(nBands ** 2);
  for (let one = 0; one < data.count; one++)
    for (let other = 0; other < data.count; other++) {
      if (Math.floor(one / nBands) === Math.floor(other / nBands)) continue;
      const place = bands[one] * nBands + bands[other];
      sums[place] += inHundredths(data, state, one, other);
      counts[place]++;
    }
  const mean = (places) => {
    const total = (numbers) => places.reduce((sum, place) => sum + numbers[place], 0);
    return total(sums) / (HUNDRED * total(counts));
  };
  const places = [...sums.keys()],
    isSame = (place) => place % (nBands + 1) === 0;
  return {
    bands: places.map((place) => mean([place])),
    same: mean(places.filter(isSame)),
    different: mean(places.filter((place) => !isSame(place))),
  };
}
