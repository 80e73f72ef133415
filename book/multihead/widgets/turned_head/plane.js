import { h, setText } from "../base/elements.js";
import { fmt, visible } from "../base/format.js";

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 3.5; // the longest query of the example is 2.24 long; its name needs room

function s(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** The queries of the words as arrows in the plane of a head; `update(Q)` moves them. */
export function queryPlane(words) {
  const arrows = words.map((word) => {
    const line = s("line", { x1: 0, y1: 0, "stroke-width": 0.09 });
    const name = s("text", { "font-size": 0.62, "text-anchor": "middle" }, visible(word, 12));
    return { word, line, name };
  });
  const picture = s(
    "svg",
    { viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`, role: "img", class: "mh-plane" },
    s("path", { d: `M${-EDGE} 0H${EDGE}M0 ${-EDGE}V${EDGE}`, class: "mh-axes" }),
    ...arrows.flatMap(({ line, name }) => [line, name]),
  );
  const element = h("div", {}, h("span", { class: "mh-name" }, "queries"), picture);
  const update = (Q, head) => {
    arrows.forEach(({ line, name }, i) => {
      const [x, y] = Q[i],
        out = 1 + 0.4 / (Math.hypot(x, y) || 1);
      line.setAttribute("x2", x);
      line.setAttribute("y2", -y);
      name.setAttribute("x", x * out);
      name.setAttribute("y", -y * out + 0.17);
      setText(name, visible(words[i], 12));
    });
    picture.setAttribute("aria-label", `Queries of head ${head}: ${queriesText(words, Q)}`);
  };
  return { element, update };
}

function queriesText(words, Q) {
  return words.map((word, i) => `${word} ${Q[i].map((x) => fmt(x, 1)).join(", ")}`).join("; ");
}
