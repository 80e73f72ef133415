/* Whoever opens a chapter sees its line in the side bar, and those around it. */
{
  const scrollToCurrentPage = () => {
    const bar = document.querySelector(".bd-sidebar-primary");
    const currentLink = bar?.querySelector("li.current > a");
    if (currentLink) bar.scrollTop = currentLink.offsetTop - bar.clientHeight / 4;
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", scrollToCurrentPage);
  else scrollToCurrentPage();
}
