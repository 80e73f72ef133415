/* A page that was opened with the link of a class: on it, one hands in the class's assignment.

On the list of all exercises, an instructor makes such a link. */

import { readAssignment } from "./assignment.js";
import { addChoice } from "./choice.js";
import { addClassNumbers } from "./class_numbers.js";
import { make } from "./elements.js";
import { handInPanel } from "./panel.js";

const SITE_ROOT = new URL("..", document.currentScript.src).href;
const DAMAGED =
  "This link of a class is incomplete. Open it from the page of your course, not from a copy.";
const KEPT = /^class\/[\w-]+$/;

const queryOf = (text) => `?class=${encodeURIComponent(text)}`;

/** Tell on an exercise page for which assignment it was opened, and where one hands in. */
const openedFor = ({ name }) =>
  make(
    "p",
    { className: "mh-opened-for" },
    `You opened this page for ${name}. `,
    make("a", { href: "#hand-in" }, `All of ${name}, and Hand in`),
  );

/** List the assignments whose links were opened on this device. */
function keptAssignments() {
  const links = [...globalThis.progress.all()]
    .filter(([name, text]) => KEPT.test(name) && typeof text === "string")
    .map(([, text]) => [readAssignment(text), text])
    .filter(([assignment]) => assignment)
    .map(([{ name }, text]) => make("li", {}, make("a", { href: queryOf(text) }, name)));
  return links.length > 0
    ? [make("p", {}, "You opened these on this device:"), make("ul", {}, ...links)]
    : [];
}

function showAssignment(assignment, text) {
  const isSaved = globalThis.progress.write(`class/${assignment.variant}`, text);
  const exercises = globalThis.handInExercises;
  const options = { exercises, siteRoot: SITE_ROOT, query: queryOf(text), isSaved };
  const panel = handInPanel(assignment, options);
  const place = document.querySelector(".mh-hand-in");
  if (place) {
    const hasNumbers = Object.values(assignment.exercises).some(({ numbers }) => numbers);
    if (!hasNumbers)
      for (const sentence of document.querySelectorAll(".mh-of-class-numbers")) sentence.remove();
    return place.replaceChildren(panel);
  }
  addClassNumbers(assignment);
  document.querySelector("article h1").after(openedFor(assignment));
  document.querySelector("article").append(panel);
}

const list = document.querySelector(".mh-exercise-list");
if (list) addChoice(list, globalThis.handInExercises);

const text = new URLSearchParams(location.search).get("class");
const assignment = text === null ? undefined : readAssignment(text);
if (assignment) showAssignment(assignment, text);
else {
  const place = document.querySelector(".mh-hand-in") ?? document.querySelector("article h1");
  if (text !== null) place.after(make("p", { role: "alert" }, DAMAGED));
  if (place.matches(".mh-hand-in")) place.append(...keptAssignments());
}
