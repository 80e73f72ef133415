// What is drawn, from the traits as they stand.
import { changedEntries, matrices } from "./matrices.js";
import { alike } from "./numbers.js";
import { madeIn, stageOf } from "./steps.js";

export const PLACE = ["form", "step", "head", "projection", "row", "column"];

/** Matrices by name, the reader's (`all`) and the `chapter`'s; `edited` counts unused ones too. */
export function walk(get) {
  const start = get("_start");
  const place = Object.fromEntries(PLACE.map((name) => [name, get(name)]));
  const numbers = Object.fromEntries(Object.keys(start).map((name) => [name, get(name)]));
  const workedOut = (from) => matrices(from, place.form, get("_words"), get("_coordinates"));
  const all = workedOut(numbers);
  const chapter = workedOut(start);
  const steps = get("_steps");
  const name = steps[place.step - 1];
  const onStage = (from) => stageOf(name, from, place.head, place.projection);
  return {
    ...place,
    steps,
    name,
    all,
    chapter,
    stage: onStage(all),
    chapterStage: onStage(chapter),
    made: madeIn(name, all),
    changed: changedEntries(all, chapter),
    edited: countEdited(numbers, start),
  };
}

function countEdited(numbers, start) {
  return Object.keys(start).flatMap((name) => {
    const was = start[name].flat(2);
    return numbers[name].flat(2).filter((x, i) => !alike(x, was[i]));
  }).length;
}
