/* The search page: what is typed or stands in the address is looked up, and the results drawn. */
{
  const MAX_RESULTS = 30;
  const EXCERPT_LENGTH = 240;
  const SENTENCE_END = /(?<=[.?!]["”’)]*)\s+(?=\S)/;
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
      .sort((a, b) => a.start - b.start || b.end - a.end);

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

  /** Return the sentence whose words, of those asked for, are worth most, the first of several. */
  function bestSentence(text, terms) {
    const best = { worth: -1, sentence: "" };
    for (const sentence of text.split(SENTENCE_END)) {
      const found = new Set(matchesIn(sentence, terms).map(({ term }) => term));
      const worth = globalThis.worth([...found]);
      if (worth > best.worth) Object.assign(best, { worth, sentence });
    }
    return best.sentence;
  }

  /** Cut a long sentence, before the first word that was asked for if that stands late. */
  function cut(sentence, terms) {
    if (sentence.length <= EXCERPT_LENGTH) return sentence;
    const [first = { start: 0 }] = matchesIn(sentence, terms);
    const late = first.start > EXCERPT_LENGTH / 2;
    const from = late ? sentence.lastIndexOf(" ", first.start - EXCERPT_LENGTH / 4) : 0;
    const rest = sentence.slice(from).trim();
    const [before, after] = [from > 0 ? "… " : "", rest.length > EXCERPT_LENGTH ? " …" : ""];
    const end = after ? rest.lastIndexOf(" ", EXCERPT_LENGTH) : rest.length;
    return before + rest.slice(0, end) + after;
  }

  function resultItem(record, terms) {
    const link = element("a", "", ...highlighted(record.title, terms));
    link.href = record.url;
    const [definition] = record.text.split(SENTENCE_END);
    const told = record.kind === "term" ? definition : bestSentence(record.text, terms);
    const sentence = cut(told, terms);
    return element(
      "li",
      "",
      element("h2", "", link),
      element("p", "mh-search-place", record.page),
      ...(sentence ? [element("p", "", ...highlighted(sentence, terms))] : []),
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
    const terms = new Set(query && globalThis.askedTerms(query));
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
      const parameters = new URLSearchParams(location.search);
      parameters.set("q", input.value);
      history.replaceState(null, "", `?${parameters}`);
      showResults();
    }, 200);
  });
  // The theme's Ctrl+K would leave the field that has the focus.
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, shiftKey, altKey }) => {
    if (key.toLowerCase() !== "k" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    input.focus();
    input.select();
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.focus();
  showResults();
}
