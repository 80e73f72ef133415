/* The side bar keeps its place: a line of it stays where it was on the page before, the one that
   was pressed or else the first in sight. The line of the page that is open, or of the section of a
   path, is never out of sight. On a phone the bar is a drawer, which closes when it has led on. */
{
  const LINES = ".bd-sidebar-primary :is(nav.mh-path li, [class^='toctree-']) > a";
  const KEPT_NAME = "side-bar-line";
  const THEMES_NAME = "sidebar-scroll-top"; // what the theme scrolls to, after this
  let placed; // how far the bar was scrolled here

  const shownLines = () =>
    [...document.querySelectorAll(LINES)].filter((line) => line.getClientRects().length > 0);
  const address = ({ pathname, hash }) => pathname + hash;
  const top = (line) => line.getBoundingClientRect().top;

  function readKeptLine() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT_NAME));
    } catch {
      return null;
    }
  }

  const barOf = (lines) => lines[0]?.closest(".bd-sidebar-primary");

  /** Scroll, as the list itself asks once it is read, before anything is shown. */
  globalThis.placeSideBar = () => {
    const lines = shownLines();
    const bar = barOf(lines);
    if (!bar) return;
    const kept = readKeptLine();
    const line = lines.find((other) => address(other) === kept?.address);
    if (line) bar.scrollTop += top(line) - kept.top;
    const isOnPath = lines[0].closest("nav.mh-path");
    const here = lines.find((other) =>
      other.matches(isOnPath ? ".mh-current-stop" : "li.current > a"),
    );
    const isInSight = (other) => top(other) > 0 && top(other) < bar.clientHeight - 40;
    if (here && !(line && isInSight(here))) bar.scrollTop += top(here) - bar.clientHeight / 4;
    placed = bar.scrollTop;
    sessionStorage.setItem(THEMES_NAME, placed);
  };

  /** Once more, as marks of what is done may have moved lines; unless the reader has scrolled. */
  function placeAgain() {
    if (barOf(shownLines())?.scrollTop === placed) placeSideBar();
  }

  function keepLine() {
    const lines = shownLines().filter((line) => top(line) >= 0);
    const line = lines.find((other) => other.matches(":hover, :focus")) ?? lines[0];
    if (!line) return;
    const kept = { address: address(line), top: top(line) };
    sessionStorage.setItem(KEPT_NAME, JSON.stringify(kept));
  }

  addEventListener("DOMContentLoaded", () => {
    placeAgain();
    // On a phone the bar is shown by a press.
    const button = document.querySelector(".primary-toggle");
    button?.addEventListener("click", () => requestAnimationFrame(placeSideBar));
    const drawer = document.getElementById("pst-primary-sidebar-modal");
    drawer?.addEventListener("click", ({ target }) => {
      if (target.closest("a[href]")) drawer.close();
    });
  });
  // Only the first comes for sure before the next page, and not in every browser.
  for (const event of ["beforeunload", "pagehide"]) addEventListener(event, keepLine);
}
