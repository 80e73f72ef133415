import { h, setText } from "./elements.js";
import { measureBar } from "./measure_bar.js";

/** A name, a bar and a number; `update(name, share, text)`. */
export function shareBar() {
  const name = h("span"),
    bar = measureBar();
  const update = (text, share, value) => {
    setText(name, text);
    bar.update(0, 100 * share, value);
  };
  return { element: h("div", { class: "mh-measure" }, name, ...bar.parts), update };
}
