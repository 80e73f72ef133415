// HeadToggle's arithmetic against PyTorch and NumPy, and its words.
import assert from "node:assert/strict";
import test from "node:test";
import { answer, headsAt, openData } from "../../book/multihead/widgets/head_toggle/data.js";
import { errors, fate, sameRole } from "../../book/multihead/widgets/head_toggle/errors.js";
import { amount, listText, placeName } from "../../book/multihead/widgets/head_toggle/format.js";
import {
  outcomeText,
  statusText,
  whichHeadsText,
} from "../../book/multihead/widgets/head_toggle/status.js";
import { viewState } from "../../book/multihead/widgets/head_toggle/view_state.js";
import { assertClose, oddView, reference } from "./asserts.js";

function open({ state, binary }) {
  return openData((name) => (name in binary ? oddView(binary[name]) : state[name]));
}

test("every loss is that of PyTorch without the heads, to a millionth", () => {
  const { widget, cases } = reference.layers;
  const data = open(widget);
  assert.equal(cases.length, 3 * 2 * 8);
  for (const { seed, step, on, errors: wanted } of cases) {
    const got = errors(data, { seed, step }, on);
    assertClose(got.all, wanted.all, 3e-6 * wanted.all, `all, ${on}`);
    for (const kind of ["positions", "outputs"]) {
      assertClose(got[kind], wanted[kind], (error) => 3e-6 * error, `${kind}, ${on}`);
    }
  }
  const smallest = Math.min(...cases.map((each) => each.errors.all));
  assert.ok(5e-9 < smallest && smallest < 2e-8);
});

test("answers are those of PyTorch but for half a step for each head", () => {
  const { widget, cases } = reference.layers;
  const data = open(widget);
  for (const { seed, step, on, answer: wanted } of cases) {
    const got = answer(data, { seed, step, on });
    assertClose(got, wanted, (on.length * data.unit) / 2 + 1e-9, `${on}`);
  }
});

test("heads that cancel lose no more digits than is promised", () => {
  for (const { widget, cases } of reference.cancelling) {
    const data = open(widget);
    for (const { on, roots, allowed } of cases) {
      const { positions } = errors(data, { seed: 0, step: 0 }, on);
      assert.equal(positions.length, roots.length);
      for (const [i, error] of positions.entries())
        assertClose(Math.sqrt(error), roots[i], allowed[i], `position ${i}, ${on}`);
    }
  }
});

test("matched heads stand where the first seed has theirs", () => {
  const order = [
    [0, 1, 2],
    [2, 0, 1],
  ];
  assert.deepEqual(headsAt({ order }, [0, 2], 1, true), [2, 1]);
  assert.deepEqual(headsAt({ order }, [0, 2], 1, false), [0, 2]);
});

test("an output is lost if it was good and is now as bad as with no head", () => {
  const cases = [
    [0.95, 0.1, "lost"],
    [0.85, 0.1, "worse"],
    [0.95, 0.7, "worse"],
    [0.45, 0.4, "kept"],
    [0.1, 0.3, "better"],
  ];
  for (const [now, full, wanted] of cases) assert.equal(fate(now, full, 1), wanted);
});

test("two heads have the same role if the same outputs get worse without them", () => {
  assert.equal(sameRole(["worse", "kept"], ["lost", "kept"]), true);
  assert.equal(sameRole(["kept", "kept"], ["lost", "worse"]), false);
  assert.equal(sameRole(["kept", "kept"], ["better", "kept"]), null);
});

// ---- Words -----------------------------------------------------------------------------------

test("numbers have three digits, and only 0 is 0", () => {
  const texts = [0, 0.525, 1.04, -0.5, 1.234e-4, 0.001, 12345, -3e-9].map((x) => amount(x));
  const wanted = ["0", "0.525", "1.04", "-0.500", "1.2e-4", "0.00100", "1.2e+4", "-3.0e-9"];
  assert.deepEqual(texts, wanted);
  assert.deepEqual(
    [0.5, -0.5, 0].map((x) => amount(x, true)),
    ["+0.500", "-0.500", "0"],
  );
});

