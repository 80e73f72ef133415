// What is lit, drawn over a picture; the picture itself stays as it is.

const SVG = "http://www.w3.org/2000/svg";

/** A layer over a picture: it replaces what one of its groups shows. */
export function overlay(svg) {
  const groups = new Map();
  return (name, shapes) => {
    let group = groups.get(name);
    if (!group && !shapes.length) return;
    if (!group) {
      group = document.createElementNS(SVG, "g");
      group.setAttribute("class", `mh-over mh-over-${name}`);
      group.setAttribute("aria-hidden", true);
      svg.append(group);
      groups.set(name, group);
    }
    group.replaceChildren(...shapes.map(drawnShape));
  };
}

function drawnShape({ tag, colour = "currentColor", ...attributes }) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  shape.style.setProperty("--mark", colour);
  return shape;
}
