/* Predictions are answers: the first guess opens the fold, and stays beside what happened. */
{
  const { progress } = globalThis;
  const SIGNS = { right: "✓", wrong: "✗", "not made": "–" };
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
    const kept = progress.read(`guess/${form.dataset.guess}`);
    if (typeof kept !== "string") return null;
    const guess = kept.replaceAll("'", "’"); // choices had straight ones until November 2026
    return judgeGuess(form, guess) ? guess : null;
  }

  /** Say what came of a prediction: right, wrong or not made. */
  function outcome(form) {
    const guess = storedGuess(form);
    if (guess === null) return "not made";
    return judgeGuess(form, guess).right ? "right" : "wrong";
  }

  /** Count what came of predictions, each kind apart. */
  function countsText(forms) {
    const outcomes = forms.map(outcome);
    return Object.entries(SIGNS)
      .map(([kind, sign]) => `${sign} ${outcomes.filter((o) => o === kind).length} ${kind}`)
      .join(", ");
  }

  /** Answer a guess in its form, where the first one stays marked. */
  function showAnswer(form, guess, words, first = guess) {
    const status = form.querySelector("[role=status]");
    status.textContent = `${words} ${guess}${answerText(form, guess)}`;
    status.dataset.result = judgeGuess(form, guess).right ? "right" : "wrong";
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.setAttribute("aria-pressed", button.textContent === first);
    const field = form.querySelector("input");
    if (field) field.value = guess;
  }

  /** Let a form take guesses: `onGuess` gets each that can be one. */
  function listenTo(form, onGuess) {
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.addEventListener("click", () => onGuess(button.textContent));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const guess = form.querySelector("input").value.trim();
      if (judgeGuess(form, guess)) return onGuess(guess);
      const status = form.querySelector("[role=status]");
      status.textContent = "Type a number, such as 3 or 0.5.";
      delete status.dataset.result;
    });
  }

  /** Take a guess. The first counts; any other is answered, and changes nothing. */
  function takeGuess(form, guess) {
    const first = storedGuess(form);
    if (first === null) progress.write(`guess/${form.dataset.guess}`, guess);
    if (first === null || first === guess) showAnswer(form, guess, "You said");
    else showAnswer(form, guess, "Then you said", first);
    const fold = form.nextElementSibling;
    if (fold?.matches(".mh-answer")) fold.open = true;
    const isMissed = first === null && outcome(form) === "wrong";
    const detail = isMissed ? { missed: `review/${form.dataset.guess}` } : {};
    dispatchEvent(new CustomEvent("mh-guessed", { detail }));
  }

  const forms = [...document.querySelectorAll(".mh-guess")];
  for (const form of forms) {
    const guess = storedGuess(form);
    if (guess !== null) showAnswer(form, guess, "You said");
    listenTo(form, (newGuess) => takeGuess(form, newGuess));
  }

  /** Quote the beginning of the question that a form belongs to. */
  function questionStart(form) {
    let node = form;
    while (node && !node.textContent.startsWith("Predict")) node = node.previousElementSibling;
    const text = node?.textContent.replace(/^Predict[^.:]*[.:]\s*/, "") ?? "";
    return text.length > 70 ? `${text.slice(0, text.lastIndexOf(" ", 70))} …` : text;
  }

  function element(tag, properties, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  /** Mark a link with what came of its prediction. */
  function mark(link, form) {
    const kind = outcome(form);
    link.querySelector(".mh-progress-mark")?.remove();
    link.append(element("span", { className: "mh-progress-mark" }, ` ${SIGNS[kind]} ${kind}`));
  }

  function markedLink(form) {
    const link = element("a", { href: `#${form.id}` }, questionStart(form));
    mark(link, form);
    return element("li", {}, link);
  }

  /** Say at the end of a chapter what came of its predictions; a fold that was open stays so. */
  function showScore(box) {
    const isOpen = box.querySelector("details")?.open ?? false;
    const counts = element("p", {}, `Your predictions in this chapter: ${countsText(forms)}.`);
    const list = element("ul", {}, ...forms.map(markedLink));
    const fold = element("details", {}, element("summary", {}, "Each of them"), list);
    fold.open = isOpen;
    box.replaceChildren(counts, fold);
    if (box.dataset.review) {
      const review = element("a", { href: box.dataset.review }, "Review");
      const words = "Predictions that you miss come again, days later, on the page ";
      box.append(element("p", {}, words, review, "."));
    }
    box.hidden = false;
  }

  globalThis.guesses = { outcome, countsText, showAnswer, listenTo, judgeGuess, mark };

  const box = document.querySelector(".mh-foreseen");
  if (box) {
    showScore(box);
    for (const event of ["mh-guessed", "mh-progress-replaced", "storage"])
      addEventListener(event, () => showScore(box));
  }
}
