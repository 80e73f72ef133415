/* What is found, the best first: `rank(query)`. */
{
  // Questions first. A synonym counts half as much as the very word.
  const KIND_WEIGHTS = { question: 4, guide: 3, term: 1.5, section: 1, exercise: 0.4 };
  const SYNONYM_WEIGHT = 0.5;
  const { records, synonyms } = globalThis.searchIndex;
  const terms = (text) => globalThis.tokenize(text).map(({ term }) => term);

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

  const miniSearch = new globalThis.MiniSearch({
    fields: ["title", "wordings", "page", "text"],
    // A heading that nobody has put in other words is what its section is asked for by.
    extractField: (record, field) =>
      field === "wordings" ? (record.wordings ?? allNames(record).join(" / ")) : record[field],
    tokenize: terms,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 2, wordings: 8, page: 1, text: 1 },
      boostTerm: (term) => (term.startsWith("=") ? SYNONYM_WEIGHT : 1),
      boostDocument: (id) => KIND_WEIGHTS[records[id].kind],
    },
  });
  miniSearch.addAll(records);

  // The last word may not be finished yet; a longer one may be misspelled.
  const searchOptions = {
    prefix: (term, at, all) => at === all.length - 1 && term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  };
  globalThis.rank = (query) => {
    const sameName = [...new Set(recordsNamed(globalThis.nameOf(query)))];
    const matches = miniSearch.search(query, searchOptions).map(({ id }) => records[id]);
    return [...sameName, ...matches.filter((record) => !sameName.includes(record))];
  };
}
