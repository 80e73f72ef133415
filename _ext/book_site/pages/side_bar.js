/* Whoever opens a chapter sees its line in the side bar, and those around it. */
{
  const show = () => {
    const bar = document.querySelector(".bd-sidebar-primary");
    const line = bar?.querySelector("li.current > a");
    if (line) bar.scrollTop = line.offsetTop - bar.clientHeight / 4;
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", show);
  else show();
}
