// What the model answers at the chosen word, relation by relation.
import { h, setText } from "../base/elements.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";
import { shareBar } from "../base/share_bar.js";
import { answerSaid, wordName } from "./status.js";

const SHOWN = 3; // words for each relation

export function answerPanel(data) {
  const none = h("p", {}, "No relation starts at this word: the model has nothing to answer here.");
  const element = h("div", { class: "mh-answers" });
  const cards = data.questions.map(({ name }) => answerCard(data, name));
  const update = ({ from, found, whole }) => {
    const now = found.answers.map(({ relation }) => cards[relation].element);
    element.replaceChildren(...(now.length ? now : [none]));
    found.answers.forEach(({ relation, shares }, i) => {
      cards[relation].update(from, shares, whole?.answers[i].shares);
    });
  };
  return { element, update };
}

/** `all` are the shares with all heads on, if some are off. */
function answerCard({ words }, relation) {
  const said = h("b"),
    before = h("p", { class: "mh-before" });
  const bars = Array.from({ length: SHOWN }, shareBar);
  const update = (from, shares, all) => {
    setText(said, answerSaid(words, from, shares));
    ranked(shares, SHOWN).forEach((place, i) => {
      bars[i].update(wordName(words, place), shares[place], percent(shares[place]));
    });
    before.hidden = !all;
    if (all) setText(before, `With all heads: ${answerSaid(words, from, all)}`);
  };
  const element = h(
    "div",
    { class: "mh-answer", role: "group", "aria-label": relation },
    said,
    h("span", { class: "mh-relation" }, relation),
    ...bars.map((bar) => bar.element),
    before,
  );
  return { element, update };
}
