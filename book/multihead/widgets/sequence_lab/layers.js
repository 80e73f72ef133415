// Layer by layer, each head: its switch, what it looks at from the position in focus, its pattern.
import { drawMatrix } from "../base/draw_matrix.js";
import { button, h, press, setText } from "../base/elements.js";
import { headColour } from "../base/head_colours.js";
import { shadedWords } from "../base/shaded_words.js";
import { capital } from "../base/text.js";
import { turnHead } from "../base/turn_head.js";
import { whenChanged } from "../base/when_changed.js";
import { headName, lookSaid } from "./said.js";

export function layerList(model, data) {
  const rows = data.allHeads.map((head) => headRow(model, data, head));
  const perLayer = data.sizes.head / data.sizes.layer;
  const layers = Array.from({ length: data.sizes.layer }, (_, layer) => {
    const own = rows.slice(layer * perLayer, (layer + 1) * perLayer);
    const name = `Layer ${layer}`;
    const nodes = own.map(({ element }) => element);
    return h("div", { role: "group", "aria-label": name }, h("p", {}, h("b", {}, name)), ...nodes);
  });
  const update = (shown) => {
    for (const row of rows) row.update(shown);
  };
  return { element: h("div", { class: "mh-layers" }, ...layers), update };
}

function headRow(model, data, head) {
  const name = headName(head, data.sizes);
  const chip = h("span", { class: "mh-chip" }, name),
    off = h("span", { class: "mh-off" }),
    line = h("div", { class: "mh-shaded", role: "img" });
  const attributes = { class: "mh-button mh-head", "aria-label": `Head ${name}` };
  const toggle = button(chip, () => turnHead(model, head), attributes);
  const now = patternMap("pattern"),
    all = patternMap("all heads on");
  const update = (shown) => {
    const { heads, tokens, query, found, whole, look } = shown;
    const on = heads.includes(head);
    press(toggle, on);
    setText(off, on ? "" : "off");
    chip.style.setProperty("--head", headColour(head, look.dark));
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
  const switched = h("div", { class: "mh-switch" }, toggle, off);
  const maps = h("div", { class: "mh-maps" }, now.element, all.element);
  return { element: h("div", { class: "mh-headrow" }, switched, maps, line), update };
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
