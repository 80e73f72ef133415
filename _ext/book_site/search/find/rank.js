/* What is found, the best first: `rank(query)`. */
{
  // Questions first. A synonym counts half as much as the very word.
  const WORTH = { question: 4, guide: 3, term: 1.5, section: 1, exercise: 0.4 };
  const SYNONYM = 0.5;
  const { records } = globalThis.searchIndex;
  const terms = (text) => globalThis.words(text).map(({ term }) => term);

  const mini = new globalThis.MiniSearch({
    fields: ["title", "wordings", "page", "text"],
    // A heading that nobody has put in other words is what its section is asked for by.
    extractField: (record, field) =>
      field === "wordings" ? (record.wordings ?? record.title) : record[field],
    tokenize: terms,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 2, wordings: 8, page: 1, text: 1 },
      boostTerm: (term) => (term.startsWith("=") ? SYNONYM : 1),
      boostDocument: (id) => WORTH[records[id].kind],
    },
  });
  mini.addAll(records);

  // The last word may not be finished yet; a longer one may be misspelled.
  const options = {
    prefix: (term, at, all) => at === all.length - 1 && term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  };
  globalThis.rank = (query) => mini.search(query, options).map(({ id }) => records[id]);
}
