// All there is to see of one seed: losses, patterns, answers and errors.
import { h, setText } from "../base/elements.js";
import { capital } from "../base/format.js";
import { answerPictures } from "./answer_pictures.js";
import { errorBars } from "./error_bars.js";
import { amount } from "./format.js";
import { patternCard } from "./pattern_card.js";

/** The panel of the first seed (`nth` 0) or of the second, hidden while there is none. */
export function seedPanel(data, nth) {
  const title = h("p", { class: "mh-seed" });
  const loss = lossList();
  const cards = data.places.map((place) => patternCard(data, place));
  const answers = answerPictures(data);
  const outputs = errorBars("Error of each output", "outputs", data.names.outputs);
  const positions = errorBars("Error at each position", "positions", data.names.positions);
  const bars = h("div", { class: "mh-bars" }, outputs.element, positions.element);
  const halves = h("div", { class: "mh-halves" }, patterns(cards, answers), bars);
  const element = h("div", { class: "mh-panel", role: "group" }, title, loss.element, halves);
  const update = (viewState) => {
    const measured = viewState.seeds[nth];
    element.hidden = !measured;
    if (!measured) return;
    element.setAttribute("aria-label", capital(data.names.seeds[measured.seed]));
    setText(title, titleOf(data, measured));
    for (const part of [loss, ...cards, answers, outputs, positions])
      part.update(measured, viewState);
  };
  return { element, update };
}

function lossList() {
  const values = [h("b"), h("b"), h("b")];
  const items = ["Loss now", "with all heads", "change"].map((text, i) =>
    h("li", {}, h("span", {}, text), values[i]),
  );
  const update = ({ now, full }) => {
    setText(values[0], amount(now.all));
    setText(values[1], amount(full.all));
    setText(values[2], amount(now.all - full.all, true));
  };
  return { element: h("ul", { class: "mh-losses" }, ...items), update };
}

function patterns(cards, answers) {
  const many = cards.length > 4 ? "mh-cards mh-many" : "mh-cards";
  return h(
    "div",
    {},
    h("p", { class: "mh-title" }, "Mean pattern of each head"),
    h("ul", { class: many }, ...cards.map((card) => card.element)),
    answers.element,
  );
}

function titleOf({ sizes, names }, { seed, step }) {
  const parts = [];
  if (sizes.seed > 1) parts.push(capital(names.seeds[seed]));
  if (sizes.step > 1) parts.push(`step ${names.steps[step]}`);
  return parts.join(", ");
}
