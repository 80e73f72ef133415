import { h, setText } from "../base/elements.js";
import { fmt, visible } from "../base/format.js";

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 3.5; // the longest query of the example is 2.24 long; its name needs room

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

function s(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

/** Above the end of an arrow, or below one that points down; beside the middle if it has no length. */
function placeOfName(x, y) {
  const length = Math.hypot(x, y);
  if (length < 0.1) return { x: -0.3, y: 0.75, "text-anchor": "end" };
  return { x, y: y < -length / 2 ? -y + 0.75 : -y - 0.35, "text-anchor": "middle" };
}

/** The queries of the words as arrows in the plane of a head; `update(Q)` moves them. */
export function queryPlane(words) {
  const arrows = words.map((word) => {
    const line = s("line", { x1: 0, y1: 0, "stroke-width": 0.09 });
    const end = s("circle", { r: 0.13 });
    const name = s("text", { "font-size": 0.62 }, visible(word, 12));
    return { line, end, name };
  });
  const picture = s(
    "svg",
    { viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`, role: "img", class: "mh-plane" },
    s("path", { d: `M${-EDGE} 0H${EDGE}M0 ${-EDGE}V${EDGE}`, class: "mh-axes" }),
    ...arrows.flatMap(({ line, end, name }) => [line, end, name]),
  );
  const element = h("div", {}, h("span", { class: "mh-name" }, "queries"), picture);
  const update = (Q, head) => {
    arrows.forEach(({ line, end, name }, i) => {
      const [x, y] = Q[i];
      set(line, { x2: x, y2: -y });
      set(end, { cx: x, cy: -y });
      set(name, placeOfName(x, y));
      setText(name, visible(words[i], 12));
    });
    picture.setAttribute("aria-label", `Queries of head ${head}: ${queriesText(words, Q)}`);
  };
  return { element, update };
}

function queriesText(words, Q) {
  return words.map((word, i) => `${word} ${Q[i].map((x) => fmt(x, 1)).join(", ")}`).join("; ");
}
