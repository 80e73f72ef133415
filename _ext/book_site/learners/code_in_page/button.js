/* The button of a code exercise: it brings the editor and Python, and nothing comes before. */
{
  const PAGE = new URL("page.js", document.currentScript.src).href;
  const OFFLINE = "The editor could not be loaded. If you are online, press again.";

  /** Say plainly that browsers run no Python in a page that is opened as a file. */
  function explainFile(container) {
    const explanation = document.createElement("p");
    const notebooks = container.querySelector("a");
    notebooks.hidden = false;
    explanation.append(
      "Opened as a file, this page cannot run code: browsers allow that only at a web address. " +
        "In the folder of the site, python -m http.server gives it one. Or use ",
      notebooks,
      ".",
    );
    container.append(explanation);
  }

  /** Say what is on the button: whether something of this exercise is kept. */
  function buttonLabel({ dataset }) {
    const stored = globalThis.progress?.read(dataset.storageKey);
    if (!stored) return "Write it here";
    return `Write it here, ${stored.result === "right" ? "right" : "begun"} before`;
  }

  function addButton(container) {
    const button = document.createElement("button");
    const status = document.createElement("div");
    button.type = "button";
    button.textContent = buttonLabel(container);
    status.role = "status";
    button.addEventListener("click", async () => {
      try {
        const { open } = await import(PAGE);
        open(container);
      } catch {
        status.textContent = OFFLINE;
      }
    });
    container.append(button, status);
  }

  for (const container of document.querySelectorAll(".mh-code"))
    if (location.protocol === "file:") explainFile(container);
    else addButton(container);
}
