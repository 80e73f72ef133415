// Some phones' keys have no minus: a button turns the sign of the entry in focus.
import { button, h, setText } from "../base/elements.js";
import { place } from "./matrices.js";
import { alike, show } from "./numbers.js";

export function signTool(edit) {
  const flip = button("±", () => edit(...where(), -valueIn(state.all)), {
    "aria-label": "Change the sign",
  });
  const words = h("span");
  const element = h("div", { class: "mh-group mh-tool" }, flip, words);
  let state;
  let visited;
  const where = () => [visited.m, visited.i, visited.j];
  const valueIn = (all) => all.get(visited.m.name).values[visited.i][visited.j];
  const update = (now) => {
    state = now;
    const there = visited?.element.isConnected;
    element.classList.toggle("mh-away", !there);
    if (!there) return setText(words, "");
    const x = valueIn(state.all);
    const was = valueIn(state.chapter);
    const note = alike(x, was) ? "" : `, in the chapter ${show(was)}`;
    setText(words, `${place(...where())}: ${show(x)}${note}`);
  };
  const visit = (entry) => {
    visited = entry;
    update(state);
  };
  return { element, update, visit };
}
