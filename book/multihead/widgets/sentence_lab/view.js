import { palette } from "../base/colours.js";
import { h, setText, statusLine, tableAlternative } from "../base/elements.js";
import { follow } from "../base/model.js";
import { followTheme } from "../base/theme.js";
import { readWeights } from "../token_model/weights.js";
import { answerPanel } from "./answer_panel.js";
import { exampleChoice, placeChoice, seedChoice, shadingChoice } from "./choices.js";
import { headLines } from "./head_lines.js";
import { runSentence } from "./run_sentence.js";
import { sentenceInput } from "./sentence_input.js";
import { readSentence } from "./sentences.js";
import { statusText } from "./status.js";
import { sentenceTables } from "./tables.js";
import { wordRow } from "./word_row.js";

const STATE = ["text", "word", "heads", "seed", "shading"];

function render({ model, el }) {
  const data = readData(model);
  const [row, examples, place, answers, shading, lines, seeds, typing] = [
    wordRow(model, data),
    exampleChoice(model, data),
    placeChoice(model, data),
    answerPanel(data),
    shadingChoice(model),
    headLines(model, data),
    seedChoice(model, data),
    sentenceInput(model, data),
  ];
  const status = statusLine();
  const tables = tableAlternative("As a table", () => sentenceTables(data, viewState));
  let theme, before, viewState;
  const draw = () => {
    const state = sentenceState(model, data);
    const outputs = runSentence(data, state);
    const all = data.allHeads;
    const baseline = state.heads.length < all.length && runSentence(data, { ...state, heads: all });
    viewState = {
      ...state,
      ...namesIn(data, state),
      outputs,
      baseline: baseline || undefined,
      theme,
    };
    for (const part of [row, examples, place, answers, shading, lines, seeds, typing])
      part.update(viewState);
    setText(status, statusText(data, before, { state, outputs }));
    before = { state, outputs };
    tables.refresh();
  };
  el.classList.add("mh-widget", "mh-sentence");
  el.append(
    h("p", { class: "mh-name" }, "Swap any word:"),
    row.element,
    typing.element,
    h(
      "div",
      { class: "mh-row" },
      ...[examples, place, seeds, shading].map(({ element }) => element),
    ),
    lines.element,
    answers.element,
    status,
    lines.note,
    tables.element,
  );
  const stopTheme = followTheme(el, (dark) => {
    theme = palette(dark);
    draw();
  });
  const stopFollowing = follow(model, STATE, draw);
  return () => {
    stopTheme();
    stopFollowing();
  };
}

/** All that does not change. */
function readData(model) {
  const [sizes, words, kinds, seeds] = ["_sizes", "_words", "_kinds", "_seeds"].map((name) =>
    model.get(name),
  );
  return {
    sizes,
    words,
    kinds,
    seeds,
    known: kinds.flatMap(([, tokens]) => tokens.map((token) => words[token])),
    questions: model.get("_questions"),
    examples: model.get("_examples"),
    allHeads: Array.from({ length: sizes.head }, (_, head) => head),
    weights: readWeights(model.get("_weights"), model.get("_shapes"), sizes.seed),
  };
}

function sentenceState(model, data) {
  const [text, word, heads, seed, shading] = STATE.map((name) => model.get(name));
  const { tokens } = readSentence(text, data);
  return { text, tokens, at: Math.min(word, tokens.length - 1), heads, seed, shading };
}

/** The word that attends, and the columns' names: the words, and "end" if there are blanks. */
function namesIn({ words, sizes }, { tokens, at }) {
  const end = tokens.length < sizes.pos ? ["end"] : [];
  return { from: words[tokens[at]], names: [...tokens.map((token) => words[token]), ...end] };
}

export default { render };
