/* Which exercises are done: beside each link to one, and how many beside the link to their page. */
{
  const { progress } = globalThis;
  const SIGNS = new Map([
    [true, " ✓ done"],
    [false, " … begun"],
  ]);
  const PAGE = /\/exercises\/\d\d-([a-z0-9-]+)\.html$/;

  /** Return what came of each exercise that was tried, by its chapter and section. */
  function resultsBySection() {
    const results = new Map();
    for (const [name, answer] of progress.all()) {
      const [kind, chapter] = name.split("/");
      if (kind === "answer" && typeof answer?.section === "string")
        results.set(`${chapter}#${answer.section}`, answer.result === "right");
    }
    return results;
  }

  /** Say behind a link how far a reader is with what it leads to. */
  globalThis.setProgressMark = (link, text) => {
    link.querySelector(".mh-progress-mark")?.remove();
    if (!text) return;
    const markElement = document.createElement("span");
    markElement.className = "mh-progress-mark";
    markElement.textContent = text;
    link.append(markElement);
  };

  const withChapter = (link) => ({ link, chapter: PAGE.exec(new URL(link.href).pathname)?.[1] });
  const exerciseLinks = (selector) =>
    [...document.querySelectorAll(selector)].map(withChapter).filter(({ chapter }) => chapter);
  const exercises = exerciseLinks("article li a[href*='#'], .page-toc a");
  const pages = exerciseLinks(".bd-links .toctree-l1 > a.internal");

  function markExercises() {
    const results = resultsBySection();
    for (const { link, chapter } of exercises)
      setProgressMark(link, SIGNS.get(results.get(`${chapter}${link.hash}`)));
    for (const { link, chapter } of pages) {
      const chapterResults = [...results].filter(
        ([name, isRight]) => isRight && name.startsWith(`${chapter}#`),
      );
      setProgressMark(link, chapterResults.length > 0 ? ` ✓ ${chapterResults.length} done` : "");
    }
  }

  for (const event of ["mh-answered", "mh-progress-replaced", "storage"])
    addEventListener(event, markExercises);
  markExercises();
}
