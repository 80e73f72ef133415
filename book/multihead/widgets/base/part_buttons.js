import { toggleGroup } from "./toggle_group.js";

/**
 * Buttons for the parts of a large widget, of which a slide, or a phone, shows one at a time: what
 * belongs to `el.dataset.part` is for the style sheet of each to say.
 */
export function partButtons(el, names) {
  const options = names.map((name) => [name, name]);
  const { element, update } = toggleGroup("Part of the figure", options, choose);
  function choose(name) {
    el.dataset.part = name;
    update((other) => other === name);
  }
  choose(names[0]);
  element.classList.add("mh-part-buttons");
  return element;
}
