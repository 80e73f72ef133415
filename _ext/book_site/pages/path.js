/* Who walks a path has its name in the address: the page shows the signs of this path, its links to
   pages of the site keep the name, and those at its foot lead along the path. */
{
  const PAGE = /^(book\/.+|\w+)\.html$/;
  const path = new URLSearchParams(location.search).get("path");
  const root = new URL(document.documentElement.dataset.content_root, location);

  /** Add the path to the links to other pages; those that begin with # or ? stay on this one. */
  function keepPath(node) {
    for (const link of node.querySelectorAll("a[href]:not([href^='#'], [href^='?'], svg a)")) {
      const url = new URL(link.href);
      const [address] = url.href.split(/[?#]/);
      if (!address.startsWith(root.href) || !PAGE.test(address.slice(root.href.length))) continue;
      url.searchParams.set("path", path);
      link.href = url;
    }
  }

  function lead(link, stop) {
    if (!link || !stop) return;
    link.href = stop.href;
    link.querySelector(".prev-next-title").textContent = stop.firstChild.data; // no mark
  }

  function leadAlong(list) {
    const stops = [...list.querySelectorAll("li > a")];
    const current = stops.filter((stop) => stop.matches(".mh-current-stop"));
    if (current.length === 0) return;
    lead(document.querySelector(".left-prev"), stops[stops.indexOf(current[0]) - 1]);
    lead(document.querySelector(".right-next"), stops[stops.indexOf(current.at(-1)) + 1]);
  }

  function start() {
    const list = document.querySelector(`nav.mh-path-${CSS.escape(path)}`);
    if (!list) return;
    keepPath(document);
    leadAlong(list);
    for (const form of document.querySelectorAll("form.bd-search")) {
      const field = Object.assign(document.createElement("input"), { type: "hidden" });
      form.append(Object.assign(field, { name: "path", value: path }));
    }
    // Results of a search, and other links that come later.
    new MutationObserver((records) => {
      for (const { target } of records) keepPath(target);
    }).observe(document.body, { childList: true, subtree: true });
  }

  if (path) {
    document.documentElement.dataset.path = path;
    addEventListener("DOMContentLoaded", start);
  }
}
