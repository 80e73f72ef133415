import { h, setText } from "./elements.js";

/** A bar on a track and its number. `update(start, width, text)` takes parts of the track in %. */
export function measureBar() {
  const fill = h("span", { class: "mh-fill" }),
    number = h("span", { class: "mh-number" });
  const track = h("span", { class: "mh-track", "aria-hidden": "true" }, fill);
  const update = (start, width, text) => {
    fill.style.left = `${start}%`;
    fill.style.width = `${width}%`;
    setText(number, text);
  };
  return { parts: [track, number], update };
}
