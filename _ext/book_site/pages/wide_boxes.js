/* Code and tables that are wider than the page, or long, scroll, by keyboard too, and fade where a
   line goes on. The table of a widget is there once its fold is open. */
{
  const WIDE = ".bd-article :is(pre, .pst-scrollable-table-container, details > .mh-scroll)";
  const update = (box) => {
    const hidden = box.scrollWidth - box.clientWidth;
    if (hidden > 0 || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else if (!box.matches(".mh-scroll")) box.removeAttribute("tabindex");
    box.classList.toggle("mh-more-before", box.scrollLeft >= 1);
    box.classList.toggle("mh-more-after", hidden - box.scrollLeft >= 1);
  };
  const resizeObserver = new ResizeObserver((boxes) => {
    for (const { target } of boxes) update(target);
  });
  const observe = () => {
    for (const box of document.querySelectorAll(WIDE)) resizeObserver.observe(box);
  };
  const onScroll = ({ target }) => {
    if (target instanceof Element && target.matches(WIDE)) update(target);
  };
  addEventListener("scroll", onScroll, { capture: true, passive: true });
  addEventListener("toggle", observe, { capture: true });
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", observe);
  else observe();
}
