// HeadExplorer's arithmetic, against NumPy; see head_explorer_reference.py.
import assert from "node:assert/strict";
import test from "node:test";
import {
  matrix,
  matrixIndex,
  openPattern,
  shares,
} from "../../book/multihead/widgets/base/patterns.js";
import { inkOn, shade } from "../../book/multihead/widgets/base/shades.js";
import { largest, minus } from "../../book/multihead/widgets/head_explorer/cells.js";
import {
  cellAt,
  geometry,
  keyPlace,
  pictureWidth,
} from "../../book/multihead/widgets/head_explorer/geometry.js";
import { byStrength } from "../../book/multihead/widgets/head_explorer/line_strengths.js";
import {
  openVectors,
  shareSteps,
  vectors,
} from "../../book/multihead/widgets/head_explorer/share_steps.js";
import { statusText } from "../../book/multihead/widgets/head_explorer/status.js";
import { assertClose, oddView, reference } from "./asserts.js";

const getter = (traits) => (name) =>
  typeof traits[name] === "string" ? oddView(traits[name]) : traits[name];

const upTo = (n) => [...Array(n).keys()];

/** deepEqual, without writing out thousands of numbers where they differ. */
function sameNumbers(found, expected) {
  assert.equal(found.length, expected.length);
  const i = found.findIndex((x, place) => x !== expected[place]);
  assert.equal(found[i], expected[i], `at place ${i}`);
}

for (const { traits, shares: expected } of reference.patterns)
  test(`shares: ${traits._sizes.query} of ${traits._sizes.key}, causal: ${traits._causal}`, () => {
    const pattern = openPattern(getter(traits)),
      left = [...expected];
    for (const seed of upTo(3))
      for (const step of upTo(2))
        for (const layer of upTo(2))
          for (const head of upTo(5)) {
            const index = matrixIndex(pattern.sizes, { seed, step, layer }, head);
            const rows = upTo(pattern.n).map((query) => shares(pattern, index, query));
            sameNumbers(rows.flat(), left.shift());
            sameNumbers([...matrix(pattern, index)], rows.flat());
          }
    assert.equal(left.length, 0);
  });

test("from queries and keys to the share, step by step", () => {
  const { traits, mask, ways } = reference.scores,
    given = openVectors(getter(traits)),
    { _sizes: sizes } = traits;
  for (const { seed, step, head, query, key, ...expected } of ways) {
    const index = matrixIndex(sizes, { seed, step, layer: 0 }, head);
    const [q, k] = [given.queries, given.keys].map((all) => vectors(all, index, 7, given.width));
    const allowed = [...given.mask.subarray(7 * query, 7 * query + 7)];
    assert.deepEqual(allowed, mask[query]);
    const found = shareSteps(q[query], k, allowed, key);
    assert.deepEqual(found.products, expected.products);
    for (const name of ["dot", "score", "share"]) assertClose(found[name], expected[name], 1e-12);
  }
});

test("a widget without queries and keys has no vectors", () => {
  assert.deepEqual(openVectors(getter(reference.patterns[0].traits)), {});
});

test("a hidden key gets nothing", () => {
  assert.equal(shareSteps([1], [[5], [9]], [1, 0], 1).share, 0);
});

test("differences, shades, the largest cell and lines agree with NumPy", () => {
  for (const { numbers, ...expected } of reference.differences) {
    assert.deepEqual(minus(numbers, [...numbers].reverse()), expected.minus_reversed);
    assertClose(numbers.map(shade), expected.shades, 1e-15);
    const { query, key, value } = largest(numbers, 5);
    assert.equal(Math.abs(value), expected.largest);
    assert.equal(numbers[5 * query + key], value);
    assert.deepEqual(byStrength(numbers, 5).slice(1), expected.more);
    assert.deepEqual(byStrength(numbers, 5, -1).slice(1), expected.less);
    assert.deepEqual(byStrength(numbers, 5, 1, 3).slice(1), expected.query_3);
    assert.deepEqual(byStrength(numbers, 5)[0], []);
  }
});

const PICTURES = ["heatmap", "lines"].flatMap((view) =>
  [1, 2, 7, 29, 128].flatMap((n) => [
    [view, n, 150, 30, n],
    [view, n, 348, 90, n],
    [view, n, 348, 90, n + 1],
  ]),
);

