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

/** Where the name of each query stands: at the end of its arrow, off the axes and other arrows. */
function placesOfNames(Q) {
  const [x, y] = [0, 1].map((axis) => Q.reduce((sum, q) => sum + q[axis], 0));
  return Q.map((q) => (Math.hypot(...q) < 0.1 ? acrossFrom(x, y) : atEnd(...q)));
}

/** The name of a query without length: on the side of the middle where no arrow is. */
function acrossFrom(x, y) {
  const length = Math.hypot(x, y) || 1;
  return {
    x: x > 0 ? -0.3 : 0.3,
    y: (0.7 * y) / length + (y > 0 ? 0.3 : 0.1),
    "text-anchor": x > 0 ? "end" : "start",
  };
}

function atEnd(x, y) {
  const beside = Math.abs(x) < 1; // above such an end a name would stand on the axis
  return {
    x: beside ? x + (x < 0 ? -0.3 : 0.3) : x,
    y: y < -Math.hypot(x, y) / 2 ? -y + 0.75 : -y - 0.35,
    "text-anchor": beside ? (x < 0 ? "end" : "start") : "middle",
  };
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
    const places = placesOfNames(Q);
    arrows.forEach(({ line, end, name }, i) => {
      const [x, y] = Q[i];
      set(line, { x2: x, y2: -y });
      set(end, { cx: x, cy: -y });
      set(name, places[i]);
      setText(name, visible(words[i], 12));
    });
    picture.setAttribute("aria-label", `Queries of head ${head}: ${queriesText(words, Q)}`);
  };
  return { element, update };
}

function queriesText(words, Q) {
  return words.map((word, i) => `${word} ${Q[i].map((x) => fmt(x, 1)).join(", ")}`).join("; ");
}
