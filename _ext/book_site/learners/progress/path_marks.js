/* Which stops of a path are done, which is next, and how long the rest takes: in the side bar, in
   the list of a path, and for the home page. A stop is done once its end was in sight, or
   led on. */
{
  const { progress, setProgressMark } = globalThis;
  const BEHIND_BAR = "-80px 0px 0px"; // what the bar of a page covers is not in sight

  const stopOf = (link) => ({
    link,
    id: link.hash.slice(1),
    title: link.textContent,
    minutes: Number(link.dataset.minutes),
  });
  const paths = new Map(
    [...document.querySelectorAll("nav.mh-path")].map((nav) => [
      nav.dataset.key,
      {
        nav,
        name: nav.querySelector("strong").textContent,
        stops: [...nav.querySelectorAll("li > a")].map(stopOf),
      },
    ]),
  );
  const openPath = document.documentElement.dataset.path;
  const openStops = (paths.get(openPath)?.stops ?? []).filter(
    ({ link }) => link.pathname === location.pathname,
  );

  const isDone = (key, { id }) => progress.read(`stop/${key}/${id}`) === true;

  /** Say how far a reader is on a path; undefined for one that nobody began here. */
  function walkOn(key) {
    const { name, stops } = paths.get(key) ?? {};
    const latest = stops?.findIndex(({ id }) => id === progress.read(`walk/${key}`)) ?? -1;
    if (latest < 0) return undefined;
    const isLeft = (stop) => !isDone(key, stop);
    const left = stops.filter(isLeft);
    const minutes = Math.round(left.reduce((sum, stop) => sum + stop.minutes, 0));
    return {
      name,
      next: stops.slice(latest).find(isLeft) ?? left[0],
      howFar:
        `${stops.length - left.length} of ${stops.length} done, ` +
        `${minutes} minute${minutes === 1 ? "" : "s"} left`,
    };
  }

  function markStop(link, isNext, isDoneNow) {
    const mark = isDoneNow ? " ✓ done" : "";
    setProgressMark(link, isNext ? " → next" : mark);
    if (isNext) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }

  function showPath(key, { nav, stops }) {
    const walk = walkOn(key);
    const isOfPath = (link) => link.search === `?path=${key}`;
    const listed = [...document.querySelectorAll(".mh-path-list li a")].filter(isOfPath);
    for (const stop of stops)
      for (const link of [stop.link, ...listed.filter(({ hash }) => hash === stop.link.hash)])
        markStop(link, stop === walk?.next, isDone(key, stop));
    if (walk) nav.querySelector(".mh-how-far").textContent = walk.howFar;
    const begin = [...document.querySelectorAll(".mh-path-list a.mh-start")].find(isOfPath);
    if (begin && walk?.next) {
      begin.href = walk.next.link.href;
      const howFar = document.createElement("small");
      howFar.textContent = walk.howFar;
      begin.replaceChildren(`Continue: ${walk.next.title}`, howFar);
    }
  }

  function showPaths() {
    for (const [key, path] of paths) showPath(key, path);
  }

  function keepOpenStop() {
    const stop = openStops.find(({ link }) => link.hash === location.hash);
    if (stop) progress.write(`walk/${openPath}`, stop.id);
    showPaths();
  }

  const endOf = ({ id }) =>
    document
      .getElementById(id)
      .closest("section")
      .querySelector(`:scope > .mh-path-${openPath}:not(.mh-skipped)`);
  for (const stop of openStops) {
    const end = endOf(stop);
    const finish = () => {
      progress.write(`stop/${openPath}/${stop.id}`, true);
      progress.write(`walk/${openPath}`, stop.id);
      showPaths();
    };
    end.addEventListener("click", ({ target }) => target.closest("a") && finish());
    new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && finish(), {
      threshold: 1,
      rootMargin: BEHIND_BAR,
    }).observe(end);
  }

  globalThis.walkOn = walkOn;
  addEventListener("hashchange", keepOpenStop);
  for (const event of ["mh-progress-replaced", "storage", "pageshow"])
    addEventListener(event, showPaths);
  keepOpenStop();
}
