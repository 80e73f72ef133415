// The two sentences side by side: all heads, the chosen one large, and the row of the chosen word.
import { h, setText, tableAlternative } from "../base/elements.js";
import { capital, isolate } from "../base/format.js";
import { put } from "../base/model.js";
import { shadedWords } from "../base/shaded_words.js";
import { headPicture } from "./head_picture.js";
import { overview } from "./overview.js";
import { partner } from "./partner.js";
import { rowOf } from "./readings.js";
import { firstText, rowText } from "./status.js";
import { headTables } from "./tables.js";

const NOTE =
  "Small pictures: a row for each layer, a column for each head. In each, rows are queries, " +
  "columns are keys; the stronger the colour, the larger the number. Touch one to see it large; " +
  "touch a row of the large one for its word. The choice “attends” shows attention weights; " +
  "“writes” shows each weight times the norm of its value times W_O, as a fraction of the row.";

export function panels(model, data) {
  let viewState;
  const chooseIn = (side) => (at) =>
    put(model, { query: side ? partner(...[...viewState.tokens].reverse(), at) : at });
  const sides = ["first", "second"].map((name, side) =>
    sentencePanel(model, data, `${name} sentence`, chooseIn(side)),
  );
  const tables = tableAlternative("As a table", () => headTables(data, viewState));
  const firsts = h("p", { class: "mh-firsts" });
  const element = h(
    "div",
    { hidden: true },
    h("div", { class: "mh-sides" }, ...sides.map((side) => side.element)),
    firsts,
  );
  const below = h(
    "div",
    { hidden: true },
    h("p", { class: "mh-note mh-explained" }, NOTE),
    tables.element,
  );
  /** Draw both readings; without them, what stood there stays while they come. */
  const update = (state, coming) => {
    if (!state.readings) {
      if (coming) element.setAttribute("aria-busy", "true");
      element.hidden ||= !coming;
      below.hidden = element.hidden;
      return;
    }
    viewState = state;
    element.hidden = below.hidden = false;
    element.removeAttribute("aria-busy");
    for (const [i, side] of sides.entries())
      side.update({
        ...state,
        reading: state.readings[i],
        labels: state.labels[i],
        at: state.places[i],
      });
    setText(firsts, firstText(data, state));
    tables.refresh();
  };
  return { element, below, update };
}

function sentencePanel(model, data, title, choose) {
  const [heads, large] = [overview(model, data, title), headPicture(data, title, choose)];
  const words = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const row = h("span");
  const update = (state) => {
    for (const part of [heads, large]) part.update(state);
    const shares = rowOf(state.reading, state.index, state.view, state.at);
    setText(row, `, the row of “${isolate(state.labels[state.at])}”`);
    words.setAttribute("aria-label", `${capital(rowText(state))}.`);
    words.replaceChildren(...shadedWords(state.labels, shares, state.at, state.theme));
  };
  const attributes = { class: "mh-side", role: "group", "aria-label": capital(title) };
  const heading = h("p", {}, h("b", {}, capital(title)), row);
  return { element: h("div", attributes, heading, words, heads.element, large.element), update };
}
