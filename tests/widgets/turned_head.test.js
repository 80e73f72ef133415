// TurnedHead: what turning changes, and what it does not.
import assert from "node:assert/strict";
import test from "node:test";
import { run, turnedWeights } from "../../book/multihead/widgets/turned_head/heads.js";
import { similarities } from "../../book/multihead/widgets/turned_head/measures.js";
import { statusText } from "../../book/multihead/widgets/turned_head/status.js";
import { assertClose, reference } from "./asserts.js";

const { example, turns } = reference;
const first = run(example.X, example);
const at = (angle, together) =>
  similarities(first, run(example.X, turnedWeights(example, angle, together)));

for (const { angle, together, values } of turns)
  test(`turned by ${angle}, ${together ? "together" : "W_Q, W_V alone"}: as NumPy has it`, () => {
    assertClose(at(angle, together), values, 1e-12);
  });

test("what the head does stays, and its numbers turn like the cosine of the angle", () => {
  for (const angle of [1, 60, 90, 180, 333]) {
    const turnedWeights = Math.cos((angle * Math.PI) / 180);
    assertClose(at(angle, true), [turnedWeights, turnedWeights, turnedWeights, 1, 1, 1], 1e-12);
  }
});

test("the status tells the same head from another", () => {
  assert.match(
    statusText(90, at(90, true)),
    /by 90°: cosine of W_Q 0\.00, of the patterns 1\.00.*the same head/,
  );
  assert.match(statusText(0, at(0, true)), /have the same weights/);
  assert.match(statusText(90, at(90, false)), /a different head/);
});
