/* What is answered of an assignment, and the button that writes it into a file. */

import { answersTo } from "./answers.js";
import { size } from "./choice.js";
import { make } from "./elements.js";
import { notebookText } from "./notebook.js";
import { canShare, download, fileOf, share } from "./save_file.js";

const STORAGE_BLOCKED =
  "This browser keeps nothing, so the file will have only what stands in the fields of this page " +
  "now. To hand in answers of several pages, allow this site to store data, or use a notebook.";

const isAnswered = ({ source, isUnfinished }) => source && !isUnfinished;

/** Say what the file will lack, and what to do about it. */
function whatIsMissing(answers, assignment) {
  const lines = [];
  const inNotebook = answers.filter(({ needsNotebook }) => needsNotebook);
  if (inNotebook.length > 0) {
    const need = inNotebook.length === 1 ? "This exercise needs" : "These exercises need";
    const titles = inNotebook.map(({ title }) => `“${title}”`).join(", ");
    lines.push(
      `${need} the notebook of your class: ${titles}. Only one file of yours counts for ` +
        `${assignment}. To answer all of it, hand in the notebook, and copy your answers into it ` +
        "from the file that this page writes.",
    );
  }
  const open = answers.filter((answer) => !answer.needsNotebook && !isAnswered(answer)).length;
  if (open > 0)
    lines.push(
      `${open} of ${answers.length} exercises ${open === 1 ? "is" : "are"} not answered yet. ` +
        "You can hand in all the same, and again later.",
    );
  return lines;
}

function whatIsWritten(answers, file) {
  return (
    `${file.name} has your answers to ${answers.filter(isAnswered).length} of ${answers.length} ` +
    "exercises. " +
    "Upload this file where your course collects it."
  );
}

function exerciseItem({ title, name, page, minutes, state, needsNotebook }, siteRoot, query) {
  const address = `${siteRoot}book/exercises/${page}.html${query}`;
  const link = `${address}#exercise-${name.replaceAll("_", "-")}`;
  const words = needsNotebook ? "needs the notebook" : (state ?? "not answered yet");
  if (!page) return make("li", {}, `${title}: ${words}`);
  return make("li", {}, make("a", { href: link }, title), `, ${minutes} minutes: ${words}`);
}

/** Draw the panel of an assignment; `exercises` is what the site has, `query` names the class. */
export function handInPanel(assignment, { exercises, siteRoot, query, isSaved }) {
  const list = make("ul");
  const missing = make("div");
  const status = make("p", { role: "status" });
  const current = () => answersTo(assignment, exercises, globalThis.progress.read);

  function update() {
    const answers = current();
    list.replaceChildren(...answers.map((answer) => exerciseItem(answer, siteRoot, query)));
    const lines = whatIsMissing(answers, assignment.name);
    missing.replaceChildren(...lines.map((line) => make("p", {}, line)));
  }

  /** Let editors keep what was typed a moment ago, then write all into a file. */
  function written() {
    dispatchEvent(new Event("mh-hand-in"));
    update();
    const answers = current();
    const file = fileOf(notebookText(assignment, answers), `${assignment.name}.ipynb`);
    return { answers, file };
  }

  const handInButton = make("button", { type: "button" }, "Hand in");
  handInButton.addEventListener("click", () => {
    const { answers, file } = written();
    download(file);
    status.textContent = `${whatIsWritten(answers, file)} It is among your downloads.`;
  });
  const shareButton = make("button", { type: "button" }, "Share the file");
  shareButton.hidden = !canShare(fileOf("{}", `${assignment.name}.ipynb`));
  shareButton.addEventListener("click", async () => {
    const { answers, file } = written();
    status.textContent = "";
    if (await share(file)) status.textContent = whatIsWritten(answers, file);
  });

  for (const event of ["mh-answered", "mh-progress-replaced", "storage", "pageshow"])
    addEventListener(event, update);
  update();
  const exercisesAsked = current();
  const isKnown = exercisesAsked.every(({ page }) => page);
  return make(
    "section",
    { className: "mh-hand-in-panel", id: "hand-in" },
    make("h2", {}, `Hand in ${assignment.name}`),
    ...(isKnown ? [make("p", {}, `${size(exercisesAsked)} in all.`)] : []),
    list,
    missing,
    ...(isSaved ? [] : [make("p", {}, STORAGE_BLOCKED)]),
    make("p", {}, handInButton, shareButton),
    status,
  );
}
