// Small patterns of all heads for one sentence: a row for each layer, a column for each head.
import { h } from "../base/elements.js";
import { put } from "../base/model.js";
import { level } from "../base/shades.js";
import { whenChanged } from "../base/when_changed.js";
import { matrixOf } from "./readings.js";

/** Where each head's pattern begins in a picture of so many columns of heads, in pixels. */
export function cornerOf(index, { head }, n) {
  return [(index % head) * (n + 1), Math.floor(index / head) * (n + 1)];
}

export function overview(model, data, title) {
  const { layer: nLayers, head: nHeads } = data.sizes;
  const canvas = h("canvas", { role: "img" });
  const ring = h("span", { class: "mh-ring" });
  const choose = ({ clientX, clientY, currentTarget }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const at = (part, count) => Math.min(Math.max(Math.floor(part * count), 0), count - 1);
    const head = at((clientX - left) / width, nHeads);
    put(model, { layer: at((clientY - top) / height, nLayers), head });
  };
  const draw = whenChanged(
    ({ reading, view, theme }) => [reading, view, theme],
    ({ reading, view, theme }) => drawHeads(canvas, data, reading, view, theme),
  );
  const update = (state) => {
    draw(state);
    const words = `What all ${nLayers * nHeads} heads ${data.verbs[state.view]}, ${title}`;
    canvas.setAttribute("aria-label", `${words}; chosen: head ${state.layer}.${state.head}`);
    ring.style.left = `${(100 * state.head) / nHeads}%`;
    ring.style.top = `${(100 * state.layer) / nLayers}%`;
  };
  const numbers = (side, count) =>
    h(
      "div",
      { class: side, "aria-hidden": "true" },
      ...Array.from({ length: count }, (_, i) => h("span", {}, String(i))),
    );
  const box = h("div", { class: "mh-heads", onclick: choose }, canvas, ring);
  const element = h(
    "div",
    { class: "mh-overview" },
    numbers("mh-across", nHeads),
    numbers("mh-down", nLayers),
    box,
  );
  element.style.setProperty("--heads", nHeads);
  element.style.setProperty("--layers", nLayers);
  return { element, update };
}

function drawHeads(canvas, { sizes }, reading, view, { pixels }) {
  const { n } = reading;
  const [width, height] = [sizes.head * (n + 1), sizes.layer * (n + 1)];
  const image = new ImageData(width, height);
  const out = new Uint32Array(image.data.buffer);
  for (let index = 0; index < sizes.layer * sizes.head; index++) {
    const [x, y] = cornerOf(index, sizes, n);
    const matrix = matrixOf(reading, index, view);
    for (let i = 0; i < matrix.length; i++)
      out[(y + Math.floor(i / n)) * width + x + (i % n)] = pixels[level(matrix[i])];
  }
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
