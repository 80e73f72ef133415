/* The search page: what is typed or stands in the address is looked up, and the results drawn. */
{
  const MAX_RESULTS = 30;
  const EXCERPT_LENGTH = 240;
  const main = document.querySelector(".mh-search");
  const input = main.querySelector("input[type=search]");
  const list = main.querySelector(".mh-search-results");
  const noResults = main.querySelector(".mh-no-results");
  const status = main.querySelector("[role=status]");

  function element(tag, className, ...children) {
    const node = document.createElement(tag);
    node.className = className;
    node.append(...children);
    return node;
  }

  /** List the places of a text where a word that was asked for stands. */
  const matchesIn = (text, terms) =>
    globalThis
      .tokenize(text)
      .filter(({ term }) => terms.has(term))
      .sort((a, b) => a.start - b.start);

  function highlighted(text, terms) {
    const pieces = [];
    let position = 0;
    for (const { start, end } of matchesIn(text, terms)) {
      if (end <= position) continue;
      const from = Math.max(start, position);
      pieces.push(text.slice(position, from), element("mark", "", text.slice(from, end)));
      position = end;
    }
    return [...pieces, text.slice(position)];
  }

  /** Find the place in a text with the most of the words asked for close after it. */
  function bestExcerptStart(text, terms) {
    const matches = matchesIn(text, terms);
    const near = ({ start }) =>
      new Set(
        matches
          .filter((match) => match.start >= start && match.end < start + EXCERPT_LENGTH)
          .map((match) => match.term),
      );
    const best = { size: 0, at: 0 };
    for (const match of matches) {
      const { size } = near(match);
      if (size > best.size) Object.assign(best, { size, at: match.start });
    }
    return best.at;
  }

  /** Cut a piece out of a text, from the start of a sentence if one is near. */
  function excerpt(text, at) {
    const sentence = text.lastIndexOf(". ", at) + 1;
    const from = at - sentence < EXCERPT_LENGTH / 3 ? sentence : text.lastIndexOf(" ", at);
    const to =
      from + EXCERPT_LENGTH < text.length
        ? text.lastIndexOf(" ", from + EXCERPT_LENGTH)
        : text.length;
    const [before, after] = [from > 0 ? "… " : "", to < text.length ? " …" : ""];
    return before + text.slice(from, to).trim() + after;
  }

  function resultItem(record, terms) {
    const link = element("a", "", ...highlighted(record.title, terms));
    link.href = record.url;
    // A question's entry begins with its answer.
    const from = record.kind === "question" ? 0 : bestExcerptStart(record.text, terms);
    const text = element("p", "", ...highlighted(excerpt(record.text, from), terms));
    return element(
      "li",
      "",
      element("h2", "", link),
      element("p", "mh-search-place", record.page),
      ...(record.text ? [text] : []),
    );
  }

  function statusText(query, count) {
    if (!query) return "Ask in your own words.";
    if (count === 0) return `Nothing found for “${query}”.`;
    if (count > MAX_RESULTS) return `The ${MAX_RESULTS} best of ${count} places for “${query}”:`;
    return `${count === 1 ? "1 place" : `${count} places`} for “${query}”:`;
  }

  /** Load the index when it is needed: it is nearly half of this page's weight. */
  let loading;
  function loadIndex() {
    loading ??= new Promise((resolve) => {
      const script = element("script", "");
      script.addEventListener("load", resolve);
      script.src = main.dataset.index;
      document.head.append(script);
    });
    return loading;
  }

  async function showResults() {
    if (input.value.trim()) await loadIndex();
    const query = input.value.trim();
    const records = query ? globalThis.rank(query) : [];
    const terms = new Set(query && globalThis.tokenize(query).map(({ term }) => term));
    list.replaceChildren(
      ...records.slice(0, MAX_RESULTS).map((record) => resultItem(record, terms)),
    );
    noResults.hidden = !query || records.length > 0;
    status.textContent = statusText(query, records.length);
  }

  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      history.replaceState(null, "", `?${new URLSearchParams({ q: input.value })}`);
      showResults();
    }, 200);
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.focus();
  showResults();
}
