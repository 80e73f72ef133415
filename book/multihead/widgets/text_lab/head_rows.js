// Each head: its name, and the line shaded by what it attends to.
import { h, setText } from "../base/elements.js";
import { capital } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { headName } from "../base/head_name.js";
import { layerList } from "../base/layer_list.js";
import { shadedWords } from "../base/shaded_words.js";
import { headShares } from "./run_line.js";
import { lookText } from "./status.js";

export const headRows = (data) => layerList(data, (head) => headRow(data, head));

function headRow(data, head) {
  const off = h("span", { class: "mh-off" });
  const name = h("span", {}, headChip(head, headName(head, data.sizes)), off);
  const words = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const update = (viewState) => {
    const { heads, tokens, at, line, theme } = viewState;
    const on = heads.includes(head);
    setText(off, on ? "" : " off");
    const names = tokens.slice(0, at + 1).map((token) => data.labels[token]);
    words.setAttribute(
      "aria-label",
      `${capital(lookText(data, viewState, head))}${on ? "" : "; off"}.`,
    );
    words.replaceChildren(...shadedWords(names, headShares(line, head, at), at, theme));
  };
  return { element: h("div", { class: "mh-headrow" }, name, words), update };
}
