/* Which chapters are begun and finished, in the sidebar; where to go on, on the home page. */
{
  const { kept } = globalThis;
  const CHAPTER = /\/book\/\d\d-([a-z0-9-]+)\.html$/;
  const SECTION = /^[\w-]+$/;
  const chapterOf = (path) => CHAPTER.exec(path)?.[1];

  /** List the chapters in their order, by their links in the sidebar. */
  const chapters = [...document.querySelectorAll(".bd-links .toctree-l1 > a.internal")]
    .map((link) => ({ link, name: chapterOf(new URL(link.href).pathname) }))
    .filter(({ name }) => name);

  /** Say how far a reader is: anything kept of a chapter begins it. */
  function progress() {
    const found = new Map();
    for (const name of kept.all().keys()) {
      const [kind, chapter] = name.split("/");
      if (kind === "finished" || !found.has(chapter))
        found.set(chapter, kind === "finished" ? "finished" : "begun");
    }
    return found;
  }

  function mark() {
    const found = progress();
    for (const { link, name } of chapters) {
      link.querySelector(".mh-progress")?.remove();
      if (!found.has(name)) continue;
      const sign = document.createElement("span");
      sign.className = "mh-progress";
      sign.textContent = found.get(name) === "finished" ? " ✓ finished" : " … begun";
      link.append(sign);
    }
  }

  /** Find where a reader was last, or the chapter after one that is finished. */
  function goOn() {
    const places = chapters.map(({ name }) => kept.read(`place/${name}`));
    const times = places.map((place) => (Number.isFinite(place?.at) ? place.at : 0));
    const last = times.indexOf(Math.max(...times));
    if (!times[last]) return null;
    if (kept.read(`finished/${chapters[last].name}`)) return chapters[last + 1]?.link;
    const { section } = places[last];
    const link = chapters[last].link.cloneNode(true);
    if (SECTION.test(section)) link.hash = section;
    return link;
  }

  function offer() {
    const to = goOn();
    if (!to) return offered.replaceChildren();
    const link = start.cloneNode();
    link.href = to.href;
    to.querySelector(".mh-progress")?.remove();
    link.textContent = `Continue: ${to.textContent.trim()}`;
    offered.replaceChildren(link, " ");
  }

  /** Keep the section at which a reader is, once the first screen is behind them. */
  function keepPlace(name) {
    const above = [...document.querySelectorAll("article section[id]")].filter(
      (section) => section.getBoundingClientRect().top < innerHeight / 2,
    );
    if (scrollY > innerHeight)
      kept.write(`place/${name}`, { section: above.at(-1)?.id, at: Date.now() });
  }

  const here = chapterOf(location.pathname);
  const end = document.querySelector(".mh-foreseen");
  if (here) addEventListener("pagehide", () => keepPlace(here));
  if (here && end)
    new IntersectionObserver(([seen]) => {
      if (!seen.isIntersecting || kept.read(`finished/${here}`)) return;
      kept.write(`finished/${here}`, true);
      mark();
    }).observe(end);
  const start = document.querySelector("article a.mh-start");
  const offered = document.createElement("span");
  start?.before(offered);

  function tell() {
    if (start) offer();
    mark();
  }
  for (const event of ["mh-guessed", "mh-answered", "mh-kept"]) addEventListener(event, tell);
  tell();
}
