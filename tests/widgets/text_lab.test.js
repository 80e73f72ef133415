// TextLab: texts cut as in Python, the model against PyTorch, what each head is worth, its words.
import assert from "node:assert/strict";
import test from "node:test";
import { product } from "../../book/multihead/widgets/base/matrix.js";
import { encode, STRANGE } from "../../book/multihead/widgets/text_lab/byte_pairs.js";
import { jobQueue } from "../../book/multihead/widgets/text_lab/job_queue.js";
import { readLine, tokenBefore } from "../../book/multihead/widgets/text_lab/read_line.js";
import {
  headShares,
  nextShares,
  removeHead,
  runLine,
} from "../../book/multihead/widgets/text_lab/run_line.js";
import { lookText, statusText } from "../../book/multihead/widgets/text_lab/status.js";
import { cachedRuns } from "../../book/multihead/widgets/text_lab/text_model.js";
import { bytesOf, readTextModel } from "../../book/multihead/widgets/text_lab/text_weights.js";
import { tokenLabel } from "../../book/multihead/widgets/text_lab/token_text.js";
import { assertClose, oddView, plainly, reference } from "./asserts.js";

function dataOf({ state, weights }) {
  const [sizes, shapes, tokens] = [state._sizes, state._shapes, state._tokens];
  const view = oddView(weights);
  const size = bytesOf(shapes);
  assert.equal(view.byteLength, sizes.seed * size);
  return {
    sizes,
    tokens,
    labels: tokens.map(tokenLabel),
    seeds: state._seeds,
    allHeads: Array.from({ length: sizes.head }, (_, head) => head),
    numberOf: new Map(tokens.map((token, number) => [token, number])),
    runs: state._seeds.map((_, seed) => cachedRuns(readTextModel(view, shapes, seed * size))),
    model: readTextModel(view, shapes),
  };
}

const [small, stored] = [dataOf(reference.small), dataOf(reference.stored)];

// ---- Tokens --------------------------------------------------------------------------------

test("any text is cut as in Python, and nothing is lost", () => {
  assert.ok(reference.cut.length > 200);
  for (const [text, numbers] of reference.cut) {
    assert.deepEqual(encode(text, stored.numberOf), numbers, JSON.stringify(text));
    assert.equal(numbers.map((number) => stored.tokens[number]).join(""), text);
  }
});

test("tokens are written for readers as in Python", () => {
  assert.deepEqual(stored.tokens.map(tokenLabel), reference.labels);
  assert.equal(tokenLabel("\n        "), "⏎␣×8");
  assert.equal(tokenLabel("  "), "␣␣");
});

test("what cannot be read is said, and a long line is cut", () => {
  const read = (text) => readLine(text, small);
  for (const [text, sign] of [
    ["a\tb", "⇥"],
    ["é", "é"],
    ["a😀", "😀"],
    ["\u202ex", "\uFFFD"],
    ["a\x7f", "\uFFFD"],
  ]) {
    assert.ok(STRANGE.test(text));
    assert.match(read(text).problem, new RegExp(`^“${sign}” is not a character of the model; use`));
  }
  for (const text of ["", "  \n "]) assert.equal(read(text).problem, "There is no code yet");
  assert.equal(read("x".repeat(401)).problem, "There are 401 characters; use at most 400");
  const { tokens, total } = read("x".repeat(400));
  assert.deepEqual([tokens.length, total, tokens[0]], [13, 401, small.numberOf.get("\n")]);
});

test("the token in focus is the last that ends at or before the caret", () => {
  const { tokens } = readLine("x = y", small); // ⏎ x ␣ = ␣ y
  assert.equal(tokens.length, 6);
  const at = [0, 1, 2, 3, 4, 5, 9].map((caret) => tokenBefore(caret, tokens, small.tokens));
  assert.deepEqual(at, [0, 1, 2, 3, 4, 5, 5]);
  const self = readLine("self", stored);
  assert.equal(self.tokens.length, 2);
  assert.deepEqual(
    [0, 1, 3, 4].map((caret) => tokenBefore(caret, self.tokens, stored.tokens)),
    [0, 0, 0, 1],
  );
});

// ---- The model -----------------------------------------------------------------------------

function assertLikePyTorch(data, { seed, on: heads, text, ...expected }) {
  const name = `seed ${seed}, heads ${heads}, ${JSON.stringify(text)}`;
  const [run, on] = [data.runs[seed], data.allHeads.map((head) => heads.includes(head))];
  const { tokens } = readLine(text, data);
  assert.deepEqual(
    tokens.map((token) => data.tokens[token]),
    expected.tokens,
  );
  const line = runLine(run, tokens, on);
  assertClose(line.loss, expected.loss, 1e-4, `${name}: loss`);
  const removals = data.allHeads.map((head) => removeHead(run, tokens, on, line, head).cost);
  assertClose(removals, expected.costs, 1e-4, `${name}: costs`);
  for (const at of tokens.keys()) {
    assertClose(nextShares(line, at), expected.next[at], 1e-4, `${name}: after ${at}`);
    for (const [head, pattern] of expected.patterns.flat().entries())
      assertClose(
        headShares(line, head, at),
        pattern[at].slice(0, at + 1),
        1e-4,
        `${name}: ${head}, ${at}`,
      );
    if (at)
      assert.equal(
        line.tokenShares[at - 1].toFixed(9),
        nextShares(line, at - 1)[tokens[at]].toFixed(9),
      );
  }
}

