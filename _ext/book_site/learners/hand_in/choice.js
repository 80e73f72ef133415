/* On the list of all exercises, an instructor ticks some and copies one link to them.

It has the form of a class's link, without numbers: nothing is marked. */

import { make } from "./elements.js";

const PAGE = "hand-in.html";
const FIRST_NAME = "homework";

/** Write the address of a list of exercises, in letters that no LMS changes. */
export function linkTo(name, exercises, page) {
  const asked = Object.fromEntries(exercises.map((exercise) => [exercise, {}]));
  const said = { name, variant: `open-${name}`, exercises: asked, release: "open" };
  const text = btoa(JSON.stringify(said)).replaceAll("+", "-").replaceAll("/", "_");
  return new URL(`${PAGE}?class=${text.replaceAll("=", "")}`, page).href;
}

/** Make of what was typed a name that a file may have. */
export const fileName = (typed) =>
  typed
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 60) || FIRST_NAME;

/** Say how many exercises there are, and how many minutes they take together. */
export function size(exercises) {
  const minutes = exercises.reduce((sum, one) => sum + one.minutes, 0);
  const exerciseWord = exercises.length === 1 ? "exercise" : "exercises";
  return `${exercises.length} ${exerciseWord}, about ${minutes} minutes`;
}

/** Put a box before each exercise that is answered on a page. */
function choices(list, exercises) {
  return [...list.querySelectorAll("li li > p")].flatMap((line) => {
    const name = line.querySelector("code").textContent;
    const [, , minutes, kind = "notebook"] = exercises[name] ?? [];
    if (kind === "notebook") return [];
    const box = make("input", { type: "checkbox", ariaLabel: line.querySelector("a").textContent });
    line.prepend(box, " ");
    return [{ name, box, minutes }];
  });
}

/** Let exercises of a list be ticked; below it stand what was chosen, and its link. */
export function addChoice(list, exercises) {
  const all = choices(list, exercises);
  const status = make("p", { role: "status" });
  const nameField = make("input", { type: "text", value: FIRST_NAME, autocomplete: "off" });
  const link = make("input", { type: "text", readOnly: true, ariaLabel: "The link" });
  const copyButton = make("button", { type: "button" }, "Copy link");
  const fields = make("p", {}, make("label", {}, "Name ", nameField), link, copyButton);
  const panel = make("div", { className: "mh-choice" }, status, fields);

  function update() {
    const chosen = all.filter(({ box }) => box.checked);
    const names = chosen.map(({ name }) => name);
    status.textContent =
      chosen.length > 0 ? size(chosen) : "Tick the exercises that you want to set.";
    fields.hidden = chosen.length === 0;
    link.value = linkTo(fileName(nameField.value), names, location.href);
  }

  copyButton.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      status.textContent = "Copied. Paste the link into the page of your course.";
    } catch {
      status.textContent = "Copy the link that is marked now."; // no clipboard without https
    }
  });
  list.addEventListener("change", update);
  nameField.addEventListener("input", update);
  addEventListener("pageshow", update);
  update();
  list.after(panel);
}
