/* Twelve questions, before the first chapter and after the last: what is right, what was gained.

`questions/twelve` holds the letters of the answers `before` and `after`, by the ids of their
questions, and a `draft` until they are counted. */
{
  const { progress } = globalThis;
  const NAME = "questions/twelve";
  const LAST_CHAPTER = "finished/what-to-take-away";

  const form = document.querySelector(".mh-twelve");
  const resultBox = document.querySelector(".mh-twelve-result");
  const status = form.querySelector("[role=status]");
  const questions = [...form.querySelectorAll("fieldset")].map((fieldset) => {
    const inputs = [...fieldset.querySelectorAll("input")];
    return { fieldset, inputs, id: inputs[0].name, place: fieldset.dataset };
  });

  function element(tag, properties, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** Return the answers that are kept under `before`, `after` or `draft`, if there are any. */
  function answers(when) {
    const kept = progress.read(NAME)?.[when];
    return isMap(kept) ? kept : undefined;
  }

  function keep(changes) {
    const kept = progress.read(NAME);
    return progress.write(NAME, { ...(isMap(kept) ? kept : {}), ...changes });
  }

  const inputOf = ({ inputs }, given) => inputs.find(({ value }) => value === given);
  const isRight = (question, given) =>
    "right" in (inputOf(question, given[question.id])?.dataset ?? {});
  const countRight = (given) => questions.filter((question) => isRight(question, given)).length;
  const textOf = (input) => input.nextElementSibling.textContent;

  function link(address, text) {
    return element("a", { href: address }, text);
  }

  /** Suggest the chapter of the first question that was not right. */
  function suggestion(given) {
    const first = questions.find((question) => !isRight(question, given));
    if (!first)
      return element(
        "p",
        {},
        "You know the main findings already. Begin with ",
        link(form.dataset.end, form.dataset.endTitle),
        ", which links to the experiment behind each of them.",
      );
    const { chapter, chapterTitle } = first.place;
    return element(
      "p",
      {},
      "By your answers, we suggest that you begin with ",
      link(chapter, chapterTitle),
      ".",
    );
  }

  /** Say how many more are right than before. */
  function gainText(before, after) {
    const [then, now] = [before, after].map(countRight);
    const change = now - then;
    if (change === 0) return `${now} of ${questions.length} are right, as many as the first time.`;
    const size = `${Math.abs(change)} ${change > 0 ? "more" : "fewer"}`;
    return `${now} of ${questions.length} are right, ${size} than the ${then} of the first time.`;
  }

  function answerMark(question, given, when) {
    const input = inputOf(question, given[question.id]);
    const sign = isRight(question, given) ? "✓ right" : "✗ not right";
    return element("p", {}, `${when}: ${sign}. ${input ? textOf(input) : "No answer."}`);
  }

  /** Say of a question what is right, what was said, and where it is shown. */
  function reviewItem(question, before, after) {
    const right = question.inputs.find((input) => "right" in input.dataset);
    return element(
      "li",
      {},
      element(
        "p",
        {},
        element("strong", {}, question.fieldset.querySelector("legend span").textContent),
      ),
      ...(before ? [answerMark(question, before, "The first time")] : []),
      answerMark(question, after, before ? "Now" : "Your answer"),
      element(
        "p",
        {},
        `${textOf(right)} Shown in `,
        link(question.place.section, question.place.sectionTitle),
        ".",
      ),
    );
  }

  function notKept() {
    const text = "Your browser keeps nothing for this site: note the result before you leave.";
    return progress.isKept() ? [] : [element("p", {}, text)];
  }

  function showSecondResult(before, after) {
    const text = before
      ? gainText(before, after)
      : `${countRight(after)} of ${questions.length} are right.`;
    const items = questions.map((question) => reviewItem(question, before, after));
    resultBox.replaceChildren(element("p", {}, text), ...notKept(), element("ol", {}, ...items));
  }

  function showFirstResult(before) {
    const again = element("button", { type: "button" }, "Answer them a second time");
    again.addEventListener("click", () => {
      openForm();
      questions[0].inputs[0].focus();
    });
    resultBox.replaceChildren(
      element("p", {}, `${countRight(before)} of ${questions.length} are right.`),
      suggestion(before),
      ...notKept(),
      element(
        "p",
        {},
        "After the last chapter, answer the same questions again. Then this page shows what you have gained, and the answers.",
      ),
      again,
    );
  }

  function openForm() {
    const draft = answers("draft") ?? {};
    for (const { id, inputs } of questions)
      for (const input of inputs) input.checked = input.value === draft[id];
    resultBox.replaceChildren();
    status.textContent = "";
    form.hidden = false;
  }

  /** Show what is kept: both results, the first one, or the questions. */
  function show() {
    const [before, after] = [answers("before"), answers("after")];
    form.hidden = true;
    if (after) showSecondResult(before, after);
    else if (before && !answers("draft")) showFirstResult(before);
    else openForm();
  }

  const given = () =>
    Object.fromEntries(
      questions.map(({ id, inputs }) => [id, inputs.find((input) => input.checked)?.value]),
    );

  form.addEventListener("change", () => keep({ draft: given() }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answersNow = given();
    const missing = questions.findIndex(({ id }) => answersNow[id] === undefined);
    if (missing >= 0) {
      status.textContent = `Question ${missing + 1} has no answer yet.`;
      return questions[missing].inputs[0].focus();
    }
    const isSecond = answers("before") || progress.read(LAST_CHAPTER);
    keep({ [isSecond ? "after" : "before"]: answersNow, draft: undefined });
    show();
    resultBox.focus();
  });
  resultBox.tabIndex = -1;
  for (const event of ["mh-progress-replaced", "storage"]) addEventListener(event, show);
  show();
}
