/* What is found, the best first: `rank(query)`. */
{
  // A question's entry is written as an answer. A synonym counts less than the very word.
  const KIND_WEIGHTS = { question: 2.7, guide: 1.3, term: 1.2, section: 1, exercise: 0.7 };
  const FIELD_WEIGHTS = { title: 2, lead: 1, words: 2, page: 0.2, text: 0.65 };
  const SYNONYM_WEIGHT = 0.5;
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

  const FIELDS = {
    id: ({ id }) => id,
    title: (record) => allNames(record).join(" / "),
    lead: ({ text }) => text.split(/(?<=[.?!]) /, 1)[0],
    words: ({ words }) => words,
    page: ({ page }) => page,
    text: ({ text }) => text,
  };
  const termsOf = (text) => globalThis.tokenize(text).map(({ term }) => term);
  const miniSearch = new globalThis.MiniSearch({
    fields: Object.keys(FIELD_WEIGHTS),
    extractField: (record, field) => FIELDS[field](record),
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  miniSearch.addAll(records);

  // A term counts more, the fewer records have it.
  const recordsWith = new Map();
  for (const record of records) {
    const texts = ["title", "words", "text"].map((field) => FIELDS[field](record) ?? "");
    for (const term of new Set(termsOf(texts.join("\n"))))
      recordsWith.set(term, (recordsWith.get(term) ?? 0) + 1);
  }
  const synonymWeight = (term) => (term.startsWith("=") ? SYNONYM_WEIGHT : 1);
  const rarity = (term) =>
    synonymWeight(term) * Math.log(1 + records.length / (recordsWith.get(term) ?? 1));
  const sum = (terms) => terms.reduce((total, term) => total + rarity(term), 0);

  const searchOptions = {
    tokenize: globalThis.askedTerms,
    boost: FIELD_WEIGHTS,
    boostTerm: synonymWeight,
    boostDocument: (id) => KIND_WEIGHTS[records[id].kind] * (records[id].text ? 1 : 0.5),
    bm25: { k: 4, b: 0.8, d: 0.5 },
    // The last word may not be finished yet, and a word that stands nowhere may be misspelled.
    prefix: (term, at, all) => at === all.length - 1 && term.length > 2,
    fuzzy: (term) => (term.length > 5 && !recordsWith.has(term) ? 0.2 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  };
  // MiniSearch multiplies by the number of terms that were found. Here they count by their rarity.
  const value = ({ score, queryTerms }) => (score / queryTerms.length) * sum(queryTerms) ** 2;
  const hasOwnWord = ({ match }) =>
    Object.values(match).some((fields) => fields.some((field) => field !== "words"));

  globalThis.rank = (query) => {
    const sameName = [...new Set(recordsNamed(globalThis.nameOf(query)))];
    const matches = miniSearch
      .search(query, searchOptions)
      .sort((a, b) => hasOwnWord(b) - hasOwnWord(a) || value(b) - value(a))
      .map(({ id }) => records[id]);
    return [...sameName, ...matches.filter((record) => !sameName.includes(record))];
  };
}
