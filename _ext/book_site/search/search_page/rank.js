/* What is found, the best first: `rank(query)`; and what words are worth: `worth(terms)`. */
{
  // A question's entry is short, and answers at once. A synonym counts less than the very word.
  const KIND_WEIGHTS = { question: 1.7, guide: 1.3, term: 1.1, section: 1, exercise: 0.5 };
  const SYNONYM_WEIGHT = 0.9;
  const NEWS_WEIGHT = 1;
  const NEARNESS_WEIGHT = 0.2;
  const { records, synonyms } = globalThis.searchIndex;

  const allNames = ({ title, names = [] }) => [title, ...names];

  // What has the very name that is asked for comes before all that only speaks of it.
  const recordsByName = new Map();
  for (const record of [...records].sort((a, b) => KIND_WEIGHTS[b.kind] - KIND_WEIGHTS[a.kind]))
    for (const name of new Set(allNames(record).map(globalThis.nameOf)))
      recordsByName.set(name, [...(recordsByName.get(name) ?? []), record]);

  // Another name of a term finds its entry too, behind what has the very name.
  const synonymsByName = new Map();
  for (const group of synonyms) {
    const names = group.map(globalThis.nameOf);
    for (const name of names) synonymsByName.set(name, names);
  }
  const recordsNamed = (name) => [
    ...(recordsByName.get(name) ?? []),
    ...(synonymsByName.get(name) ?? []).flatMap((other) =>
      (recordsByName.get(other) ?? []).filter(({ kind }) => kind === "term"),
    ),
  ];

  const termsOf = (text) => globalThis.tokenize(text).map(({ term }) => term);
  const leadOf = ({ text }) => globalThis.sentencesOf(text).slice(0, 2);
  const tellsOf = (record) => [...allNames(record), ...leadOf(record)].join(" / ");
  // One field, in which what tells most stands several times. If each were a field of its own, a
  // word that stands in all of them would be worth more than two words of the question.
  function weighedText(record) {
    const { text, words = "" } = record;
    const names = allNames(record);
    return [...names, ...names, ...names, ...names, tellsOf(record), text, words, words].join(
      " / ",
    );
  }
  const miniSearch = new globalThis.MiniSearch({
    fields: ["all"],
    extractField: (record, field) => (field === "all" ? weighedText(record) : record[field]),
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  miniSearch.addAll(records);
  const ownTerms = records.map((r) => new Set(termsOf([...allNames(r), r.text].join(" / "))));
  const toldTerms = records.map((record) => new Set(termsOf(tellsOf(record))));

  // A term counts more, the fewer records have it.
  const recordsWith = new Map();
  for (const record of records)
    for (const term of new Set(termsOf(weighedText(record))))
      recordsWith.set(term, (recordsWith.get(term) ?? 0) + 1);
  const synonymWeight = (term) => (term.startsWith("=") ? SYNONYM_WEIGHT : 1);
  const rarity = (term) =>
    synonymWeight(term) * Math.log(1 + records.length / (recordsWith.get(term) ?? 1));
  /** Say how much these terms tell together: rare ones more than those that stand everywhere. */
  globalThis.worth = (terms) => terms.reduce((total, term) => total + rarity(term), 0);

  const searchOptions = {
    tokenize: globalThis.askedTerms,
    boostTerm: synonymWeight,
    boostDocument: (id) => KIND_WEIGHTS[records[id].kind],
    bm25: { k: 6, b: 0.1, d: 0.5 },
    // The last word may not be finished yet, and a word that stands nowhere may be misspelled.
    prefix: (term, at, all) => at === all.length - 1 && term.length > 2,
    fuzzy: (term) => (term.length > 5 && !recordsWith.has(term) ? 0.2 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  };
  // A single word, and a synonym, leads first to what has it in its own title or text.
  function namedTerms(query) {
    const asked = globalThis.askedTerms(query);
    const words = asked.filter((term) => !term.startsWith("="));
    if (synonymsByName.has(globalThis.nameOf(query)))
      return asked.filter((t) => !words.includes(t));
    return words.length === 1 ? words : [];
  }
  const hasOwn = ({ id, match }, terms) =>
    Object.keys(match).some(
      (term) =>
        ownTerms[id].has(term) &&
        terms.some((asked) => asked.startsWith("=") === term.startsWith("=")),
    );

  /** Sort results; behind the first, what speaks of words that the first says nothing of rises. */
  function sorted(results, query) {
    if (results.length === 0) return [];
    // MiniSearch multiplies by the number of terms that were found.
    const score = (result) => result.score / result.queryTerms.length;
    const best = Math.max(...results.map(score));
    const near = globalThis.nearness(query);
    const value = (result) => score(result) / best + NEARNESS_WEIGHT * near[result.id];
    const named = namedTerms(query);
    const by = (worthOf) => (a, b) =>
      hasOwn(b, named) - hasOwn(a, named) || worthOf(b) - worthOf(a);
    const [first, ...others] = results.sort(by(value));
    const asked = globalThis.worth(globalThis.askedTerms(query));
    const untold = ({ queryTerms }) => queryTerms.filter((term) => !toldTerms[first.id].has(term));
    const news = (result) => globalThis.worth(untold(result)) / asked;
    return [
      first,
      ...others.sort(by((result) => value(result) * (1 + NEWS_WEIGHT * news(result)))),
    ];
  }

  globalThis.rank = (query) => {
    const sameName = [...new Set(recordsNamed(globalThis.nameOf(query)))];
    const results = sorted(miniSearch.search(query, searchOptions), query);
    const matches = results.map(({ id }) => records[id]);
    return [...sameName, ...matches.filter((record) => !sameName.includes(record))];
  };
}
