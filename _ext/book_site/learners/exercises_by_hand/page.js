/* An exercise by hand on its page: `answerByHand(place)` draws its fields where it is called. */

import { fields } from "./fields.js";
import { number, rows } from "./parse_numbers.js";
import { show } from "./task_numbers.js";
import { verdict } from "./verdict.js";

const shorter = (text) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** Say of the first field that holds no number what is wrong, if there is one. */
function unreadable(texts, form) {
  const i = texts.findIndex((text) => Number.isNaN(number(text)));
  form.blame(i);
  if (i < 0) return undefined;
  return texts[i].trim()
    ? `“${shorter(texts[i])}” is not a number. Write it as -3, 0.5, 2e-3, 1/8 or √2.`
    : `Fill in every field: ${form.place(i)} is empty.`;
}

/** Say how numbers with a comma were read, which may have been meant to part thousands. */
const commas = (texts) =>
  texts
    .filter((text) => text.includes(","))
    .map((text) => `\n${shorter(text)} is read as ${number(text)}.`)
    .join("");

/** Say what `check` says of some texts. */
function judge({ name, key }, seed, shape, texts) {
  const { passed, message } = verdict(name, key, seed, { shape, numbers: texts.map(number) });
  const said = `${passed ? "Right.\n" : ""}${message}${commas(texts)}`;
  return { said, result: passed ? "right" : "wrong" };
}

/** Fill the fields with several numbers that were pasted; say so if they have another shape. */
function paste(event, exercise, seed, shape, form) {
  const pasted = rows(event.clipboardData.getData("text"));
  const cells = pasted.flat();
  if (cells.length < 2) return;
  event.preventDefault();
  const given = pasted.length > 1 ? [pasted.length, pasted[0].length] : [cells.length];
  const fits = shape.length < 2 || given.join() === shape.join();
  if (pasted.some((row) => row.length !== pasted[0].length))
    form.say("What you pasted has rows of different lengths.");
  else if (fits && cells.length === form.inputs.length) form.fill(cells);
  else form.say(judge(exercise, seed, given, cells).said, "wrong");
}

/** Return what was kept of an exercise, if it can be used. */
function draft(exercise, count) {
  const found = globalThis.kept?.read(exercise.kept);
  const usable =
    Object.hasOwn(exercise.key.sheets, found?.seed) &&
    Array.isArray(found.texts) &&
    found.texts.length === count &&
    found.texts.every((text) => typeof text === "string");
  return usable ? found : undefined;
}

globalThis.answerByHand = (place) => {
  const exercise = JSON.parse(place.querySelector("script").textContent);
  const section = place.closest("section");
  const seeds = Object.keys(exercise.key.sheets);
  const { shape } = exercise.key.sheets[seeds[0]].right[0];
  const form = fields(shape, exercise.labels, exercise.note);
  let seed = seeds[0];
  let best = "tried";

  function keep(result) {
    if (best !== "right") best = result ?? best;
    globalThis.kept?.write(exercise.kept, {
      seed,
      texts: form.texts(),
      result: best,
      section: section.id,
    });
    dispatchEvent(new Event("mh-answered"));
  }
  function change(to) {
    seed = to;
    show(section, exercise, seed);
  }

  form.element.addEventListener("submit", (event) => {
    event.preventDefault();
    const trouble = unreadable(form.texts(), form);
    if (trouble) return form.say(trouble);
    const { said, result } = judge(exercise, seed, shape, form.texts());
    form.say(said, result);
    keep(result);
  });
  form.element.addEventListener("change", () => keep());
  form.element.addEventListener("paste", (event) => {
    paste(event, exercise, seed, shape, form);
    if (event.defaultPrevented) keep();
  });
  form.other.addEventListener("click", () => {
    change(seeds[(seeds.indexOf(seed) + 1) % seeds.length]);
    form.fill([]);
    form.blame();
    form.say(`The task has other numbers now, those of seed ${seed}.`);
    keep();
  });
  place.append(form.element);
  addEventListener("DOMContentLoaded", () => {
    const found = draft(exercise, form.inputs.length);
    if (!found) return;
    if (found.result === "right") form.legend.append(", right before");
    best = found.result === "right" ? "right" : "tried";
    form.fill(found.texts);
    if (found.seed !== seed) change(found.seed);
  });
};
