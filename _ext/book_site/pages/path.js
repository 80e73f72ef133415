// Who walks a path has its name in the address; the page then shows the signs of this path.
const path = new URLSearchParams(location.search).get("path");
if (path) {
  document.documentElement.dataset.path = path;
}
