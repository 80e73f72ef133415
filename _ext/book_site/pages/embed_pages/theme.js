/* It is light or dark as the system is, unless its address says otherwise: ?theme=light. */
{
  const theme = new URLSearchParams(location.search).get("theme");
  if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;
}
