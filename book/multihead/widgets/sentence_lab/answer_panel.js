// What the model names at the chosen word, relation by relation.
import { h, setText } from "../base/elements.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";
import { shareBar } from "../base/share_bar.js";
import { answerText, wordName } from "./status.js";

const SHOWN = 3; // words for each relation

export function answerPanel(data) {
  const none = h("p", {}, "No relation starts at this word, so the model names nothing here.");
  const element = h("div", { class: "mh-answers" });
  const cards = data.questions.map(({ name }) => answerCard(data, name));
  const update = ({ from, outputs, baseline }) => {
    const now = outputs.answers.map(({ relation }) => cards[relation].element);
    element.replaceChildren(...(now.length ? now : [none]));
    outputs.answers.forEach(({ relation, shares }, i) => {
      cards[relation].update(from, shares, baseline?.answers[i].shares);
    });
  };
  return { element, update };
}

/** `all` are the shares with all heads on, if some are off. */
function answerCard({ words }, relation) {
  const answer = h("b"),
    before = h("p", { class: "mh-before" });
  const bars = Array.from({ length: SHOWN }, shareBar);
  const update = (from, shares, all) => {
    setText(answer, answerText(words, from, shares));
    ranked(shares, SHOWN).forEach((place, i) => {
      bars[i].update(wordName(words, place), shares[place], percent(shares[place]));
    });
    before.hidden = !all;
    if (all) setText(before, `With all heads: ${answerText(words, from, all)}`);
  };
  const element = h(
    "div",
    { class: "mh-answer", role: "group", "aria-label": relation },
    answer,
    h("span", { class: "mh-relation" }, relation),
    ...bars.map((bar) => bar.element),
    before,
  );
  return { element, update };
}
