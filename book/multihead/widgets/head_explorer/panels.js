// A panel for each head that is on; it holds one picture, or three to compare two seeds.
import { h } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { headChip } from "../base/head_chip.js";
import { matrix, matrixIndex } from "../base/patterns.js";
import { whenChanged } from "../base/when_changed.js";
import { largest, minus } from "./cells.js";
import { longest } from "./drawing.js";
import { cellName, seedName } from "./format.js";
import { geometry, pictureWidth } from "./geometry.js";
import { picture } from "./picture.js";

export function panels(data, onHover, onTap) {
  const shared = { ...data, labelWidth: longest(data.labels), scratch: h("canvas") },
    all = data.allHeads.map((head) => panel(shared, head, onHover, onTap)),
    element = h("div", { class: "mh-panels" }, ...all.map((piece) => piece.element));
  return {
    element,
    update(state) {
      const pair = state.compare !== null,
        size = pictureWidth(state.width, data.nKeys, data.sizes.head, pair ? 3 : 1);
      element.classList.toggle("mh-pairs", pair);
      for (const piece of all) piece.update({ ...state, size });
    },
  };
}

function panel(data, head, onHover, onTap) {
  const pictures = [1, 2, 3].map(() => picture(onHover, onTap));
  const body = h("div", { class: "mh-pictures" }, ...pictures.map((p) => p.element)),
    element = h(
      "figure",
      { class: "mh-panel" },
      h("figcaption", {}, headChip(head, `Head ${head}`)),
      body,
    );
  const draw = whenChanged(
    (s) => [s.view, s.seed, s.step, s.layer, s.compare, s.size, s.theme, window.devicePixelRatio],
    (state) => {
      const drawings = drawingsOf(data, state, head);
      for (const [i, piece] of pictures.entries()) {
        piece.element.hidden = i >= drawings.length;
        if (drawings[i]) piece.draw(drawings[i]);
      }
    },
  );
  return {
    element,
    update(state) {
      element.hidden = !state.heads.includes(head);
      if (element.hidden || !state.width) return;
      draw(state);
      for (const piece of pictures) if (!piece.element.hidden) piece.update(state);
    },
  };
}

function drawingsOf(data, state, head) {
  const { n, nKeys, labels, causal, scratch } = data,
    { theme } = state,
    { more, less } = theme.stops,
    g = geometry(state.view, n, state.size, data.labelWidth, nKeys);
  return contents(data, state, head).map(([values, name, signed], _, { length }) => {
    const top = largest(values, nKeys);
    return {
      ...{ g, values, labels, causal, theme, scratch },
      more: signed ? more[3] : theme.heads[head],
      less: less[3],
      title: length > 1 ? name : "",
      alt:
        `Head ${head}, attention weights of ${name}: ${n} queries by ${nKeys} keys; ` +
        `the largest is ${fmt(top.value)}, ${cellName(data, top)}.`,
    };
  });
}

/** The shares of one seed; with a second seed, of both, and the difference. */
function contents(data, state, head) {
  const of = (seed) => matrix(data, matrixIndex(data.sizes, { ...state, seed }, head));
  const a = of(state.seed),
    first = seedName(data, state.seed);
  if (state.compare === null) return [[a, first]];
  const b = of(state.compare),
    second = seedName(data, state.compare);
  return [
    [a, first],
    [b, second],
    [minus(a, b), `${first} minus ${second}`, true],
  ];
}

export function emptyNote() {
  const element = h("p", { class: "mh-empty" }, "No head is on.");
  const update = ({ heads }) => {
    element.hidden = heads.length > 0;
  };
  return { element, update };
}
