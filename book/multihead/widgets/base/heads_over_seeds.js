// The controls of widgets about the heads of many seeds and steps, see heads_over_seeds.py.
import { button, press, slider } from "./elements.js";
import { visible } from "./format.js";
import { headChip } from "./head_chip.js";
import { put } from "./model.js";
import { toggleHead } from "./toggle_head.js";

/** A button for each head that turns it on or off; if they are many, one for all and for none. */
export function headSwitches(model, all, nameOf = String) {
  const switches = all.map((head) => {
    const chip = headChip(head, nameOf(head));
    const attributes = { class: "mh-button mh-head", "aria-label": `Head ${nameOf(head)}` };
    return { chip, node: button(chip, () => toggleHead(model, head), attributes) };
  });
  const choose = (text, label, heads) =>
    button(text, () => put(model, { heads }), { "aria-label": label });
  const many =
    all.length > 2 ? [choose("All", "All heads", all), choose("None", "No heads", [])] : [];
  return { switches, nodes: [...switches.map(({ node }) => node), ...many] };
}

/** Sliders over steps and seeds, and a button for a second seed; `show` follows the state. */
export function seedControls(model, sizes, names) {
  const step = slider("Step", sizes.step - 1, (step) => put(model, { step }));
  const seed = slider("Seed", sizes.seed - 1, (seed) => put(model, { seed }));
  const second = slider("Second seed", sizes.seed - 1, (compare) => put(model, { compare }));
  const pair = button("Compare two seeds", () =>
    put(model, {
      compare: model.get("compare") === null ? (model.get("seed") + 1) % sizes.seed : null,
    }),
  );
  step.element.hidden = sizes.step === 1;
  seed.element.hidden = pair.hidden = sizes.seed === 1;
  const show = (state) => {
    step.set(state.step, visible(names.step[state.step], 20));
    seed.set(state.seed, visible(names.seed[state.seed], 20));
    press(pair, state.compare !== null);
    second.element.hidden = state.compare === null;
    if (state.compare !== null) second.set(state.compare, visible(names.seed[state.compare], 20));
  };
  return { nodes: [step.element, seed.element, pair, second.element], show };
}
