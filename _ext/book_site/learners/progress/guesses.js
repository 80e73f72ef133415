/* Predictions are answers: the first guess opens the fold, and stays beside what happened. */
{
  const { progress } = globalThis;
  const NUMBER = /^[+−-]?(\d+[.,]?\d*|[.,]\d+)$/;

  /** Read a number as people type it, or return NaN. */
  function parseNumber(text) {
    const digits = text.replace(/[\s%]/g, "");
    return NUMBER.test(digits) ? Number(digits.replace(",", ".").replace("−", "-")) : Number.NaN;
  }

  function judgeNumber(guess, { number, tolerance, near, less, more }) {
    const difference = guess - Number(number);
    if (Math.abs(difference) <= Number(tolerance)) return { line: near, right: true };
    return { line: difference < 0 ? less : more, right: false };
  }

  /** Say what a guess is worth, or return null if nobody can have guessed that. */
  function judgeGuess(form, guess) {
    const field = form.querySelector("input");
    if (field) {
      const number = parseNumber(String(guess));
      return Number.isNaN(number) || guess.length > 12 ? null : judgeNumber(number, field.dataset);
    }
    const chosen = [...form.querySelectorAll("button")].find((b) => b.textContent === guess);
    return chosen ? { line: chosen.dataset.line, right: "right" in chosen.dataset } : null;
  }

  /** Answer a guess: whether it is so, and its line. */
  function answerText(form, guess) {
    const { line, right } = judgeGuess(form, guess);
    if (!right) return `. ${line}`;
    const field = form.querySelector("input");
    const exact = !field || parseNumber(guess) === Number(field.dataset.number);
    return `, ${exact ? "which is right" : "which is close enough"}. ${line}`;
  }

  /** Return the guess that is kept for a prediction, if it still is one. */
  function storedGuess(form) {
    const guess = progress.read(`guess/${form.dataset.guess}`);
    return typeof guess === "string" && judgeGuess(form, guess) ? guess : null;
  }

  function showGuess(form) {
    const guess = storedGuess(form);
    if (guess === null) return;
    form.querySelector("[role=status]").textContent = `You said ${guess}${answerText(form, guess)}`;
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.setAttribute("aria-pressed", button.textContent === guess);
    const field = form.querySelector("input");
    if (field) field.value = guess;
  }

  /** Take a guess. The first counts; any other is answered, and changes nothing. */
  function takeGuess(form, guess) {
    const status = form.querySelector("[role=status]");
    if (!judgeGuess(form, guess)) {
      status.textContent = "Type a number, such as 3 or 0.5.";
      return;
    }
    const first = storedGuess(form);
    if (first === null) progress.write(`guess/${form.dataset.guess}`, guess);
    if (first === null || first === guess) showGuess(form);
    else status.textContent = `Then you said ${guess}${answerText(form, guess)}`;
    const fold = form.nextElementSibling;
    if (fold?.matches(".mh-answer")) fold.open = true;
    dispatchEvent(new Event("mh-guessed"));
  }

  const forms = [...document.querySelectorAll(".mh-guess")];
  for (const form of forms) {
    showGuess(form);
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.addEventListener("click", () => takeGuess(form, button.textContent));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      takeGuess(form, form.querySelector("input").value.trim());
    });
  }

  /** Quote the beginning of the question that a form belongs to. */
  function questionStart(form) {
    let node = form;
    while (node && !node.textContent.startsWith("Predict")) node = node.previousElementSibling;
    const text = node?.textContent.replace(/^Predict[^.:]*[.:]\s*/, "") ?? "";
    return text.length > 70 ? `${text.slice(0, text.lastIndexOf(" ", 70))} …` : text;
  }

  function linkToForm(form) {
    const link = document.createElement("a");
    link.href = `#${form.id}`;
    link.textContent = questionStart(form);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  function showScore(box) {
    const wasRight = (form) =>
      storedGuess(form) !== null && judgeGuess(form, storedGuess(form)).right;
    const missed = forms.filter((form) => !wasRight(form));
    const scoreText = document.createElement("p");
    const right = forms.length - missed.length;
    scoreText.textContent = `You predicted ${right} of ${forms.length} results correctly.`;
    box.replaceChildren(scoreText);
    if (missed.length) {
      const [fold, summary, list] = ["details", "summary", "ul"].map((tag) =>
        document.createElement(tag),
      );
      summary.textContent = missed.length === 1 ? "The other one" : `The other ${missed.length}`;
      list.append(...missed.map(linkToForm));
      fold.append(summary, list);
      box.append(fold);
    }
    box.hidden = false;
  }

  const box = document.querySelector(".mh-foreseen");
  if (box) {
    showScore(box);
    addEventListener("mh-guessed", () => showScore(box));
  }
}
