// While a page prints, its answers are open and it is light; afterwards it is as it was.
{
  const FOLDS = "details:is(.mh-answer, .toggle-details):not([open])";
  const root = document.documentElement;
  let opened = [];
  let theme;

  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(FOLDS)];
    for (const fold of opened) fold.open = true;
    theme = root.dataset.theme;
    root.dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
    root.dataset.theme = theme;
  });
}
