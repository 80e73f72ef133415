// Each head: its switch, what it looks at from the position in focus, its pattern.
import { drawMatrix } from "../base/draw_matrix.js";
import { h } from "../base/elements.js";
import { capital } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { headSwitch, layerList } from "../base/layer_list.js";
import { shadedWords } from "../base/shaded_words.js";
import { whenChanged } from "../base/when_changed.js";
import { lookText } from "./status.js";

export const headMaps = (model, data) => layerList(data, (head) => headRow(model, data, head));

function headRow(model, data, head) {
  const turn = headSwitch(model, head, headName(head, data.sizes));
  const line = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const now = patternMap("pattern"),
    all = patternMap("all heads on");
  const update = (viewState) => {
    const { heads, tokens, query, outputs, baseline, theme } = viewState;
    const on = heads.includes(head);
    turn.update(on);
    const label = capital(lookText(data, viewState, head));
    line.setAttribute("aria-label", `${label}${on ? "" : "; it is ablated"}.`);
    const names = tokens.slice(0, query + 1).map((token) => data.labels[token]);
    line.replaceChildren(...shadedWords(names, outputs.patterns[head][query], query, theme));
    now.update({ pattern: outputs.patterns[head], query, theme, label: `Pattern. ${label}.` });
    all.element.hidden = !baseline;
    if (!baseline) return;
    const before = capital(lookText(data, { ...viewState, outputs: baseline }, head));
    const pattern = baseline.patterns[head];
    all.update({ pattern, query, theme, label: `With all heads on. ${before}.` });
  };
  const maps = h("div", { class: "mh-maps" }, now.element, all.element);
  return { element: h("div", { class: "mh-headrow" }, turn.element, maps, line), update };
}

/** A pattern as a picture, in which a frame marks the row in focus, and its name. */
function patternMap(name) {
  const canvas = h("canvas", { role: "img" }),
    frame = h("span", { class: "mh-frame" });
  const picture = h("div", { class: "mh-picture" }, canvas, frame);
  const update = whenChanged(
    ({ pattern, query, theme }) => [pattern, query, theme],
    ({ pattern, query, theme, label }) => {
      drawMatrix(canvas, pattern.flat(), pattern.length, Math.sqrt, theme);
      frame.style.top = `${(100 * query) / pattern.length}%`;
      frame.style.height = `${100 / pattern.length}%`;
      canvas.setAttribute("aria-label", label);
    },
  );
  return { element: h("div", {}, picture, h("span", { class: "mh-note" }, name)), update };
}
