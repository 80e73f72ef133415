/* Which chapters are begun and finished, in the sidebar; where to go on, on the home page. */
{
  const { progress } = globalThis;
  const CHAPTER = /\/book\/\d\d-([a-z0-9-]+)\.html$/;
  const isName = (value) => typeof value === "string" && /^[\w-]+$/.test(value);
  const chapterOf = (path) => CHAPTER.exec(path)?.[1];

  /** List the chapters in their order, by their links in the sidebar. */
  const chapters = [...document.querySelectorAll(".bd-links .toctree-l1 > a.internal")]
    .map((link) => ({ link, name: chapterOf(new URL(link.href).pathname) }))
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
    for (const { link, name } of chapters) {
      link.querySelector(".mh-progress-mark")?.remove();
      if (!states.has(name)) continue;
      const markElement = document.createElement("span");
      markElement.className = "mh-progress-mark";
      markElement.textContent = states.get(name) === "finished" ? " ✓ finished" : " … begun";
      link.append(markElement);
    }
  }

  /** Find where a reader was last, or the chapter after one that is finished; a path skips ends. */
  function continueLink() {
    const places = chapters.map(({ name }) => progress.read(`place/${name}`));
    const visitTimes = places.map((place) => (Number.isFinite(place?.at) ? place.at : 0));
    const latest = visitTimes.indexOf(Math.max(...visitTimes));
    if (!visitTimes[latest]) return null;
    const { section, path } = places[latest];
    const isOnPath = isName(path) && document.querySelector(`nav.mh-path-${path}`);
    if (!isOnPath && progress.read(`finished/${chapters[latest].name}`))
      return chapters[latest + 1]?.link;
    const link = chapters[latest].link.cloneNode(true);
    if (isOnPath) link.search = new URLSearchParams({ path });
    if (isName(section)) link.hash = section;
    return link;
  }

  function showContinueLink() {
    const target = continueLink();
    if (!target) return continueBox.replaceChildren();
    const link = startLink.cloneNode();
    link.href = target.href;
    target.querySelector(".mh-progress-mark")?.remove();
    link.textContent = `Continue: ${target.textContent.trim()}`;
    continueBox.replaceChildren(link, " ");
  }

  /** Keep the section at which a reader is, once the first screen is behind them. */
  function savePlace(name) {
    const sectionsAbove = [...document.querySelectorAll("article section[id]")].filter(
      (section) => section.getBoundingClientRect().top < innerHeight / 2,
    );
    if (scrollY > innerHeight)
      progress.write(`place/${name}`, {
        section: sectionsAbove.at(-1)?.id,
        path: document.documentElement.dataset.path,
        at: Date.now(),
      });
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
  if (finishButton)
    new IntersectionObserver(([entry]) => {
      const isDecided = progress.read(`finished/${currentChapter}`) !== undefined;
      if (!entry.isIntersecting || isDecided) return;
      progress.write(`finished/${currentChapter}`, true);
      update();
    }).observe(predictionScore);
  const startLink = document.querySelector("article a.mh-start");
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
