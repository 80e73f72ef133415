// The tokens of the line, one of them in focus; below each, its probability.
import { button, group, h, press, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { percent } from "../base/percent.js";

export function tokenRow(model, { labels, sizes }) {
  const row = h("div", { class: "mh-tokens" });
  const places = Array.from({ length: sizes.query }, (_, at) => place(model, labels, at));
  const cut = h("p", { class: "mh-note" });
  const update = (viewState) => {
    const { tokens, total } = viewState;
    if (row.childElementCount !== tokens.length)
      row.replaceChildren(...places.slice(0, tokens.length).map(({ element }) => element));
    for (const [at] of tokens.entries()) places[at].update(viewState);
    const cutNote = `The line has ${total} tokens; the model reads the first ${tokens.length}.`;
    setText(cut, total > tokens.length ? cutNote : "");
  };
  const attendFrom = group("Attend from", row);
  return { element: h("div", { class: "mh-attend-from" }, attendFrom, cut), update };
}

function place(model, labels, at) {
  const symbol = h("bdi"),
    shareBelow = h("span", { class: "mh-token-share" });
  const name = h("span", {}, h("span", { class: "mh-at" }, `${at} `), symbol);
  const lookButton = button(name, () => put(model, { query: at }));
  const update = ({ tokens, at: query, line }) => {
    press(lookButton, at === query);
    setText(symbol, labels[tokens[at]]);
    setText(shareBelow, at && line ? percent(line.tokenShares[at - 1]) : "–");
  };
  return { element: h("div", { class: "mh-place" }, lookButton, shareBelow), update };
}
