/* The search page: what is typed or stands in the address is looked up, and the results drawn. */
{
  const MOST = 30;
  const EXCERPT = 240;
  const main = document.querySelector(".mh-find");
  const input = main.querySelector("input[type=search]");
  const list = main.querySelector(".mh-found");
  const nothing = main.querySelector(".mh-nothing");
  const status = main.querySelector("[role=status]");

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    made.className = className;
    made.append(...children);
    return made;
  }

  /** List the places of a text where a word that was asked for stands. */
  const hits = (text, asked) =>
    globalThis
      .words(text)
      .filter(({ term }) => asked.has(term))
      .sort((a, b) => a.start - b.start);

  function marked(text, asked) {
    const pieces = [];
    let done = 0;
    for (const { start, end } of hits(text, asked)) {
      if (end <= done) continue;
      const from = Math.max(start, done);
      pieces.push(text.slice(done, from), element("mark", "", text.slice(from, end)));
      done = end;
    }
    return [...pieces, text.slice(done)];
  }

  /** Find the place in a text with the most of the words asked for close after it. */
  function best(text, asked) {
    const found = hits(text, asked);
    const near = ({ start }) =>
      new Set(found.filter((h) => h.start >= start && h.end < start + EXCERPT).map((h) => h.term));
    const top = { size: 0, at: 0 };
    for (const hit of found) {
      const { size } = near(hit);
      if (size > top.size) Object.assign(top, { size, at: hit.start });
    }
    return top.at;
  }

  /** Cut a piece out of a text, from the start of a sentence if one is near. */
  function cut(text, at) {
    const sentence = text.lastIndexOf(". ", at) + 1;
    const from = at - sentence < EXCERPT / 3 ? sentence : text.lastIndexOf(" ", at);
    const to = from + EXCERPT < text.length ? text.lastIndexOf(" ", from + EXCERPT) : text.length;
    const [before, after] = [from > 0 ? "… " : "", to < text.length ? " …" : ""];
    return before + text.slice(from, to).trim() + after;
  }

  function result(record, asked) {
    const link = element("a", "", ...marked(record.title, asked));
    link.href = record.url;
    // A question's entry begins with its answer.
    const from = record.kind === "question" ? 0 : best(record.text, asked);
    const text = element("p", "", ...marked(cut(record.text, from), asked));
    return element(
      "li",
      "",
      element("h2", "", link),
      element("p", "mh-where", record.page),
      ...(record.text ? [text] : []),
    );
  }

  function told(query, count) {
    if (!query) return "Ask in your own words.";
    if (count === 0) return `Nothing found for “${query}”.`;
    if (count > MOST) return `The ${MOST} best of ${count} places for “${query}”:`;
    return `${count === 1 ? "1 place" : `${count} places`} for “${query}”:`;
  }

  /** Load the index when it is needed: it is nearly half of this page's weight. */
  let loading;
  function load() {
    loading ??= new Promise((resolve) => {
      const script = element("script", "");
      script.addEventListener("load", resolve);
      script.src = main.dataset.index;
      document.head.append(script);
    });
    return loading;
  }

  async function show() {
    if (input.value.trim()) await load();
    const query = input.value.trim();
    const found = query ? globalThis.rank(query) : [];
    const asked = new Set(query && globalThis.words(query).map(({ term }) => term));
    list.replaceChildren(...found.slice(0, MOST).map((record) => result(record, asked)));
    nothing.hidden = !query || found.length > 0;
    status.textContent = told(query, found.length);
  }

  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      history.replaceState(null, "", `?${new URLSearchParams({ q: input.value })}`);
      show();
    }, 200);
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.focus();
  show();
}
