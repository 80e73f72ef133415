// The buttons above the stage.
import { button, h, setText } from "../base/elements.js";
import { capital } from "../base/format.js";
import { toggleGroup } from "../base/toggle_group.js";
import { shape } from "./matrices.js";
import { matricesOf, STEPS } from "./steps.js";

/** Each step, with the size of what it makes and whether that is changed. */
export function stepButtons(steps, set) {
  const stops = steps.map((name, i) => stop(name, i + 1, set));
  const element = h(
    "div",
    { class: "mh-stops", role: "group", "aria-label": "Steps" },
    ...stops.map((piece) => piece.element),
  );
  const update = (state) => {
    for (const piece of stops) piece.update(state);
  };
  return { element, update };
}

function stop(name, number, set) {
  const size = h("span", { class: "mh-size" });
  const mark = h("span", { class: "mh-visually-hidden" });
  const element = button(
    h("span", { class: "mh-number" }, String(number)),
    () => set({ step: number }),
    {
      class: "mh-button mh-stop",
      title: STEPS[name].title,
    },
  );
  element.append(h("span", {}, name), size, mark);
  const update = ({ all, changed, step }) => {
    const results = matricesOf(name, all);
    const on = changed.some(({ m }) => results.includes(m));
    const many = { 2: "two ", 6: "six " }[results.length] ?? "";
    setText(size, `${many}${shape(results[0])}`);
    setText(mark, on ? ", changed" : "");
    element.classList.toggle("mh-changed", on);
    if (number === step) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  };
  return { element, update };
}

/** Back and next, and what is the same in all steps: reset, form, the sign. */
export function controlRow(forms, set, reset, tool) {
  let state;
  const choices = forms.map((form) => [capital(form), form]);
  const choice = toggleGroup("Form", choices, (form) => set({ form }));
  const go = (by) => state.steps[state.step - 1 + by] && set({ step: state.step + by });
  const back = button("← Back", () => go(-1));
  const next = button("Next →", () => go(1));
  const element = h(
    "div",
    { class: "mh-row mh-settings" },
    h("div", { class: "mh-group" }, back, next),
    button("Reset", reset),
    choice.element,
    tool.element,
  );
  const update = (now) => {
    state = now;
    back.setAttribute("aria-disabled", now.step === 1);
    next.setAttribute("aria-disabled", now.step === now.steps.length);
    choice.update((form) => form === now.form);
  };
  return { element, update };
}
