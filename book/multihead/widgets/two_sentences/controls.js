// Which head, which word, and whether attention weights are shown or what comes of them.
import { h, slider } from "../base/elements.js";
import { put } from "../base/model.js";
import { toggleGroup } from "../base/toggle_group.js";

const WAYS = ["attends", "writes"].map((view) => [view, view]);

export function controls(model, { sizes }) {
  const to = (name) => (value) => put(model, { [name]: value });
  const [layer, head, word] = [
    slider("Layer", sizes.layer - 1, to("layer")),
    slider("Head", sizes.head - 1, to("head")),
    slider("Word", sizes.query - 1, to("query")),
  ];
  const ways = toggleGroup("The head", WAYS, to("view"));
  const update = (state) => {
    layer.set(state.layer);
    head.set(state.head);
    ways.update((view) => view === state.view);
    if (!state.readings) return;
    word.input.max = state.readings[0].n - 1;
    word.set(state.places[0], `${state.places[0]} ${state.labels[0][state.places[0]]}`);
  };
  const sliders = [layer, head, word].map(({ element }) => element);
  return { element: h("div", { class: "mh-row" }, ...sliders, ways.element), update };
}
