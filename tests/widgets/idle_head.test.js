// IdleHead: its arithmetic, where its sliders stand, and what its status says.
import assert from "node:assert/strict";
import test from "node:test";
import { headAtQuery } from "../../book/multihead/widgets/idle_head/head.js";
import {
  gateAt,
  isAt,
  numberAt,
  PRESETS,
  placeOf,
  placeOfGate,
  placeOfSink,
  sinkAt,
} from "../../book/multihead/widgets/idle_head/settings.js";
import { statusText } from "../../book/multihead/widgets/idle_head/status.js";
import { assertClose, reference } from "./asserts.js";

const { example, found } = reference;

for (const { state, row, gate, output, norms } of found)
  test(`${JSON.stringify(state)}: as NumPy has it`, () => {
    const head = headAtQuery(example, state);
    assertClose([...head.row.tokens, head.row.null, head.row.sink], row, 1e-14);
    assertClose([head.gate, ...head.output], [gate, ...output], 1e-14);
    assertClose([head.sumNorm, head.outputNorm], norms, 1e-14);
  });

test("scores of any size give no NaN", () => {
  const large = { scores: [1e30, 0], values: [[2], [1]] };
  const state = { sink: 6, gate: null, null_score: 6, masked: false };
  assert.deepEqual(headAtQuery(large, state).output, [2]);
});

test("a slider leads from each place to its number and back", () => {
  for (let place = 0; place < 26; place++) {
    assert.equal(placeOfSink(sinkAt(place)), place);
    assert.equal(placeOfGate(gateAt(place)), place);
    if (place < 25) assert.equal(placeOf(numberAt(place)), place);
  }
  assert.deepEqual([0, 1, 25].map(sinkAt), [null, -6, 6]);
  assert.deepEqual([0, 24, 25].map(gateAt), [-6, 6, null]);
  assert.deepEqual([0, 12, 24].map(numberAt), [-6, 0, 6]);
  assert.equal(placeOf(4.3), placeOf(4.5));
});

const five = {
  scores: [0, 0, 0, 0, 0],
  values: [
    [3, 4],
    [4, -3],
    [-3, 4],
    [3, -4],
    [0, 5],
  ],
};
const preset = Object.fromEntries(PRESETS);
const at = (name, masked = false) => ({ ...preset[name], masked });

test("each preset but the plain one silences the head, and only the gate leaves the row", () => {
  const [plain, ...others] = PRESETS.map(([name]) => headAtQuery(five, at(name)));
  assert.ok(plain.outputNorm > 0.3);
  for (const { outputNorm } of others) assert.ok(outputNorm < 0.02);
  const same = others.map(({ row }) => JSON.stringify(row) === JSON.stringify(plain.row));
  assert.deepEqual(same, [false, true, false]);
});

test("masking the null token brings the output back only where the head relied on it", () => {
  const masked = PRESETS.map(([name]) => headAtQuery(five, at(name, true)).outputNorm > 0.3);
  assert.deepEqual(masked, [true, false, false, true]);
});

test("a preset is told by the sliders, masked or not", () => {
  for (const [name] of PRESETS) {
    const told = PRESETS.filter(([, values]) => isAt(at(name, true), values));
    assert.deepEqual(
      told.map(([other]) => other),
      [name],
    );
  }
});

test("the status says where most of the weight goes, and the norm of the output", () => {
  const says = (state, text) => assert.equal(statusText(five, state), text);
  says(
    at("Plain"),
    "The tokens get 0.83 of the attention weight; the norm of the output is 0.31 of that at a " +
      "working query.",
  );
  says(
    at("Sink logit"),
    "The sink gets 0.96 of the attention weight; the norm of the output is 0.01 of that at a " +
      "working query.",
  );
  says(
    at("Output gate"),
    "The tokens get 0.83 of the attention weight; the gate multiplies the weighted sum by 0.05; " +
      "the norm of the output is 0.01 of that at a working query.",
  );
  says(
    at("Null token", true),
    "With the null token masked, the tokens get 1.00 of the attention weight; " +
      "the norm of the output is 0.37 of that at a working query instead of 0.01.",
  );
  says(
    at("Sink logit", true),
    "With the null token masked, the sink gets 0.97 of the attention weight; " +
      "the norm of the output is 0.01 of that at a working query, as before.",
  );
});