test("a line is run as by PyTorch, with any heads off, in odd sizes", () => {
  assert.deepEqual(small.sizes, { seed: 3, layer: 2, head: 6, query: 13, text: 400 });
  assert.equal(reference.cases.length, 36);
  for (const one of reference.cases) assertLikePyTorch(small, one);
});

test("a stored seed is run as by PyTorch on 64 tokens", () => {
  assert.equal(reference.stored_cases.length, 2);
  for (const one of reference.stored_cases) assertLikePyTorch(stored, one);
});

test("the token that falls most without a head is found, also of a head that is off", () => {
  const { tokens } = readLine("self.a = self.b", small);
  const every = small.allHeads.map(() => true);
  for (const head of small.allHeads) {
    const rest = every.map((_, other) => other !== head);
    const [there, gone] = [every, rest].map((on) => runLine(small.runs[1], tokens, on));
    const falls = there.tokenShares.map((share, i) => share - gone.tokenShares[i]);
    for (const [on, line] of [
      [every, there],
      [rest, gone],
    ]) {
      const { at, was, share, cost } = removeHead(small.runs[1], tokens, on, line, head);
      assert.equal(at, 1 + falls.indexOf(Math.max(...falls)));
      assertClose(
        [was, share],
        [there.tokenShares[at - 1], gone.tokenShares[at - 1]],
        1e-4,
        `head ${head}`,
      );
      assertClose(cost, gone.loss - there.loss, 1e-4, `head ${head}`);
    }
  }
});

// ---- What is kept ----------------------------------------------------------------------------

/** Runs of the stored model that count multiply-adds. */
function countedRuns() {
  let done = 0;
  const multiply = (a, b) => {
    done += a.reduce((sum, row) => sum + row.length, 0) * b[0].length;
    return product(a, b);
  };
  const run = cachedRuns(stored.model, multiply);
  const spent = () => {
    const products = done;
    done = 0;
    return products;
  };
  return { run, spent };
}

const EVERY = stored.allHeads.map(() => true);
const encoded = (text) => encode(`\n${text}`, stored.numberOf);

/** All nine runs: the line, and what it is without each head. */
function nineRuns(run, tokens, on = EVERY) {
  const line = runLine(run, tokens, on);
  return { line, each: stored.allHeads.map((head) => removeHead(run, tokens, on, line, head)) };
}

/** The multiply-adds of nine runs with what is kept, and of all; the results must be the same. */
function spentOn({ run, spent }, tokens, on) {
  const anew = countedRuns();
  const [removals, all] = [run, anew.run].map((one) => nineRuns(one, tokens, on));
  const rows = ({ line, each }) => [
    [line.loss],
    line.tokenShares,
    ...each.map((one) => Object.values(one)),
    ...tokens.map((_, at) => nextShares(line, at)),
    ...stored.allHeads.flatMap((head) => tokens.map((_, at) => headShares(line, head, at))),
  ];
  const expected = rows(all);
  for (const [i, row] of rows(removals).entries()) {
    assert.equal(row.length, expected[i].length);
    const apart = row.map((number, j) => Math.abs(number - expected[i][j]));
    assert.ok(Math.max(...apart) < 1e-5, `row ${i} of ${tokens}`);
  }
  return [spent(), anew.spent()];
}

const LINE =
  "def first(self, names):\n    return self.names[name] + other.value(name, self.first)\n";
const TEST = "    if self.names is None or not names:\n";
const TYPED = `${LINE}${TEST}        raise ValueError(name, other) from other`;
const KEYS = ".errors"; // up to token 60

test("at 60 tokens the median key at the end costs a tenth of all, or less", () => {
  const runs = countedRuns();
  nineRuns(runs.run, encoded(TYPED));
  runs.spent();
  const times = [...KEYS].map((_, i) => {
    const [kept, all] = spentOn(runs, encoded(TYPED + KEYS.slice(0, i + 1)));
    return all / kept;
  });
  assert.equal(encoded(TYPED + KEYS).length, 60);
  assert.ok(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] >= 10, `${times}`);
});

const CUT = LINE.length - 30;
const WITHOUT = EVERY.map((_, head) => head !== 1 && head !== 6);
const EDITS = {
  "another letter at the end": [LINE, `${LINE}s`],
  "a letter in the middle": [LINE, `${LINE.slice(0, CUT)}s${LINE.slice(CUT)}`],
  "the last letter deleted": [LINE, LINE.slice(0, -1)],
  "letters deleted in the middle": [LINE, LINE.slice(0, CUT) + LINE.slice(CUT + 5)],
  "much pasted in the middle": [LINE, `${LINE.slice(0, 30)}self.value = 1\n${LINE.slice(30)}`],
  "a word that becomes one token": ["a = self.nam", "a = self.name"],
  "another line": [LINE, "import os"],
  "the first letter": [LINE, `D${LINE.slice(1)}`],
};

