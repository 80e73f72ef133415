// Layer by layer, each head: its switch, and the line shaded by what it looks at.
import { button, h, press, setText } from "../base/elements.js";
import { headColour } from "../base/head_colours.js";
import { shadedWords } from "../base/shaded_words.js";
import { capital } from "../base/text.js";
import { turnHead } from "../base/turn_head.js";
import { lookFrom } from "./line.js";
import { headName, lookSaid } from "./said.js";

export function headRows(model, data) {
  const { sizes } = data;
  const rows = data.allHeads.map((head) => headRow(model, data, head));
  const perLayer = sizes.head / sizes.layer;
  const layers = Array.from({ length: sizes.layer }, (_, layer) => {
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
    words = h("div", { class: "mh-shaded", role: "img" });
  const attributes = { class: "mh-button mh-head", "aria-label": `Head ${name}` };
  const toggle = button(chip, () => turnHead(model, head), attributes);
  const update = (shown) => {
    const { heads, tokens, at, line, look } = shown;
    const on = heads.includes(head);
    press(toggle, on);
    setText(off, on ? "" : "off");
    chip.style.setProperty("--head", headColour(head, look.dark));
    const names = tokens.slice(0, at + 1).map((token) => data.labels[token]);
    words.setAttribute(
      "aria-label",
      `${capital(lookSaid(data, shown, head))}${on ? "" : "; off"}.`,
    );
    words.replaceChildren(...shadedWords(names, lookFrom(line, head, at), at, look));
  };
  const switched = h("div", { class: "mh-switch" }, toggle, off);
  return { element: h("div", { class: "mh-headrow" }, switched, words), update };
}
