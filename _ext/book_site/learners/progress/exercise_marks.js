/* Which exercises are done: beside each link to one, and how many beside the link to their page. */
{
  const { kept } = globalThis;
  const SIGNS = new Map([
    [true, " ✓ done"],
    [false, " … begun"],
  ]);
  const PAGE = /\/exercises\/\d\d-([a-z0-9-]+)\.html$/;

  /** Return what came of each exercise that was tried, by its chapter and section. */
  function results() {
    const found = new Map();
    for (const [name, answer] of kept.all()) {
      const [kind, chapter] = name.split("/");
      if (kind === "answer" && typeof answer?.section === "string")
        found.set(`${chapter}#${answer.section}`, answer.result === "right");
    }
    return found;
  }

  function sign(link, text) {
    link.querySelector(".mh-progress")?.remove();
    if (!text) return;
    const made = document.createElement("span");
    made.className = "mh-progress";
    made.textContent = text;
    link.append(made);
  }

  const withPage = (link) => ({ link, chapter: PAGE.exec(new URL(link.href).pathname)?.[1] });
  const links = (where) =>
    [...document.querySelectorAll(where)].map(withPage).filter(({ chapter }) => chapter);
  const exercises = links("article li a[href*='#'], .page-toc a");
  const pages = links(".bd-links .toctree-l1 > a.internal");

  function mark() {
    const found = results();
    for (const { link, chapter } of exercises)
      sign(link, SIGNS.get(found.get(`${chapter}${link.hash}`)));
    for (const { link, chapter } of pages) {
      const own = [...found].filter(([name, isRight]) => isRight && name.startsWith(`${chapter}#`));
      sign(link, own.length > 0 ? ` ✓ ${own.length} done` : "");
    }
  }

  for (const event of ["mh-answered", "mh-kept"]) addEventListener(event, mark);
  mark();
}
