/* On an exercise page, a task by hand with the numbers of the class, and fields for its answer. */

import { fieldGrid } from "../exercises_by_hand/field_grid.js";
import { answerByFields, classAnswerKey } from "./answers.js";
import { make } from "./elements.js";

const OTHER_VERSION =
  "The class link and this page are of different versions. Answer this exercise in the notebook.";
const NOT_KEPT = " This browser keeps nothing, so hand in before you leave this page.";

/** Say what the fields hold and that it is kept. */
function statusText({ state, source, isUnfinished }, assignment, isSaved) {
  if (!state) return "";
  if (isUnfinished) return `${state}.`;
  const answer = source.slice(source.indexOf("=") + 2);
  const kept = `Your answer ${answer} is kept. It is marked when ${assignment} is graded.`;
  return kept + (isSaved ? "" : NOT_KEPT);
}

const numberLines = (numbers) =>
  Object.entries(numbers).map(([name, text]) => `${name} = ${text}\n`);

/** Draw the fields of an exercise for a class; `data` is what the page has of it. */
function classFields({ name: assignment, variant, exercises }, { name, labels, note }) {
  const { numbers, shape } = exercises[name];
  const storageKey = classAnswerKey(variant, name);
  const grid = fieldGrid(shape, labels);
  const inputs = [...grid.querySelectorAll("input")];
  const status = make("div", { role: "status" });
  const kept = globalThis.progress.read(storageKey)?.texts ?? [];
  for (const [i, input] of inputs.entries()) if (typeof kept[i] === "string") input.value = kept[i];

  function save() {
    const texts = inputs.map((input) => input.value);
    const isSaved = globalThis.progress.write(storageKey, { shape, texts });
    const text = statusText(answerByFields(name, shape, texts), assignment, isSaved);
    status.replaceChildren(...(text ? [make("p", {}, text)] : []));
    dispatchEvent(new Event("mh-answered"));
  }

  const block = make("pre", { tabIndex: 0 }, ...numberLines(numbers));
  const hint = note && labels.length === 0 ? [make("p", {}, note)] : [];
  const intro = `The same task with the numbers of your class. These are marked for ${assignment}:`;
  const box = make(
    "fieldset",
    {},
    make("legend", {}, `Your answer for ${assignment}`),
    make("p", {}, intro),
    block,
    ...hint,
    grid,
  );
  const form = make("form", { noValidate: true }, box, status);
  form.addEventListener("change", save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  return form;
}

/** Say whether a page asks what the link asks: for an answer of this shape, from these numbers. */
function asksTheSame({ key }, { numbers = {}, shape = [] }) {
  const [{ cases, right }] = Object.values(key.sheets);
  const isShape = right[0].shape.join() === shape.join();
  return isShape && Object.keys(cases[0]).join() === Object.keys(numbers).join();
}

/** Put the numbers and fields of a class behind those of each assigned exercise of this page. */
export function addClassNumbers(assignment) {
  for (const place of document.querySelectorAll(".mh-by-hand")) {
    const data = JSON.parse(place.querySelector("script").textContent);
    if (!assignment.exercises[data.name]?.numbers) continue;
    const content = asksTheSame(data, assignment.exercises[data.name])
      ? classFields(assignment, data)
      : make("p", {}, OTHER_VERSION);
    const legend = place.querySelector("legend");
    if (legend) legend.textContent = `For practice, not for ${assignment.name}`;
    place.after(make("div", { className: "mh-by-hand mh-for-class" }, content));
  }
}
