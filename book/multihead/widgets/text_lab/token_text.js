/** A token as a reader sees it, as token_text.py writes it: its blanks get a sign. */
export function tokenLabel(token) {
  const short = token.replace(/ {3,}/g, (blanks) => `␣×${blanks.length}`);
  return short.replaceAll(" ", "␣").replaceAll("\n", "⏎");
}
