// The controls: view and heads; layer, step and seeds; the query and key in focus.
import { group, h, press, slider } from "../base/elements.js";
import { headSwitches, seedControls } from "../base/heads_over_seeds.js";
import { put } from "../base/model.js";
import { toggleGroup } from "../base/toggle_group.js";

export function viewAndHeads(model, { allHeads }) {
  const views = [
    ["Heat map", "heatmap"],
    ["Lines", "lines"],
  ];
  const choice = toggleGroup("View", views, (view) => put(model, { view }));
  const { switches, nodes } = headSwitches(model, allHeads);
  const headsOn = group("Heads on", ...nodes);
  headsOn.hidden = allHeads.length === 1;
  return {
    element: h("div", { class: "mh-row" }, choice.element, headsOn),
    update(state) {
      choice.update((view) => view === state.view);
      for (const [head, { node }] of switches.entries()) press(node, state.heads.includes(head));
    },
  };
}

export function layerAndSeeds(model, { sizes, names }) {
  const layer = slider("Layer", sizes.layer - 1, (layer) => put(model, { layer }));
  const seeds = seedControls(model, sizes, names);
  layer.element.hidden = sizes.layer === 1;
  const element = h("div", { class: "mh-row" }, layer.element, ...seeds.nodes);
  element.hidden = sizes.layer * sizes.step * sizes.seed === 1;
  return {
    element,
    update(state) {
      layer.set(state.layer);
      seeds.show(state);
    },
  };
}

/** Sliders over queries and keys; `onFocus` hears when focus comes to them or leaves them. */
export function queryAndKey(model, { n, nKeys, labels }, onFocus) {
  const query = slider("Query", n - 1, (query) => put(model, { query }));
  const key = slider("Key", nKeys - 1, (key) => put(model, { key }));
  const row = { class: "mh-row mh-cell", onfocusin: onFocus, onfocusout: onFocus };
  return {
    element: h("div", row, query.element, key.element),
    update(state) {
      query.set(state.query, `${state.query} ${labels[state.query]}`);
      key.set(state.key, `${state.key} ${labels[state.key]}`);
    },
  };
}
