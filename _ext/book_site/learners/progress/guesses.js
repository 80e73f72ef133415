/* Predictions are answers: the first guess opens the fold, and stays beside what happened. */
{
  const { kept } = globalThis;
  const NUMBER = /^[+−-]?(\d+[.,]?\d*|[.,]\d+)$/;

  /** Read a number as people type it, or return NaN. */
  function numberOf(text) {
    const bare = text.replace(/[\s%]/g, "");
    return NUMBER.test(bare) ? Number(bare.replace(",", ".").replace("−", "-")) : Number.NaN;
  }

  function judgeNumber(guess, { number, tolerance, near, less, more }) {
    const off = guess - Number(number);
    if (Math.abs(off) <= Number(tolerance)) return { line: near, right: true };
    return { line: off < 0 ? less : more, right: false };
  }

  /** Say what a guess is worth, or return null if nobody can have guessed that. */
  function judge(form, guess) {
    const field = form.querySelector("input");
    if (field) {
      const number = numberOf(String(guess));
      return Number.isNaN(number) || guess.length > 12 ? null : judgeNumber(number, field.dataset);
    }
    const chosen = [...form.querySelectorAll("button")].find((b) => b.textContent === guess);
    return chosen ? { line: chosen.dataset.line, right: "right" in chosen.dataset } : null;
  }

  /** Answer a guess: whether it is so, and its line. */
  function answer(form, guess) {
    const { line, right } = judge(form, guess);
    if (!right) return `. ${line}`;
    const field = form.querySelector("input");
    const exact = !field || numberOf(guess) === Number(field.dataset.number);
    return `, ${exact ? "and so it is" : "which is near enough"}. ${line}`;
  }

  /** Return the guess that is kept for a prediction, if it still is one. */
  function guessOf(form) {
    const guess = kept.read(`guess/${form.dataset.guess}`);
    return typeof guess === "string" && judge(form, guess) ? guess : null;
  }

  function show(form) {
    const guess = guessOf(form);
    if (guess === null) return;
    form.querySelector("[role=status]").textContent = `You said ${guess}${answer(form, guess)}`;
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.setAttribute("aria-pressed", button.textContent === guess);
    const field = form.querySelector("input");
    if (field) field.value = guess;
  }

  /** Take a guess. The first counts; any other is answered, and changes nothing. */
  function take(form, guess) {
    const status = form.querySelector("[role=status]");
    if (!judge(form, guess)) {
      status.textContent = "Type a number, such as 3 or 0.5.";
      return;
    }
    const first = guessOf(form);
    if (first === null) kept.write(`guess/${form.dataset.guess}`, guess);
    if (first === null || first === guess) show(form);
    else status.textContent = `Then you said ${guess}${answer(form, guess)}`;
    const fold = form.nextElementSibling;
    if (fold?.matches(".mh-answer")) fold.open = true;
    dispatchEvent(new Event("mh-guessed"));
  }

  const forms = [...document.querySelectorAll(".mh-guess")];
  for (const form of forms) {
    show(form);
    for (const button of form.querySelectorAll("button[aria-pressed]"))
      button.addEventListener("click", () => take(form, button.textContent));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      take(form, form.querySelector("input").value.trim());
    });
  }

  /** Quote the beginning of the question that a form belongs to. */
  function question(form) {
    let at = form;
    while (at && !at.textContent.startsWith("Predict")) at = at.previousElementSibling;
    const text = at?.textContent.replace(/^Predict[^.:]*[.:]\s*/, "") ?? "";
    return text.length > 70 ? `${text.slice(0, text.lastIndexOf(" ", 70))} …` : text;
  }

  function linkTo(form) {
    const link = document.createElement("a");
    link.href = `#${form.id}`;
    link.textContent = question(form);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  function sum(box) {
    const foreseen = (form) => guessOf(form) !== null && judge(form, guessOf(form)).right;
    const others = forms.filter((form) => !foreseen(form));
    const told = document.createElement("p");
    told.textContent = `You foresaw ${forms.length - others.length} of ${forms.length} results.`;
    box.replaceChildren(told);
    if (others.length) {
      const [fold, summary, list] = ["details", "summary", "ul"].map((tag) =>
        document.createElement(tag),
      );
      summary.textContent = others.length === 1 ? "The other one" : `The other ${others.length}`;
      list.append(...others.map(linkTo));
      fold.append(summary, list);
      box.append(fold);
    }
    box.hidden = false;
  }

  const box = document.querySelector(".mh-foreseen");
  if (box) {
    sum(box);
    addEventListener("mh-guessed", () => sum(box));
  }
}
