// The sentence as text to type over, with words to go on with and what is wrong.
import { button, h, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { completed, readSentence, sameWord, suggestions } from "./sentences.js";

const MOST = 6; // suggestions
const TYPE = "Or type a sentence";

export function typingBox(model, data) {
  const offers = h("div", { class: "mh-offers", role: "group", "aria-label": "Suggested words" });
  const problem = h("p", { class: "mh-problem", "aria-live": "polite" });
  // The sentence shown, whether it was typed here, and the word to look from if it comes again.
  let shown,
    typedHere = false,
    wanted;
  const complain = (text) => {
    setText(problem, text && `${text}. The sentence above stays as it is.`);
    input.setAttribute("aria-invalid", Boolean(text));
  };
  const take = ({ tokens }) => {
    complain("");
    const text = tokens.map((token) => data.words[token]).join(" ");
    if (text === shown) return;
    shown = text;
    typedHere = true;
    put(model, { text, word: sameWord(tokens, wanted, model.get("word")) });
  };
  const show = (offered) => {
    if (offered.join() !== offers.dataset.words) offers.replaceChildren(...offered.map(offer));
    offers.dataset.words = offered.join();
  };
  /** While a word may still grow, only what is certainly wrong is said. */
  const read = (finished) => {
    const offered = suggestions(input.value, data.known, MOST);
    const sentence = readSentence(input.value, data);
    const mayGrow = !input.value.trim() || offered.some(begins(sentence.unknown));
    show(offered);
    if (!sentence.problem) take(sentence);
    else complain(finished || !mayGrow ? sentence.problem : "");
  };
  const offer = (word) =>
    button(word, () => {
      input.value = completed(input.value, word);
      input.focus();
      read(false);
    });
  const restore = () => {
    input.value = shown;
    show([]);
    complain("");
  };
  const finish = () => {
    read(true);
    if (!problem.textContent) restore();
  };
  const input = sentenceInput({
    oninput: () => read(false),
    onblur: ({ relatedTarget }) => offers.contains(relatedTarget) || finish(),
    onkeydown: ({ key }) => {
      if (key === "Escape") restore();
      if (key === "Enter") finish();
    },
  });
  const update = ({ tokens, text, at }) => {
    if (text !== shown) {
      shown = text;
      restore();
    }
    if (!typedHere) wanted = tokens[at];
    typedHere = false;
  };
  const label = h("label", { class: "mh-type" }, h("span", {}, TYPE), input);
  return { element: h("div", {}, label, offers, problem), update };
}

const begins = (text) => (word) => word.startsWith(text);

function sentenceInput(listeners) {
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