test("from the first token that an edit changed, and nothing before it, is computed", () => {
  for (const [i, [edit, [before, after]]] of Object.entries(EDITS).entries()) {
    const [runs, on] = [countedRuns(), i % 2 ? WITHOUT : EVERY];
    const [old, tokens] = [before, after].map(encoded);
    nineRuns(runs.run, old, on);
    runs.spent();
    const [kept, all] = spentOn(runs, tokens, on);
    const changed = tokens.findIndex((token, at) => token !== old[at]);
    const fresh = changed < 0 ? 0 : tokens.length - changed;
    assert.equal(kept * tokens.length, all * fresh, edit);
    nineRuns(runs.run, tokens, on);
    assert.equal(runs.spent(), 0, `${edit}, and nothing else`);
  }
});

test("a head that is turned off is not computed again, and memory ends", () => {
  const [runs, tokens] = [countedRuns(), encoded("import os")];
  const off = EVERY.map((_, head) => head !== 3);
  nineRuns(runs.run, tokens);
  runs.spent();
  runLine(runs.run, tokens, off);
  assert.equal(runs.spent(), 0);
  for (let on = 0; on < 64; on++)
    runLine(
      runs.run,
      tokens,
      EVERY.map((_, head) => (on >> head) % 2 === 1),
    );
  runs.spent();
  runLine(runs.run, tokens, off);
  assert.ok(runs.spent() > 0);
});

// ---- Words ---------------------------------------------------------------------------------

function seen(changes = {}) {
  const state = { text: "self.a = self.b", query: 3, heads: small.allHeads, seed: 0, ...changes };
  const { tokens } = readLine(state.text, small);
  const on = small.allHeads.map((head) => state.heads.includes(head));
  const line = runLine(small.runs[state.seed], tokens, on);
  return { ...state, tokens, at: Math.min(state.query, tokens.length - 1), line };
}

const REMOVALS = small.allHeads.map((head) => ({
  cost: [0.1, -0.7, 0.2, 0, 0.3, 0][head],
  at: 1,
  was: 0.5,
  share: 0.25,
}));
const said = (before, now, removals = REMOVALS) =>
  plainly(statusText(small, before, { ...now, removals }));
const first = seen();

test("at first the status says the loss, the next token and the head that matters most", () => {
  const text = said(null, first);
  assert.match(
    text,
    /^The loss is \d\.\d\d nats per token; the next token, “␣”, has a probability of \d+ %\. /,
  );
  const most =
    "Head 0.1 matters most on this line: without it, the loss is 0.70 nats per token lower, " +
    "and 1 “self” has a probability of 25 % instead of 50 %.";
  assert.ok(text.endsWith(most), text);
  const more = REMOVALS.map((one) => ({ ...one, cost: -one.cost }));
  assert.match(
    said(null, first, more),
    /Head 0\.1 matters most on this line: without it, the loss is 0\.70 nats per token higher/,
  );
});

test("what changed is said with what it was before, and nothing twice", () => {
  assert.equal(said(first, { ...first }), "");
  const off = seen({ heads: [0, 2, 3, 4, 5] });
  assert.match(
    said(first, off),
    /^Head 0\.1 is ablated: the loss is .* nats per token(, as before| instead of \d)/,
  );
  assert.match(
    said(first, seen({ seed: 2 })),
    /^Seed 42: the loss is \d\.\d\d nats per token; the/,
  );
  assert.match(said(first, seen({ query: 5 })), /^A different token: the loss/);
  assert.match(
    said(first, seen({ text: "a", query: 1 })),
    /^A different line: .*the most likely next token, /,
  );
});

test("what a head attends to most is said with its position", () => {
  const shares = headShares(first.line, 4, 3);
  const top = Math.max(...shares);
  const name = `${shares.indexOf(top)} ${small.labels[first.tokens[shares.indexOf(top)]]}`.replace(
    / (.*)/,
    " “$1”",
  );
  assert.equal(
    plainly(lookText(small, first, 4)),
    `head 1.1 attends most to ${name}: ${Math.round(100 * top)} %`,
  );
});

test("jobs are done in turn, and those of before are dropped", async () => {
  const [turns, done] = [jobQueue(), []];
  const job = (item) => done.push(item) && 10 * item;
  turns.start([1, 2], job, () => assert.fail("dropped"));
  assert.deepEqual(done, []);
  const results = await new Promise((finish) => turns.start([3, 4, 5], job, finish));
  assert.deepEqual(
    [results, done],
    [
      [30, 40, 50],
      [3, 4, 5],
    ],
  );
  turns.start([6], job, () => assert.fail("stopped"));
  turns.stop();
  await new Promise((later) => setTimeout(later, 20));
  assert.deepEqual(done, [3, 4, 5]);
});
