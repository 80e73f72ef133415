// Each head: its switch, and the line shaded by what it attends to.
import { h } from "../base/elements.js";
import { capital } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { headSwitch, layerList } from "../base/layer_list.js";
import { shadedWords } from "../base/shaded_words.js";
import { headShares } from "./run_line.js";
import { lookText } from "./status.js";

export const headRows = (model, data) => layerList(data, (head) => headRow(model, data, head));

function headRow(model, data, head) {
  const turn = headSwitch(model, head, headName(head, data.sizes));
  const words = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const update = (viewState) => {
    const { heads, tokens, at, line, theme } = viewState;
    const on = heads.includes(head);
    turn.update(on);
    const names = tokens.slice(0, at + 1).map((token) => data.labels[token]);
    words.setAttribute(
      "aria-label",
      `${capital(lookText(data, viewState, head))}${on ? "" : "; off"}.`,
    );
    words.replaceChildren(...shadedWords(names, headShares(line, head, at), at, theme));
  };
  return { element: h("div", { class: "mh-headrow" }, turn.element, words), update };
}