test("places have letters while heads are matched, with a number after Z", () => {
  const names = [0, 1, 25, 26, 53].map((place) => placeName(place, true));
  assert.deepEqual(names, ["A", "B", "Z", "A1", "B2"]);
  assert.equal(placeName(26, false), "26");
});

test("lists read as a sentence does", () => {
  assert.deepEqual(
    [[1], [1, 2], [1, 2, 3]].map((names) => listText(names, "head", "heads")),
    ["head 1", "heads 1 and 2", "heads 1, 2 and 3"],
  );
});

test("heads are named in as few words as will do", () => {
  const name = (place) => `${place}!`;
  assert.equal(whichHeadsText([0, 1], [], name), "with all heads,");
  assert.equal(whichHeadsText([], [0, 1], name), "with no head, the output is 0 and");
  assert.equal(whichHeadsText([1], [0, 2], name), "with head 1! alone,");
  assert.equal(whichHeadsText([1, 2], [0, 3], name), "with heads 0! and 3! ablated,");
});

test("outputs are told by what became of them", () => {
  const told = outcomeText(["x", "y", "z", "u"], ["better", "lost", "kept", "lost"]);
  assert.equal(told, "\u2068y\u2069 and \u2068u\u2069 are lost, \u2068x\u2069 gets better");
  assert.equal(outcomeText(["x"], ["worse"]), "\u2068x\u2069 gets worse");
  assert.equal(outcomeText(["x"], ["kept"]), "no output changes much");
});

const layer = open(reference.layers.widget);

/** The status line when the reader of `data` goes from one state to another. */
function told(before, now, data = layer) {
  const first = { heads: [0, 1, 2], seed: 0, step: 1, compare: null, matched: false };
  const stateOf = (state) => viewState(data, (name) => ({ ...first, ...state })[name]);
  return statusText(data, stateOf(before), stateOf(now));
}

/** Its sentences before those about the loss. */
function change(...states) {
  const text = told(...states);
  return text.slice(0, text.search(/With|Seed /)).trim();
}

test("the status line tells what the reader changed", () => {
  assert.equal(change({}, {}), "");
  assert.equal(change({}, { heads: [0, 2] }), "Head 1 is off.");
  assert.equal(change({ heads: [1] }, { heads: [1, 2] }), "Head 2 is on.");
  assert.equal(change({ heads: [0] }, { heads: [0, 1, 2] }), "3 of 3 heads are on.");
  assert.equal(change({ step: 0 }, {}), "Step 1.");
  assert.equal(change({ step: 0 }, { heads: [1, 2] }), "Head 0 is off. Step 1.");
  assert.equal(change({ matched: true }, {}), "Heads are called by their own numbers.");
});

test("matching tells which heads are ablated instead of which, if some are and were", () => {
  const data = { ...layer, order: [[1, 2, 0]] };
  const swapTexts = (before, now) =>
    change({ heads: before }, { heads: now, matched: true }, data).split("seed 0. ")[1];
  assert.equal(
    swapTexts([0], [0]),
    "In seed 0, heads 0 and 2 are now ablated instead of heads 1 and 2.",
  );
  assert.equal(swapTexts([0], [0, 1, 2]), undefined);
  assert.equal(swapTexts([0, 1, 2], [0]), undefined);
});

test("a loss has its seed before it if the seed is new or one of two", () => {
  const text = (...states) => told(...states).replace(/[\d.e-]+\d/g, "#");
  assert.equal(text({}, {}), "With all heads, the loss is #.");
  assert.equal(text({ seed: 1 }, {}), "Seed 0: with all heads, the loss is #.");
  assert.equal(
    text({}, { compare: 2 }),
    "Seed 0: with all heads, the loss is #. Seed 2: with all heads, the loss is #.",
  );
  assert.match(
    text({}, { heads: [] }),
    /^0 of 3 heads are on. With no head, the output is 0 and the/,
  );
});
