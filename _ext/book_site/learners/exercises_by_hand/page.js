/* An exercise by hand on its page: `answerByHand(element)` draws its fields where it is called. */

import { fields } from "./fields.js";
import { number, rows } from "./parse_numbers.js";
import { showTaskNumbers } from "./task_numbers.js";
import { verdict } from "./verdict.js";

const shortened = (text) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** Say of the first field that holds no number what is wrong, if there is one. */
function describeUnreadable(texts, form) {
  const i = texts.findIndex((text) => Number.isNaN(number(text)));
  form.blame(i);
  if (i < 0) return undefined;
  return texts[i].trim()
    ? `“${shortened(texts[i])}” is not a number. Write it as -3, 0.5, 2e-3, 1/8 or √2.`
    : `Fill in every field: ${form.positionName(i)} is empty.`;
}

/** Say how numbers with a comma were read, which may have been meant to part thousands. */
const describeCommas = (texts) =>
  texts
    .filter((text) => text.includes(","))
    .map((text) => `\n${shortened(text)} is read as ${number(text)}.`)
    .join("");

/** Return what `check` says of some texts, and how they were read. */
function checkAnswer({ name, key }, seed, shape, texts) {
  const judged = verdict(name, key, seed, { shape, numbers: texts.map(number) });
  const headline = `${judged.passed ? "Right.\n" : ""}${judged.headline}`;
  return { ...judged, headline, details: `${judged.details}${describeCommas(texts)}`.trim() };
}

/** Fill the fields with several numbers that were pasted; say so if they have another shape. */
function pasteNumbers(event, exercise, seed, shape, form) {
  const pasted = rows(event.clipboardData.getData("text"));
  const cells = pasted.flat();
  if (cells.length < 2) return;
  event.preventDefault();
  const pastedShape = pasted.length > 1 ? [pasted.length, pasted[0].length] : [cells.length];
  const fits = shape.length < 2 || pastedShape.join() === shape.join();
  if (pasted.some((row) => row.length !== pasted[0].length))
    form.say("What you pasted has rows of different lengths.");
  else if (fits && cells.length === form.inputs.length) form.fill(cells);
  else form.show(checkAnswer(exercise, seed, pastedShape, cells));
}

/** Return what was kept of an exercise, if it can be used. */
function storedDraft(exercise, count) {
  const stored = globalThis.progress?.read(exercise.storageKey);
  const usable =
    Object.hasOwn(exercise.key.sheets, stored?.seed) &&
    Array.isArray(stored.texts) &&
    stored.texts.length === count &&
    stored.texts.every((text) => typeof text === "string");
  return usable ? stored : undefined;
}

/** Tell whether the address asks for an exercise with other numbers, and take that out of it. */
function isAskedAgain(name) {
  if (new URLSearchParams(location.search).get("again") !== name) return false;
  history.replaceState(null, "", location.pathname + location.hash);
  return true;
}

globalThis.answerByHand = (element) => {
  const exercise = JSON.parse(element.querySelector("script").textContent);
  const section = element.closest("section");
  const seeds = Object.keys(exercise.key.sheets);
  const { shape } = exercise.key.sheets[seeds[0]].right[0];
  const form = fields(shape, exercise.labels, exercise.note);
  let seed = seeds[0];
  let bestResult = "tried";

  function saveAnswer(result) {
    if (bestResult !== "right") bestResult = result ?? bestResult;
    globalThis.progress?.write(exercise.storageKey, {
      seed,
      texts: form.texts(),
      result: bestResult,
      section: section.id,
    });
    const isRight = result === "right";
    const name = exercise.storageKey.replace("answer/", "review/");
    const detail = result && { name, isRight, seed };
    dispatchEvent(new CustomEvent("mh-answered", { detail }));
  }
  function changeSeed(newSeed) {
    seed = newSeed;
    showTaskNumbers(section, exercise, seed);
  }

  function takeOtherNumbers() {
    changeSeed(seeds[(seeds.indexOf(seed) + 1) % seeds.length]);
    form.fill([]);
    form.blame();
    form.say(`The task now has different numbers, those of seed ${seed}.`);
    saveAnswer();
  }

  form.element.addEventListener("submit", (event) => {
    event.preventDefault();
    const problem = describeUnreadable(form.texts(), form);
    if (problem) return form.say(problem);
    const judged = checkAnswer(exercise, seed, shape, form.texts());
    form.show(judged);
    saveAnswer(judged.passed ? "right" : "wrong");
  });
  form.element.addEventListener("change", () => saveAnswer());
  form.element.addEventListener("paste", (event) => {
    pasteNumbers(event, exercise, seed, shape, form);
    if (event.defaultPrevented) saveAnswer();
  });
  form.otherNumbers.addEventListener("click", takeOtherNumbers);
  element.append(form.element);
  addEventListener("DOMContentLoaded", () => {
    const stored = storedDraft(exercise, form.inputs.length);
    if (stored) {
      if (stored.result === "right") form.legend.append(", right before");
      bestResult = stored.result === "right" ? "right" : "tried";
      form.fill(stored.texts);
      if (stored.seed !== seed) changeSeed(stored.seed);
    }
    if (isAskedAgain(exercise.name)) takeOtherNumbers();
  });
};
