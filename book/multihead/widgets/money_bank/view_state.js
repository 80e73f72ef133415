// What is drawn, from the traits as they stand.
import { changedEntries, matrices } from "./matrices.js";
import { alike } from "./numbers.js";
import { matricesOf, stageOf } from "./steps.js";

export const PLACE_TRAITS = ["form", "step", "head", "projection", "row", "column"];

/** Matrices by name, the reader's (`all`) and the `chapter`'s; `edited` counts unused ones too. */
export function viewState(get) {
  const start = get("_start");
  const arrays = Object.keys(start);
  const traits = Object.fromEntries([...arrays, ...PLACE_TRAITS].map((name) => [name, get(name)]));
  const { form, step, head, projection } = traits;
  const [all, chapter] = [traits, start].map((numbers) =>
    matrices(numbers, form, get("_words"), get("_coordinates")),
  );
  const steps = get("_steps");
  const name = steps[step - 1];
  const flat = (numbers) => arrays.flatMap((array) => numbers[array].flat(2));
  const original = flat(start);
  return {
    ...traits,
    steps,
    name,
    all,
    chapter,
    stage: stageOf(name, all, head, projection),
    chapterStage: stageOf(name, chapter, head, projection),
    results: matricesOf(name, all),
    changed: changedEntries(all, chapter),
    edited: flat(traits).filter((x, i) => !alike(x, original[i])).length,
  };
}
