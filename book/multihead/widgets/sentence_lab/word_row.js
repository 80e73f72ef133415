// The sentence as a row of words, each of which can be swapped.
import { h } from "../base/elements.js";
import { put } from "../base/model.js";
import { option, select } from "../base/select.js";

export function wordRow(model, data) {
  const element = h("div", { class: "mh-words", role: "group", "aria-label": "Swap any word" });
  const swap = (place, token) => {
    const tokens = model.get("text").split(" ");
    tokens[place] = data.words[token];
    put(model, { text: tokens.join(" ") });
  };
  const places = [];
  const update = ({ tokens, at }) => {
    while (places.length > tokens.length) places.pop().element.remove();
    while (places.length < tokens.length) {
      const place = places.length;
      places.push(wordSelect(data, `Word ${place + 1}`, (token) => swap(place, token)));
      element.append(places[place].element);
    }
    tokens.forEach((token, i) => {
      places[i].update(token, i === at);
    });
  };
  return { element, update };
}

/** A word and, to choose from, all others: first those of its kind. */
function wordSelect({ words, kinds }, label, choose) {
  const element = select(label, (value) => choose(value));
  let kind;
  const update = (token, from) => {
    const kindOfToken = kinds.find(([, tokens]) => tokens.includes(token));
    if (kindOfToken !== kind) {
      kind = kindOfToken;
      element.replaceChildren(
        ...[kindOfToken, ...kinds.filter((other) => other !== kindOfToken)].map(optionGroup),
      );
    }
    element.value = token;
    element.style.setProperty("--letters", words[token].length);
    element.classList.toggle("mh-query-word", from);
  };
  const optionGroup = ([name, tokens]) =>
    h("optgroup", { label: name }, ...tokens.map((token) => option(token, words[token])));
  return { element, update };
}
