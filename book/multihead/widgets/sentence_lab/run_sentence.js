// What is shown of a sentence, in numbers.
import { softmax } from "../base/softmax.js";
import { runModel } from "../token_model/run_model.js";
import { relationsAt } from "./sentences.js";

/**
 * Run the model of `state` and read the row of its word. For each head: its attention weight on
 * each word, the fraction of what it writes that comes from each word, and the norm of what it
 * writes. The last weight is of all blanks together. For each relation of the word: each word's
 * probability.
 */
export function runSentence(data, { tokens, at, heads, seed }) {
  const weights = data.weights[seed],
    length = tokens.length;
  const padded = [...tokens, ...Array(data.sizes.pos - length).fill(0)];
  const on = Array.from({ length: data.sizes.head }, (_, head) => heads.includes(head));
  const run = runModel(weights, padded, on);
  const shares = run.heads.map(({ pattern, values, written }) => {
    const lengths = values.map((value, key) => pattern[at][key] * size(value));
    const sum = lengths.reduce((a, b) => a + b);
    return {
      looks: blanksTogether(pattern[at], length),
      writes: blanksTogether(
        lengths.map((x) => x / sum),
        length,
      ),
      length: size(written[at]),
    };
  });
  const answers = relationsAt(padded, at, data.questions).map((relation) => ({
    relation,
    shares: answerShares(weights, run.last[at], relation, data.words.length),
  }));
  return { heads: shares, answers };
}

function blanksTogether(row, length) {
  const end = row.slice(length).reduce((a, b) => a + b, 0);
  return [...row.slice(0, length), end];
}

/** The probability of each of `nWords` words for a relation, at a row of `last`. */
export function answerShares({ W_U }, row, relation, nWords) {
  const start = relation * nWords;
  const logits = Array.from({ length: nWords }, (_, word) =>
    row.reduce((sum, x, i) => sum + x * W_U[i][start + word], 0),
  );
  return softmax(logits);
}

const size = (vector) => Math.hypot(...vector);
