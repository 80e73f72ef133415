// The sentence as text to type over, with words to go on with and what is wrong.
import { button, h, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { completed, readSentence, suggestions, wordPlace } from "./sentences.js";

const MOST = 6; // suggestions
const TYPE = "Or type a sentence";

export function sentenceInput(model, data) {
  const suggestionBox = h("div", {
    class: "mh-offers",
    role: "group",
    "aria-label": "Suggested words",
  });
  const problem = h("p", { class: "mh-problem", "aria-live": "polite" });
  // The sentence shown, whether it was typed here, and the word to attend from if it comes again.
  let currentText,
    typedHere = false,
    queryWord;
  const showProblem = (text) => {
    setText(problem, text && `${text}. The sentence above stays as it is.`);
    input.setAttribute("aria-invalid", Boolean(text));
  };
  const readTokens = ({ tokens }) => {
    showProblem("");
    const text = tokens.map((token) => data.words[token]).join(" ");
    if (text === currentText) return;
    currentText = text;
    typedHere = true;
    put(model, { text, word: wordPlace(tokens, queryWord, model.get("word")) });
  };
  const show = (suggested) => {
    if (suggested.join() !== suggestionBox.dataset.words)
      suggestionBox.replaceChildren(...suggested.map(suggestionButton));
    suggestionBox.dataset.words = suggested.join();
  };
  /** While a word may still grow, only what is certainly wrong is said. */
  const read = (finished) => {
    const suggested = suggestions(input.value, data.known, MOST);
    const sentence = readSentence(input.value, data);
    const mayGrow = !input.value.trim() || suggested.some(begins(sentence.unknown));
    show(suggested);
    if (!sentence.problem) readTokens(sentence);
    else showProblem(finished || !mayGrow ? sentence.problem : "");
  };
  const suggestionButton = (word) =>
    button(word, () => {
      input.value = completed(input.value, word);
      input.focus();
      read(false);
    });
  const restore = () => {
    input.value = currentText;
    show([]);
    showProblem("");
  };
  const finish = () => {
    read(true);
    if (!problem.textContent) restore();
  };
  const input = textInput({
    oninput: () => read(false),
    onblur: ({ relatedTarget }) => suggestionBox.contains(relatedTarget) || finish(),
    onkeydown: ({ key }) => {
      if (key === "Escape") restore();
      if (key === "Enter") finish();
    },
  });
  const update = ({ tokens, text, at }) => {
    if (text !== currentText) {
      currentText = text;
      restore();
    }
    if (!typedHere) queryWord = tokens[at];
    typedHere = false;
  };
  const label = h("label", { class: "mh-sentence-input" }, h("span", {}, TYPE), input);
  return { element: h("div", {}, label, suggestionBox, problem), update };
}

const begins = (text) => (word) => word.startsWith(text);

function textInput(listeners) {
  return h("input", {
    type: "text",
    "aria-label": TYPE,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "done",
    "data-lm-suppress-shortcuts": "",
    ...listeners,
  });
}
