/* The button of a code exercise: it brings the editor and Python, and nothing comes before. */
{
  const PAGE = new URL("page.js", document.currentScript.src).href;
  const OFFLINE = "The editor could not be loaded. Is there a connection? Then press again.";

  /** Say plainly that browsers run no Python in a page that is opened as a file. */
  function fromFile(place) {
    const told = document.createElement("p");
    const notebooks = place.querySelector("a");
    notebooks.hidden = false;
    told.append(
      "Opened as a file, this page cannot run code: browsers allow that only at a web address. " +
        "In the folder of the site, python -m http.server gives it one. Or use ",
      notebooks,
      ".",
    );
    place.append(told);
  }

  /** Say what is on the button: whether something of this exercise is kept. */
  function label({ dataset }) {
    const found = globalThis.kept?.read(dataset.kept);
    if (!found) return "Write it here";
    return `Write it here, ${found.result === "right" ? "right" : "begun"} before`;
  }

  function offer(place) {
    const button = document.createElement("button");
    const status = document.createElement("div");
    button.type = "button";
    button.textContent = label(place);
    status.role = "status";
    button.addEventListener("click", async () => {
      try {
        const { open } = await import(PAGE);
        open(place);
      } catch {
        status.textContent = OFFLINE;
      }
    });
    place.append(button, status);
  }

  for (const place of document.querySelectorAll(".mh-code"))
    if (location.protocol === "file:") fromFile(place);
    else offer(place);
}
