// Who follows a link to a row of a folded table sees it, also where a browser opens no fold.
{
  const openAtRow = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = row?.closest(".mh-numbers:not([open])");
    if (!fold) return;
    fold.open = true;
    row.scrollIntoView();
  };
  addEventListener("hashchange", openAtRow);
  addEventListener("DOMContentLoaded", openAtRow);
}

// Who comes back to a page finds the answers open that were open, and so the place as it was.
addEventListener("DOMContentLoaded", () => {
  const answers = [...document.querySelectorAll(".mh-answer")];
  for (const i of history.state?.openAnswers ?? []) if (answers[i]) answers[i].open = true;
  const keepOpen = () => {
    const openAnswers = answers.flatMap(({ open }, i) => (open ? [i] : []));
    history.replaceState({ ...history.state, openAnswers }, "");
  };
  for (const answer of answers) answer.addEventListener("toggle", keepOpen);
  addEventListener("hashchange", keepOpen);
});
