// SentenceLab: the model against PyTorch, reading what is typed, and its words.
import assert from "node:assert/strict";
import test from "node:test";
import { percent } from "../../book/multihead/widgets/base/percent.js";
import { ranked } from "../../book/multihead/widgets/base/ranked.js";
import {
  answerShares,
  runSentence,
} from "../../book/multihead/widgets/sentence_lab/run_sentence.js";
import {
  completed,
  nearWords,
  readSentence,
  relationsAt,
  suggestions,
  wordPlace,
} from "../../book/multihead/widgets/sentence_lab/sentences.js";
import {
  answerText,
  fullName,
  statusText,
} from "../../book/multihead/widgets/sentence_lab/status.js";
import { runModel } from "../../book/multihead/widgets/token_model/run_model.js";
import { readWeights } from "../../book/multihead/widgets/token_model/weights.js";
import { assertClose, plainly, reference } from "./asserts.js";

const { state, weights, cases, texts } = reference;
const [words, sizes] = [state._words, state._sizes];
const packed = Buffer.from(weights, "base64");
const data = {
  words,
  sizes,
  seeds: state._seeds,
  questions: state._questions,
  known: state._kinds.flatMap(([, tokens]) => tokens.map((token) => words[token])),
  weights: readWeights(packed, state._shapes, sizes.seed),
};
const tokensOf = (text) => readSentence(text, data).tokens;
const idOf = (word) => words.indexOf(word);

// ---- The model -----------------------------------------------------------------------------

const onOf = (heads) => Array.from({ length: sizes.head }, (_, head) => heads.includes(head));
const padded = (tokens) => [...tokens, ...Array(sizes.pos - tokens.length).fill(0)];

test("every word of an answer has PyTorch's probability, at each position, any heads off", () => {
  assert.ok(new Set(cases.map(({ seed }) => seed)).size === 3 && cases.length > 70);
  for (const { seed, tokens, on, shares } of cases) {
    const { last } = runModel(data.weights[seed], padded(tokens), onOf(on));
    shares.forEach((relations, at) => {
      relations.forEach((expected, relation) => {
        const outputs = answerShares(data.weights[seed], last[at], relation, words.length);
        assertClose(outputs, expected, 1e-9, `seed ${seed}, ${at}, relation ${relation}`);
      });
    });
  }
});

test("patterns, where what is written comes from, and its length are PyTorch's", () => {
  for (const { seed, tokens, on, pattern, parts, lengths } of cases) {
    const n = tokens.length,
      at = n - 1;
    const { heads } = runSentence(data, { tokens, at, heads: on, seed });
    heads.forEach(({ looks, writes, length }, head) => {
      for (const [outputs, all] of [
        [looks, pattern[head][at]],
        [writes, parts[head][at]],
      ]) {
        const blanks = all.slice(n).reduce((a, b) => a + b, 0);
        assertClose(outputs, [...all.slice(0, n), blanks], 1e-9, `seed ${seed}, head ${head}`);
      }
      assertClose(length, lengths[head][at], 1e-9, `seed ${seed}, head ${head}: length`);
    });
  }
});

test("the answers are those of the word's own relations, the previous word last", () => {
  const tokens = tokensOf("the man saw the dog with this boat because it was wide");
  const names = (at) => relationsAt(padded(tokens), at, data.questions);
  const told = tokens.map((_, at) => names(at).map((i) => data.questions[i].name));
  const [previous, determiner] = ["previous word", "determiner → noun"];
  assert.deepEqual(told[0], [determiner]);
  assert.deepEqual(told[1], [previous]);
  assert.deepEqual(told[2], ["verb → object", "verb → subject", previous]);
  assert.deepEqual(told[5], ["preposition → noun", previous]);
  assert.deepEqual(told[7], ["phrase → verb or noun", previous]);
  assert.deepEqual(told[9], ["pronoun → antecedent", previous]);
  for (const { tokens, asked } of cases)
    assert.deepEqual(
      asked,
      asked.map((_, at) => relationsAt(padded(tokens), at, data.questions)),
    );
  const small = tokensOf("the man saw the dog with this small boat");
  assert.equal(data.questions[relationsAt(small, 8, data.questions)[0]].after, idOf("with"));
  assert.deepEqual(relationsAt(small, 4, data.questions), [0]);
  const { answers } = runSentence(data, { tokens, at: 9, heads: [], seed: 1 });
  assert.deepEqual(
    answers.map(({ relation }) => relation),
    names(9),
  );
});

