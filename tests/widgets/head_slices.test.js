// HeadSlices: which numbers a head gets, and which it is made of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { cutIntoHeads, entriesUsed, sum } from "../../book/multihead/widgets/head_slices/slices.js";
import { statusText } from "../../book/multihead/widgets/head_slices/status.js";

const { example, heads } = JSON.parse(readFileSync(process.env.REFERENCE));

for (const { cut, head, queries } of heads) {
  test(`head ${head}, ${cut}: its numbers are PyTorch's`, () => {
    const { Q, places } = cutIntoHeads(example, cut, head);
    assert.deepEqual(
      places.map((row) => row.map(([i, j]) => Q[i][j])),
      queries,
    );
  });

  test(`head ${head}, ${cut}: only the marked numbers matter, and each does`, () => {
    const values = (changed) => {
      const { Q, places } = cutIntoHeads({ ...example, ...changed }, cut, head);
      return JSON.stringify(places.flat().map(([i, j]) => Q[i][j]));
    };
    const used = entriesUsed(example, cutIntoHeads(example, cut, head));
    for (const name of ["X", "W"])
      example[name].forEach((row, i) => {
        row.forEach((_, j) => {
          const changed = structuredClone(example[name]);
          changed[i][j] += 1000.5;
          // Another factor of 0 would hide the change, so the other matrix has none.
          const other = name === "X" ? "W" : "X";
          const full = { [other]: example[other].map((r) => r.map((v) => v + 3)) };
          const moved = values({ ...full, [name]: changed }) !== values(full);
          assert.equal(moved, used[name][i][j], `${name}[${i}][${j}]`);
        });
      });
  });
}

test("a sum is written out as it is computed", () => {
  const whole = cutIntoHeads(example, "output", 0),
    cut = cutIntoHeads(example, "input", 0);
  assert.equal(sum(example, whole, [1, 0]), "1·1 + 1·2 + 0·0 + 2·1");
  assert.equal(sum(example, cut, [1, 0]), "1·1 + 1·2");
});

test("the status says what a head reads", () => {
  assert.match(statusText(example, "output", 1), /^Head 1 reads all four entries of every word/);
  assert.match(statusText(example, "input", 1), /^Head 1 reads only columns 2 and 3 of X: two of/);
  assert.match(statusText(example, "memory", 0), /row for .bank. holds entries of .money/);
  assert.match(statusText(example, "memory", 1), /row for .money. holds entries of .bank/);
});
