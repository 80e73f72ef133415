// Buttons of which one is down: a sentence to try, a seed, what shades the words; and the query.
import { h } from "../base/elements.js";
import { put } from "../base/model.js";
import { option, select } from "../base/select.js";
import { toggleGroup } from "../base/toggle_group.js";

/** `choices` as for `toggleGroup`, with values to set; `chosen(state, values)` says which is on. */
function choiceGroup(model, name, choices, chosen) {
  const { element, update } = toggleGroup(name, choices, (values) => put(model, values));
  element.hidden = choices.length < 2;
  return { element, update: (state) => update((values) => chosen(state, values)) };
}

export function exampleChoice(model, { examples }) {
  const choices = examples.map(([name, text, word]) => [name, { text, word }]);
  const chosen = (state, { text, word }) => state.text === text && state.at === word;
  return choiceGroup(model, "Try", choices, chosen);
}

export function seedChoice(model, { seeds }) {
  const choices = seeds.map((name, seed) => [name, { seed }, `Seed ${name}`]);
  return choiceGroup(model, "Seed", choices, (state, { seed }) => state.seed === seed);
}

export function shadingChoice(model) {
  const choices = [
    ["where it attends", { shading: "looks" }],
    ["what it writes", { shading: "writes" }],
  ];
  return choiceGroup(model, "Shade by", choices, (state, { shading }) => state.shading === shading);
}

export function placeChoice(model, { words }) {
  const list = select("Attend from", (word) => put(model, { word }));
  const element = h("label", { class: "mh-place" }, h("span", { class: "mh-name" }, "Attend from"));
  element.append(list);
  let last;
  const update = ({ tokens, text, at }) => {
    if (text !== last)
      list.replaceChildren(...tokens.map((token, i) => option(i, `${i + 1} ${words[token]}`)));
    last = text;
    list.value = at;
  };
  return { element, update };
}