for (const [view, n, width, label, nKeys] of PICTURES)
  test(`the middle of each cell is in it: ${view}, ${n} of ${nKeys}, ${width} px`, () => {
    const g = geometry(view, n, width, label, nKeys),
      middle = (key) => (keyPlace(n, key) + 0.5) * g.row,
      nowhere = { query: -1, key: -1 };
    for (const query of upTo(n)) {
      const y = g.top + (query + 0.5) * g.row;
      if (view === "lines") {
        assert.deepEqual(cellAt(g, 5, y, nowhere), { query, key: -1 });
      } else
        for (const key of upTo(nKeys))
          assert.deepEqual(cellAt(g, g.left + middle(key), y, nowhere), { query, key });
    }
    if (view === "lines")
      for (const key of upTo(nKeys))
        assert.deepEqual(cellAt(g, width - 5, g.top + middle(key), nowhere), { query: -1, key });
    const apart = (n + 0.25) * g.row; // between the last token and a sink
    const [x, y] = view === "lines" ? [width - 5, g.top + apart] : [g.left + apart, g.top + 1];
    assert.equal(cellAt(g, x, y, nowhere), null);
    const end = middle(nKeys - 1) + g.row / 2;
    assert.ok(g.top + (view === "lines" ? end : g.row * n) <= g.height);
    assert.ok((view === "lines" ? g.right : g.left + end) <= width);
    assert.equal(cellAt(g, 5, g.top - 1, nowhere), null);
    assert.equal(cellAt(g, 5, g.height, nowhere), null);
  });

test("pictures fit the widget, three beside each other where there is room", () => {
  for (const width of [150, 320, 479, 480, 1280])
    for (const n of [1, 7, 29, 128])
      for (const heads of [1, 4, 8]) {
        const three = 3 * pictureWidth(width, n, heads, 3) + 32;
        assert.ok(pictureWidth(width, n, heads, 1) <= width);
        assert.ok(width < 480 || three <= width);
      }
  assert.equal(pictureWidth(320, 128, 8, 3), 320);
  assert.equal(pictureWidth(358, 8, 1, 3), 171); // on a phone two of three beside each other,
  assert.equal(pictureWidth(358, 8, 2, 3), 108); // and of more heads all three
});

test("ink on every colour reads at 4.5 to 1", () => {
  for (const [r, g, b, luminance] of reference.luminances) {
    const black = inkOn([r, g, b]) === "#000";
    const contrast = black ? (luminance + 0.05) / 0.05 : 1.05 / (luminance + 0.05);
    assert.ok(contrast >= 4.5, `${contrast} on ${[r, g, b]}`);
  }
});

const WIDGET = {
  ...openPattern(getter(reference.patterns[0].traits)),
  allHeads: upTo(5),
  names: { seed: ["11", "5", "42"], step: ["0", "90"] },
  labels: [..."abcdefg"],
};
const BEFORE = {
  ...{ heads: [0, 1], layer: 0, seed: 0, step: 0, compare: null },
  ...{ view: "heatmap", query: 6, key: 2 },
};
const CELL = "Query 6 \u2068g\u2069 → key 2 \u2068c\u2069";
const CHANGES = [
  [{}, ""],
  [{ heads: [0, 1, 3] }, "Head 3 is on. 3 of 5 heads are on."],
  [{ heads: [1] }, "Head 0 is off. 1 of 5 heads is on."],
  [{ heads: [0, 2] }, "2 of 5 heads are on."],
  [{ heads: [] }, "0 of 5 heads are on."],
  [{ view: "lines" }, "Patterns are drawn as lines."],
  [{ heads: [], layer: 1 }, `0 of 5 heads are on. Layer 1. ${CELL}: no head is on.`],
  [
    { heads: [0], seed: 2 },
    `Head 1 is off. 1 of 5 heads is on. Seed 42. ${CELL}: attention weight `,
  ],
  [{ compare: 1 }, `It is compared with seed 5. ${CELL}: attention weight `],
  [{ step: 1, view: "lines" }, `Patterns are drawn as lines. Step 90. ${CELL}: attention weight `],
  [{ key: 0 }, "Query 6 \u2068g\u2069 → key 0 \u2068a\u2069: attention weight "],
];

for (const [change, sentence] of CHANGES)
  test(`the status after ${JSON.stringify(change)}`, () => {
    const found = statusText(WIDGET, { ...BEFORE, ...change }, BEFORE);
    const numbers = found.slice(sentence.length);
    assert.equal(found.slice(0, sentence.length), sentence);
    const one = /\d\.\d{3}/.source,
      two = `${one} − ${one} = [+-]?${one}`;
    const each = "compare" in change ? two : one;
    const one0 = `^${each} in head 0`;
    const rest = "heads" in change ? `${one0}\\.$` : `${one0}, ${each} in head 1\\.$`;
    assert.match(numbers, sentence.endsWith("weight ") ? RegExp(rest) : /^$/);
  });
