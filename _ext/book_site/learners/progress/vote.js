/* Which of six answers a reader gave on the home page: kept, and marked where it is decided. */
{
  const { progress } = globalThis;
  const NAME = "vote/six-answers";
  const LETTER = /^([A-F]|none)$/;

  function vote() {
    const letter = progress.read(NAME);
    return LETTER.test(letter) ? letter : undefined;
  }

  function show() {
    const letter = vote();
    for (const input of document.querySelectorAll(".mh-vote input"))
      input.checked = input.value === letter;
    for (const item of document.querySelectorAll("[data-answer]")) {
      item.querySelector(".mh-my-vote")?.remove();
      if (item.dataset.answer !== letter) continue;
      const mark = document.createElement("small");
      mark.className = "mh-my-vote";
      mark.textContent = " — your vote";
      item.append(mark);
    }
  }

  for (const form of document.querySelectorAll(".mh-vote"))
    form.addEventListener("change", ({ target }) => {
      progress.write(NAME, target.value);
      form.querySelector("[role=status]").textContent =
        "Your vote stays on this device. You will meet it again where it is tested.";
      show();
    });
  for (const event of ["mh-progress-replaced", "storage"]) addEventListener(event, show);
  show();
}
