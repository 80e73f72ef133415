// Who follows a link to a row of a folded table sees it, also where a browser opens no fold.
{
  const openAtRow = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = row?.closest(".mh-numbers:not([open])");
    if (!fold) return;
    fold.open = true;
    row.scrollIntoView();
  };
  addEventListener("hashchange", openAtRow);
  addEventListener("DOMContentLoaded", openAtRow);
}
