/* Which chapters are begun and finished, in the sidebar; where to go on, on the home page. */
{
  const { progress, setProgressMark, walkOn } = globalThis;
  const CHAPTER = /\/book\/\d\d-([a-z0-9-]+)\.html$/;
  const SIGNS = new Map([
    ["finished", " ✓ finished"],
    ["begun", " … begun"],
  ]);
  const isName = (value) => typeof value === "string" && /^[\w-]+$/.test(value);
  const chapterOf = (path) => CHAPTER.exec(path)?.[1];

  /** List the chapters in their order, by their links in the sidebar. */
  const chapters = [...document.querySelectorAll(".bd-links .toctree-l1 > a.internal")]
    .map((link) => ({ link, name: chapterOf(link.pathname), title: link.textContent.trim() }))
    .filter(({ name }) => name);

  /** Say how far a reader is: what is kept of a chapter begins it; false takes its end back. */
  function chapterStates() {
    const states = new Map();
    for (const [name, value] of progress.all()) {
      const [kind, chapter] = name.split("/");
      const isFinished = kind === "finished" && value !== false;
      if (isFinished || !states.has(chapter))
        states.set(chapter, isFinished ? "finished" : "begun");
    }
    return states;
  }

  function markChapters() {
    const states = chapterStates();
    for (const { link, name } of chapters) setProgressMark(link, SIGNS.get(states.get(name)));
  }

  /** Find where to go on: at the next stop of a path, or where a reader was last, or in the chapter
  after one that is finished. */
  function continuation() {
    const places = chapters.map(({ name }) => progress.read(`place/${name}`));
    const visitTimes = places.map((place) => (Number.isFinite(place?.at) ? place.at : 0));
    const latest = visitTimes.indexOf(Math.max(...visitTimes));
    if (!visitTimes[latest]) return undefined;
    const { section, title, path } = places[latest];
    const walk = isName(path) ? walkOn(path) : undefined;
    if (walk?.next) {
      const { link, title: stop } = walk.next;
      const chapter = chapters.find(({ name }) => name === chapterOf(link.pathname));
      return { ...chapter, link, notes: [stop, `${walk.name}: ${walk.howFar}`] };
    }
    const isOnPath = isName(path) && !walk && document.querySelector(`nav.mh-path-${path}`);
    if (!isOnPath && progress.read(`finished/${chapters[latest].name}`))
      return chapters[latest + 1];
    const link = chapters[latest].link.cloneNode();
    if (isOnPath) link.search = new URLSearchParams({ path });
    if (isName(section)) link.hash = section;
    return { ...chapters[latest], link, notes: typeof title === "string" ? [title] : [] };
  }

  function showContinueLink() {
    const target = continuation();
    if (!target) return continueBox.replaceChildren();
    const link = startLink.cloneNode();
    link.href = target.link.href;
    const notes = (target.notes ?? []).map((text) => {
      const note = document.createElement("small");
      note.textContent = text;
      return note;
    });
    link.append(`Continue: ${target.title}`, ...notes);
    continueBox.replaceChildren(link, " ");
  }

  /** Keep the section at which a reader is, once a link led to one or the first screen is read. */
  function savePlace(name) {
    if (!location.hash && scrollY <= innerHeight) return;
    const section = [...document.querySelectorAll("article section section[id]")].findLast(
      (one) => one.getBoundingClientRect().top < innerHeight / 2,
    )?.id;
    const title = document.querySelector(`.page-toc a[href="#${section}"]`)?.textContent.trim();
    const { path } = document.documentElement.dataset;
    progress.write(`place/${name}`, { section, title, path, at: Date.now() });
  }

  /** Put a button below a chapter's end that takes back that it is finished, or says that it is. */
  function addFinishButton(scoreBox, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "mh-finish";
    button.addEventListener("click", () => {
      progress.write(`finished/${name}`, !progress.read(`finished/${name}`));
      update();
    });
    scoreBox.after(button);
    return button;
  }

  function labelFinishButton() {
    const isFinished = Boolean(progress.read(`finished/${currentChapter}`));
    finishButton.textContent = `Mark this chapter as ${isFinished ? "not " : ""}finished`;
  }

  const currentChapter = chapterOf(location.pathname);
  const predictionScore = document.querySelector(".mh-foreseen");
  const finishButton =
    currentChapter && predictionScore && addFinishButton(predictionScore, currentChapter);
  // A phone that closes a page in the background says no more than that it was hidden.
  if (currentChapter)
    for (const event of ["pagehide", "visibilitychange"])
      addEventListener(event, () => savePlace(currentChapter));
  if (finishButton) {
    const headings = document.querySelectorAll("article h2");
    const seen = new Set(); // whoever leaps to the end has not read what stands before it
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) seen.add(target);
      if (!seen.delete(predictionScore) || 3 * seen.size < headings.length) return;
      if (progress.read(`finished/${currentChapter}`) !== undefined) return;
      progress.write(`finished/${currentChapter}`, true);
      update();
    });
    for (const place of [...headings, predictionScore]) observer.observe(place);
  }
  const startLink = document.querySelector(".mh-hero a.mh-start");
  const continueBox = document.createElement("span");
  startLink?.before(continueBox);

  function update() {
    if (startLink) showContinueLink();
    if (finishButton) labelFinishButton();
    markChapters();
  }
  for (const event of ["mh-guessed", "mh-answered", "mh-progress-replaced", "storage"])
    addEventListener(event, update);
  update();
}
