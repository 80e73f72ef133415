import { h } from "./elements.js";

/** A colour scale: what it is of, a strip of `stops`, and ticks [place 0…1, text] below it. */
export function colourScale(words, stops, ticks) {
  const strip = h("span", { class: "mh-strip" });
  strip.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  const marks = ticks.map(([at, text]) => {
    const mark = h("span", {}, text);
    mark.style.left = `${100 * at}%`;
    return mark;
  });
  return h(
    "div",
    { class: "mh-scale" },
    h("span", {}, words),
    h("span", { class: "mh-bar" }, strip, h("span", { class: "mh-ticks" }, ...marks)),
  );
}
