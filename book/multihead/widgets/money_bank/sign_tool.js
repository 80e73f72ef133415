// Some phones' keys have no minus: a button turns the sign of the entry in focus.
import { button, h, setText } from "../base/elements.js";
import { place } from "./matrices.js";
import { alike, show } from "./numbers.js";

export function signTool(edit) {
  const flip = button("±", () => edit(...placeInMatrix(), -valueIn(state.all)), {
    "aria-label": "Change the sign",
  });
  const words = h("span");
  const element = h("div", { class: "mh-group mh-tool" }, flip, words);
  let state;
  let lastEntry;
  const placeInMatrix = () => [lastEntry.m, lastEntry.i, lastEntry.j];
  const valueIn = (all) => all.get(lastEntry.m.name).values[lastEntry.i][lastEntry.j];
  const update = (now) => {
    state = now;
    const isOnPage = lastEntry?.element.isConnected;
    element.classList.toggle("mh-no-entry", !isOnPage);
    if (!isOnPage) return setText(words, "");
    const x = valueIn(state.all);
    const original = valueIn(state.chapter);
    const note = alike(x, original) ? "" : `, in the chapter ${show(original)}`;
    setText(words, `${place(...placeInMatrix())}: ${show(x)}${note}`);
  };
  const visit = (entry) => {
    lastEntry = entry;
    update(state);
  };
  return { element, update, visit };
}
