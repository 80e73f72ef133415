/* How a text is read: `tokenize(text)` lists its terms, each with the place where it stands. */
{
  // Names such as d_head or W^Q are one word. Chinese characters end a word, and are none.
  const WORD = /[√∞]|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:[_^][\p{L}\p{N}]+)*/gu;
  const { synonyms, ignore } = globalThis.searchIndex;
  const ignored = new Set(ignore);
  const stemmer = new globalThis.Stemmer();

  function term(word) {
    const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("^", "_");
    return /^[a-z]+$/.test(plain) ? stemmer.stemWord(plain) : plain;
  }

  const ASKING =
    "what(?:['’]s| is| are| does)|how (?:do|does)|why|define|explain|" +
    "(?:the )?(?:meaning|purpose|role|point|idea|intuition) (?:of|behind)";
  const PREFIX = new RegExp(`^\\s*(?:(?:${ASKING})\\s+)*`, "i");
  const FILLER = /\b(?:an?|the|actually|exactly|really)\s+/gi;
  const SUFFIX = /(?:\s+(?:means?|works?|do|explained))?\W*$/i;

  const plainName = (name) =>
    name
      .replace(/[_^]/g, " ")
      .replace(FILLER, "")
      .replace(/\bmulti[ -]?head/gi, "multi head");

  /** A name as it is compared: "What is a gate?", "the gates" and "gate" are one. */
  globalThis.nameOf = (text) =>
    [...plainName(text.replace(PREFIX, "").replace(SUFFIX, "")).matchAll(WORD)]
      .map(([word]) => term(word))
      .join(" ");

  const stems = (text) =>
    [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
      term: term(word),
      start: index,
      end: index + word.length,
      ignored: ignored.has(word.toLowerCase()),
    }));

  // The synonyms by their first word: each has all its words, and the name of its group.
  const phrases = new Map();
  for (const group of synonyms)
    for (const synonym of group) {
      const words = stems(synonym).map((stem) => stem.term);
      const others = phrases.get(words[0]) ?? [];
      phrases.set(words[0], [...others, { name: `=${group[0]}`, words }]);
    }

  /** List a text's words by their stems; a synonym also counts as the name of its group. */
  globalThis.tokenize = (text) => {
    const terms = stems(text);
    const groups = terms.flatMap(({ term, start }, i) =>
      (phrases.get(term) ?? [])
        .filter(({ words }) => words.every((word, n) => terms[i + n]?.term === word))
        .map(({ name, words }) => ({ term: name, start, end: terms[i + words.length - 1].end })),
    );
    return [...terms, ...groups];
  };

  /** List what a query asks for: words such as "how" only if it has no others. */
  globalThis.askedTerms = (query) => {
    const all = globalThis.tokenize(query);
    const telling = all.filter(({ ignored }) => !ignored);
    return [...new Set((telling.length > 0 ? telling : all).map(({ term }) => term))];
  };
}