// ---- What is typed -------------------------------------------------------------------------

test("a text is read as Python reads it, or refused as Python refuses it", () => {
  for (const { text, tokens } of texts)
    assert.deepEqual(readSentence(text, data).tokens ?? null, tokens, text);
  assert.ok(texts.some(({ tokens }) => tokens) && texts.some(({ tokens }) => !tokens));
});

test("a refusal names the word and near words", () => {
  const { problem } = readSentence("the anmal saw it", data);
  assert.match(problem, /“anmal”.*near: animal/);
  assert.match(
    readSentence("the zzzzzz", data).problem,
    /“zzzzzz” is not one of the model's 31 words; each list/,
  );
  assert.match(readSentence("it ".repeat(18), data).problem, /18 words; use at most 17/);
  assert.match(readSentence(" ", data).problem, /1 to 17 words/);
});

test("words with the fewest letters apart are near, the nearest first", () => {
  const near = ["cross", "crossed", "caught", "it", "dog"];
  assert.deepEqual(nearWords("crosed", near), ["crossed", "cross"]);
  assert.deepEqual(nearWords("gxx", near), []);
  assert.deepEqual(nearWords("x".repeat(1e5), near), []);
});

test("a word begun is suggested, a mistyped one replaced, a whole one left", () => {
  assert.deepEqual(suggestions("the a", data.known, 6), ["animal", "astronomer"]);
  assert.deepEqual(suggestions("the strete", data.known, 6), ["street"]);
  assert.deepEqual(suggestions("the animal", data.known, 6), []);
  assert.deepEqual(suggestions("the ", data.known, 6), []);
  assert.equal(suggestions("t", data.known, 2).length, 2);
  assert.equal(completed("the a", "animal"), "the animal ");
});

test("in another sentence the same word attends, or the same position", () => {
  const tokens = tokensOf("it saw the dog because it was wide");
  assert.equal(wordPlace(tokens, idOf("it"), 7), 5);
  assert.equal(wordPlace(tokens, idOf("it"), 1), 0);
  assert.equal(wordPlace(tokens, idOf("map"), 3), 3);
});

// ---- Words ---------------------------------------------------------------------------------

test("only nothing is called 0 % and only all is called 100 %", () => {
  const told = [0, 1e-9, 0.004, 0.005, 0.5, 0.994, 0.998, 1].map(percent).map(plainly);
  const expected = ["0 %", "<1 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", "100 %"];
  assert.deepEqual(told, expected);
  assert.deepEqual(ranked([0.1, 0.7, 0.2], 2), [1, 2]);
  const shares = words.map((word) => (word === "dog" ? 0.75 : 0));
  assert.equal(plainly(answerText(words, "it", shares)), "it → dog 75 %");
  assert.equal(plainly(answerText(words, "it", [1])), "it → end 100 %");
  assert.equal(fullName(5, sizes), "Layer 1 head 2");
});

test("the status says what changed, the answer, and the answer before", () => {
  const all = [0, 1, 2, 3, 4, 5];
  const stateOf = (text, word, more = {}) => ({
    state: { tokens: tokensOf(text), at: 1, heads: all, seed: 0, shading: "looks", ...more },
    outputs: { answers: [{ shares: words.map((other) => (other === word ? 1 : 0)) }] },
  });
  const first = stateOf("the dog saw", "dog");
  const said = (now) => plainly(statusText(data, first, now));
  assert.match(plainly(statusText(data, undefined, first)), /^dog → dog 100 %\. Swap a word/);
  assert.equal(said(first), "dog → dog 100 %, as before.");
  assert.equal(
    said(stateOf("the dog crossed", "map")),
    "“crossed” for “saw”: dog → map 100 %. Before: dog → dog 100 %.",
  );
  assert.match(
    said(stateOf("a dog saw it".replace("a ", "the "), "dog")),
    /^A different sentence: /,
  );
  assert.match(
    said(stateOf("the dog saw", "map", { heads: [0, 1, 2, 4, 5], seed: 2 })),
    /^Layer 1 head 0 is ablated; seed 2: dog → map/,
  );
  assert.match(
    said(stateOf("the dog saw", "dog", { shading: "writes" })),
    /^Shaded by what heads write: dog → dog 100 %, as before/,
  );
  assert.equal(said(stateOf("the dog saw", "map", { at: 2 })), "saw → map 100 %.");
  const none = { ...first, outputs: { answers: [] } };
  assert.match(said(none), /^No relation starts at “dog”\. Before/);
});
