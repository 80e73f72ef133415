// While a page prints, its answers are open and it is light; afterwards it is as it was.
{
  const KINDS = ".mh-answer, .mh-in-notebook, .mh-numbers, .mh-predictions, .toggle-details";
  const FOLDS = `details:is(${KINDS}):not([open])`;
  const root = document.documentElement;
  let openedFolds = [];
  let theme;

  // Chromium prints a canvas that was just drawn anew only in part, unless it is written as pixels.
  const redrawCanvases = () => {
    for (const canvas of document.querySelectorAll("canvas")) {
      const { width, height } = canvas;
      const context = canvas.getContext("2d");
      if (width && height) context.putImageData(context.getImageData(0, 0, width, height), 0, 0);
    }
  };
  addEventListener("beforeprint", () => {
    openedFolds = [...document.querySelectorAll(FOLDS)];
    for (const fold of openedFolds) fold.open = true;
    theme = root.dataset.theme;
    if (theme === "light") return;
    root.dataset.theme = "light";
    queueMicrotask(redrawCanvases); // after the widgets, which draw when they see the change
  });
  addEventListener("afterprint", () => {
    for (const fold of openedFolds) fold.open = false;
    root.dataset.theme = theme;
  });
}
