/* Code that is wider than its page is scrolled, by keyboard too. */
{
  const resizeObserver = new ResizeObserver((boxes) => {
    for (const { target } of boxes) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  const observe = () => {
    for (const pre of document.querySelectorAll(".bd-article pre")) resizeObserver.observe(pre);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", observe);
  else observe();
}
