// MoneyBank's arithmetic against NumPy, and the sums and numbers that it writes.
import assert from "node:assert/strict";
import test from "node:test";
import { computeLayer } from "../../book/multihead/widgets/money_bank/layer.js";
import { matrices } from "../../book/multihead/widgets/money_bank/matrices.js";
import {
  readNumber,
  refusal,
  show,
  withEntry,
} from "../../book/multihead/widgets/money_bank/numbers.js";
import { STEPS, stageOf } from "../../book/multihead/widgets/money_bank/steps.js";
import { plainText, sumOf } from "../../book/multihead/widgets/money_bank/sums.js";
import { assertClose, reference } from "./asserts.js";

// ---- The layer -------------------------------------------------------------------------------

test("every step equals NumPy", () => {
  for (const { form, numbers, weights, steps } of reference.layers) {
    const ours = computeLayer(numbers, form);
    assert.deepEqual(ours.weights, weights);
    for (const [name, values] of Object.entries(steps))
      assertClose(ours[name], values, (x) => 1e-11 + 1e-11 * Math.abs(x), name);
  }
});

test("what overflows is infinite or not a number, as in NumPy", () => {
  const { numbers, steps } = reference.overflowing;
  const ours = computeLayer(numbers, "wide");
  const number = (text) => Number(text.replace("inf", "Infinity"));
  for (const [name, texts] of Object.entries(steps))
    assertClose(ours[name], texts.map(number), (x) => 1e-14 * Math.abs(x), name);
  assert.ok(steps.Q.includes("inf"));
  assert.ok(steps.pattern.includes("nan"));
});

// ---- Numbers ---------------------------------------------------------------------------------

test("what may be typed", () => {
  const typed = {
    3: 3,
    " -0.5 ": -0.5,
    "1e30": 1e30,
    "+.5": 0.5,
    "2.": 2,
    "1,5": 1.5,
    "−2": -2,
    "-0": 0, // not -0
    "1E-3": 0.001,
  };
  for (const [text, number] of Object.entries(typed))
    assert.ok(Object.is(readNumber(text), number), text);
});

test("what is refused, and why", () => {
  const refused = {
    "": "An empty entry is not a number",
    "  ": "An empty entry is not a number",
    abc: "“abc” is not a number",
    "-": "“-” is not a number",
    "1e": "“1e” is not a number",
    "1 2": "“1 2” is not a number",
    "0x10": "“0x10” is not a number",
    NaN: "“NaN” is not a number",
    Infinity: "“Infinity” is not a number",
    "1e999": "1e999 is too large: numbers end at 1.8e308",
    "−1,5e999": "−1,5e999 is too large: numbers end at 1.8e308",
    "1,000,000": "“1,000,000” is not a number",
  };
  for (const [text, why] of Object.entries(refused)) {
    assert.equal(readNumber(text), undefined, text);
    assert.equal(refusal(text), why);
  }
});

test("the page writes numbers as Python does", () => {
  for (const [x, text] of reference.texts) {
    assert.equal(show(x), text);
    assert.ok(Math.abs(Number(text) - x) <= Math.max(0.005, 0.005 * Math.abs(x)) * (1 + 1e-9));
  }
  assert.equal(show(2 + 4e-16), "2");
});

// ---- Steps and sums --------------------------------------------------------------------------

test("every step that Python puts in order has its words here", () => {
  assert.deepEqual(Object.keys(STEPS), reference.steps);
});

/** Every entry of every step that makes one: its matrix, row, column and value, and its sum. */
function allSums(numbers, form) {
  const all = matrices(numbers, form, reference.words, reference.coordinates);
  const stages = reference.steps.flatMap((step) =>
    [0, 1].flatMap((head) => [..."QKV"].map((name) => stageOf(step, all, head, name))),
  );
  return stages.flatMap((stage) =>
    (stage.c?.values ?? []).flatMap((row, i) =>
      row.map((x, j) => ({ name: stage.c.name, i, j, x, text: plainText(sumOf(stage, i, j)) })),
    ),
  );
}

function valueIn(expression) {
  const code = expression
    .replaceAll("×", "*")
    .replaceAll("÷", "/")
    .replaceAll("e^", `${Math.E} ** `)
    .replace(/√(\d+)/g, "Math.sqrt($1)");
  return new Function(`return ${code}`)();
}

test("every sum written out comes to its entry", () => {
  for (const form of reference.forms) {
    const sums = allSums(reference.halves, form);
    assert.ok(new Set(sums.map(({ text }) => text)).size > 60);
    for (const { name, x, text } of sums) {
      const [left, ...sides] = text.replace(/ \([^()]*\)$/, "").split(/ [=≈] /);
      assert.ok(left.startsWith(`${name} [`));
      assert.ok(Math.abs(Number(sides.at(-1)) - x) <= 0.005 + 1e-12, text);
      if (sides[0].startsWith("Z")) continue; // in step 7 an entry is only moved
      // Terms are written with two decimals, and there are at most eight of them.
      for (const side of sides) assert.ok(Math.abs(valueIn(side) - x) <= 0.06, text);
      if (!text.includes("≈")) assert.ok(Math.abs(valueIn(sides[0]) - x) <= 1e-12, text);
    }
  }
});

const sumsOf = (numbers) =>
  new Map(allSums(numbers, "wide").map(({ name, i, j, text }) => [`${name} ${i} ${j}`, text]));

test("the sums that the chapter writes out", () => {
  const sums = sumsOf(reference.chapter);
  const has = (entry, part) => assert.ok(sums.get(entry).includes(part), sums.get(entry));
  assert.equal(sums.get("Q₁ 1 1"), "Q₁ [bank, 2] = 1 × 0 + 1 × 0 + 0 × 0 + 2 × 1 = 2");
  has("scores₁ 1 0", "= (1 × 1 + 2 × 1 + 0 × 2 + 1 × 1) ÷ √4 = 4 ÷ 2 = 2");
  has("pattern₁ 1 0", "= e^2 ÷ (e^2 + e^0) ≈ 7.39 ÷ (7.39 + 1) ≈ 0.88 (0.880797078)");
  has("Z₁ 1 2", "Z₁ [bank, 3] = 0.88 × 3 + 0.12 × 1 ≈ 2.76 ");
  assert.equal(sums.get("Z′ 1 6"), "Z′ [bank, 7] = Z₂ [bank, 3] = 2");
  has("output 1 0", " ≈ 4.26 (");
});

test("large scores are written with the largest taken off", () => {
  const numbers = { ...reference.chapter, X: withEntry(reference.chapter.X, [1, 1], 1e30) };
  const text = sumsOf(numbers).get("pattern₂ 1 1");
  assert.match(text, /^Subtract the row's largest score, .* = 1$/);
  assert.ok(!text.includes("NaN"));
});
