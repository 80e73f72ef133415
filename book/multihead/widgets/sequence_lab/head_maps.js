// Each head: its switch, what it looks at from the position in focus, its pattern.
import { drawMatrix } from "../base/draw_matrix.js";
import { h } from "../base/elements.js";
import { capital } from "../base/format.js";
import { headName } from "../base/head_name.js";
import { headSwitch, layerList } from "../base/layer_list.js";
import { shadedWords } from "../base/shaded_words.js";
import { whenChanged } from "../base/when_changed.js";
import { lookSaid } from "./status.js";

export const headMaps = (model, data) => layerList(data, (head) => headRow(model, data, head));

function headRow(model, data, head) {
  const turn = headSwitch(model, head, headName(head, data.sizes));
  const line = h("div", { class: "mh-shaded", role: "img", translate: "no" });
  const now = patternMap("pattern"),
    all = patternMap("all heads on");
  const update = (shown) => {
    const { heads, tokens, query, found, whole, look } = shown;
    const on = heads.includes(head);
    turn.update(on);
    const said = capital(lookSaid(data, shown, head));
    line.setAttribute("aria-label", `${said}${on ? "" : "; it is off"}.`);
    const names = tokens.slice(0, query + 1).map((token) => data.labels[token]);
    line.replaceChildren(...shadedWords(names, found.patterns[head][query], query, look));
    now.update({ pattern: found.patterns[head], query, look, said: `Pattern. ${said}.` });
    all.element.hidden = !whole;
    if (!whole) return;
    const before = capital(lookSaid(data, { ...shown, found: whole }, head));
    const pattern = whole.patterns[head];
    all.update({ pattern, query, look, said: `With all heads on. ${before}.` });
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
    ({ pattern, query, look }) => [pattern, query, look],
    ({ pattern, query, look, said }) => {
      drawMatrix(canvas, pattern.flat(), pattern.length, Math.sqrt, look);
      frame.style.top = `${(100 * query) / pattern.length}%`;
      frame.style.height = `${100 / pattern.length}%`;
      canvas.setAttribute("aria-label", said);
    },
  );
  return { element: h("div", {}, picture, h("span", { class: "mh-note" }, name)), update };
}
