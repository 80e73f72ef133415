// The sequence: where to look from, and which symbol stands there.
import { button, group, h, press, setText } from "../base/elements.js";
import { put } from "../base/model.js";
import { percent } from "../base/percent.js";
import { option, select } from "../base/select.js";

/** A button for each position; below it, the share that the model gave its symbol. */
export function sequenceRow(model, data) {
  const places = Array.from({ length: data.sizes.query }, (_, at) => place(model, data, at));
  const row = h("div", { class: "mh-sequence" }, ...places.map(({ element }) => element));
  const update = (viewState) => {
    for (const each of places) each.update(viewState);
  };
  return { element: group("Attend from", row), update };
}

function place(model, { labels }, at) {
  const symbol = h("bdi"),
    shareBelow = h("span", { class: "mh-token-share" });
  const name = h("span", {}, h("span", { class: "mh-at" }, `${at} `), symbol);
  const lookButton = button(name, () => put(model, { query: at }));
  const update = ({ tokens, query, outputs }) => {
    press(lookButton, at === query);
    setText(symbol, labels[tokens[at]]);
    setText(shareBelow, at ? percent(outputs.next[at - 1][tokens[at]]) : "–");
  };
  return { element: h("div", { class: "mh-place" }, lookButton, shareBelow), update };
}

/** A list that puts another symbol at the position in focus. */
export function symbolChoice(model, { labels }) {
  const list = select("Change it to", (token) => {
    const tokens = [...model.get("tokens")];
    tokens[model.get("query")] = token;
    put(model, { tokens });
  });
  list.append(...labels.map((label, token) => option(token, label)));
  const update = ({ tokens, query }) => {
    list.value = tokens[query];
  };
  const name = h("span", { class: "mh-name" }, "Change it to");
  return { element: h("label", { class: "mh-group" }, name, list), update };
}
