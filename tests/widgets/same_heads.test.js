// SameHeads: orders, maps and means against NumPy; see same_heads_reference.py.
import assert from "node:assert/strict";
import test from "node:test";
import { matrix, openPattern } from "../../book/multihead/widgets/base/patterns.js";
import { patternIndex } from "../../book/multihead/widgets/same_heads/pattern_index.js";
import {
  inHundredths,
  mapOf,
  meansOf,
  openSimilarity,
  sortedHeads,
} from "../../book/multihead/widgets/same_heads/similarity.js";
import { clustersText, statusText } from "../../book/multihead/widgets/same_heads/status.js";
import { assertClose, oddView, reference } from "./asserts.js";

const BINARY = ["_similarity", "_clusters", "_pattern"];
const open = (traits) => {
  const get = (name) => (BINARY.includes(name) ? oddView(traits[name]) : traits[name]);
  return { ...openSimilarity(get), pattern: openPattern(get), tokens: traits._tokens };
};
const data = open(reference.matched),
  unmatched = open(reference.unmatched);

for (const { state, heads, values, ...means } of reference.maps)
  test(`${Object.values(state).join(", ")}: heads, map and means are NumPy's`, () => {
    assert.deepEqual(sortedHeads(data, state), heads);
    assertClose(mapOf(data, state, heads), values, 1e-12);
    const found = meansOf(data, state);
    for (const [name, expected] of Object.entries(means))
      assertClose(found[name], expected, 1e-12, name);
  });

test("untrained heads without clusters of their own stand in the order of the trained ones", () => {
  for (const layer of [0, 1]) {
    const [trained, untrained] = ["trained", "untrained"].map((models) =>
      sortedHeads(unmatched, { models, layer, order: "cluster" }),
    );
    assert.deepEqual(untrained, trained);
    assert.notDeepEqual(
      sortedHeads(data, { models: "untrained", layer, order: "cluster" }),
      trained,
    );
  }
});

test("a pair of heads has one similarity in either order, and a head 1 with itself", () => {
  const state = { models: "trained", measure: "output", layer: 1 };
  assert.equal(inHundredths(data, state, 4, 1), inHundredths(data, state, 1, 4));
  assert.equal(inHundredths(data, state, 5, 5), 100);
});

test("the pattern of a head is that of its seed and number", () => {
  for (const { pattern, ...place } of reference.patterns)
    assertClose(matrix(data.pattern, patternIndex(data, place)), pattern, 1e-6);
});

const opening = {
  models: "trained",
  measure: "pattern",
  layer: 1,
  order: "number",
  first: 3,
  second: 4,
};

test("the status says at first what there is to see, and invites to sort", () => {
  const { same, different } = meansOf(data, opening);
  const text = statusText(data, null, opening);
  const others = `of ${different.toFixed(2)} with different`;
  const numbers = `${same.toFixed(2)} with the same number and ${others}`;
  assert.ok(text.includes(numbers), text);
  assert.match(text, /^In layer 1, by attention pattern, .* Now sort the heads by cluster\.$/);
});

test("then it says what changed: the map, the two heads, or nothing", () => {
  const sorted = statusText(data, opening, { ...opening, order: "cluster" });
  assert.match(sorted, /^In layer 1, .* within a cluster .* between clusters.*\.$/);
  const other = statusText(data, opening, { ...opening, second: 0 });
  assert.match(
    other,
    /^Trained seed 1 head 1 and seed 0 head 0, both cluster 1, have similarities of -?0\.\d\d by /,
  );
  assert.match(
    statusText(data, opening, { ...opening, second: 3 }),
    /^Trained seed 1 head 1, compared with itself\.$/,
  );
  assert.equal(statusText(data, opening, { ...opening }), "");
});

test("clusters are named only where heads were matched", () => {
  assert.equal(clustersText(data, { ...opening, second: 2 }), "clusters 1 and 0");
  const untrained = { ...opening, models: "untrained" };
  assert.equal(clustersText(unmatched, untrained), "");
  assert.equal(clustersText(data, untrained), "both cluster 1");
});
