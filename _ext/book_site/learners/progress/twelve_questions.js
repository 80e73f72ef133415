/* Twelve questions, before the first chapter and after the last: what is right, what was gained.

`questions/twelve` holds the letters of the answers `before` and `after`, by the ids of their
questions, and a `draft` until they are counted. */
{
  const { progress } = globalThis;
  const NAME = "questions/twelve";
  const LAST_CHAPTER = "finished/what-to-take-away";

  const AFTER_THE_LAST =
    "After the last chapter, answer the same questions again. This page then shows the answers, " +
    "and what you have gained.";

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

  const questionText = ({ fieldset }) => fieldset.querySelector("legend span").textContent;

  /** Link to a page or section whose title ends a sentence. */
  function linkAndStop(address, title) {
    return [element("a", { href: address }, title), title.endsWith("?") ? "" : "."];
  }

  /** Suggest the chapter of the first question that was not right. */
  function suggestion(given) {
    const first = questions.find((question) => !isRight(question, given));
    if (first) {
      const { chapter, chapterTitle } = first.place;
      const words = "By your answers, we suggest that you begin with ";
      return element("p", {}, words, ...linkAndStop(chapter, chapterTitle));
    }
    const { end, endTitle } = form.dataset;
    const words =
      "You know the main findings already. The experiment behind each of them is linked in ";
    return element("p", {}, words, ...linkAndStop(end, endTitle));
  }

  const countText = (given) => `You have ${countRight(given)} of ${questions.length} right`;

  /** Say how many more are right than the first time. */
  function gainText(before, after) {
    const change = countRight(after) - countRight(before);
    if (change === 0) return `${countText(after)}, as many as the first time.`;
    const size = `${Math.abs(change)} ${change > 0 ? "more" : "fewer"}`;
    return `${countText(after)}, ${size} than the first time (${countRight(before)}).`;
  }

  /** Mark an answer; one that is not right is quoted. */
  function answerText(question, given) {
    if (isRight(question, given)) return "✓\u00a0right.";
    const input = inputOf(question, given[question.id]);
    return `✗\u00a0not\u00a0right${input ? `: “${textOf(input)}”` : "."}`;
  }

  /** Say of a question what is right, where it is shown, and what was answered. */
  function answerItem(question, before, after) {
    const right = question.inputs.find((input) => "right" in input.dataset);
    const { section, sectionTitle } = question.place;
    const said = `${before ? "Now" : "Your answer"}: ${answerText(question, after)}`;
    return element(
      "li",
      {},
      element("p", {}, element("strong", {}, questionText(question))),
      element("p", {}, `${textOf(right)} Shown in `, ...linkAndStop(section, sectionTitle)),
      element("p", {}, before ? `First time: ${answerText(question, before)} ${said}` : said),
    );
  }

  function notKept() {
    const text = "Your browser keeps nothing for this site: note the result before you leave.";
    return progress.isKept() ? [] : [element("p", {}, text)];
  }

  function showSecondResult(before, after) {
    const text = before ? gainText(before, after) : `${countText(after)}.`;
    const items = questions.map((question) => answerItem(question, before, after));
    resultBox.replaceChildren(element("p", {}, text), ...notKept(), element("ol", {}, ...items));
  }

  function showFirstResult(before) {
    const again = element("button", { type: "button" }, "Answer them a second time");
    again.addEventListener("click", () => {
      openForm();
      questions[0].inputs[0].focus();
    });
    resultBox.replaceChildren(
      element("p", {}, `${countText(before)}.`),
      suggestion(before),
      ...notKept(),
      element("p", {}, AFTER_THE_LAST),
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
