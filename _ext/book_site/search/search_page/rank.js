/* What is found, the best first: `rank(query)`; and what words are worth: `worth(terms)`. */
{
  // A question's entry is short, and answers at once. A synonym counts less than the very word.
  const KIND_WEIGHTS = { question: 1.7, guide: 1.3, term: 1.1, section: 1, exercise: 0.5 };
  const FIELD_WEIGHTS = { title: 1, words: 1.7, text: 0.6, asked: 0.6 };
  const OWN_FIELDS = ["title", "text"]; // what a reader sees of an entry
  const FIELDS_FOR_NAMES = [...OWN_FIELDS, "words"]; // a single word is no question
  const SYNONYM_WEIGHT = 0.9;
  const { records, synonyms } = globalThis.searchIndex;

  const allNames = ({ title, names = [] }) => [title, ...names];
  // What has the very name that is asked for comes before all that only speaks of it. Behind it
  // stands, for "a head", what asks "What is a head, and what does it do?", first or last.
  const recordsByName = new Map();
  const questionsOf = ({ title }) => title.split(/\?\s+/);
  const clauseNames = (record) => [record.title.split(/[?:;,]\s+/)[0], ...questionsOf(record)];
  const byKind = [...records].sort((a, b) => KIND_WEIGHTS[b.kind] - KIND_WEIGHTS[a.kind]);
  for (const namesOf of [allNames, clauseNames])
    for (const record of byKind)
      for (const name of new Set(namesOf(record).map(globalThis.nameOf)))
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

  const fieldOf = (record, field) =>
    field === "title" ? allNames(record).join(" / ") : (record[field] ?? "");
  const termsOf = (text) => globalThis.tokenize(text).map(({ term }) => term);
  const miniSearch = new globalThis.MiniSearch({
    fields: Object.keys(FIELD_WEIGHTS),
    extractField: fieldOf,
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  miniSearch.addAll(records);

  // A term counts more, the fewer records have it.
  const recordsWith = new Map();
  for (const record of records) {
    const texts = Object.keys(FIELD_WEIGHTS).map((field) => fieldOf(record, field));
    for (const term of new Set(texts.flatMap(termsOf)))
      recordsWith.set(term, (recordsWith.get(term) ?? 0) + 1);
  }
  const synonymWeight = (term) => (term.startsWith("=") ? SYNONYM_WEIGHT : 1);
  const rarity = (term) =>
    synonymWeight(term) * Math.log(1 + records.length / (recordsWith.get(term) ?? 1));
  /** Say how much these terms tell together: rare ones more than those that stand everywhere. */
  globalThis.worth = (terms) => terms.reduce((total, term) => total + rarity(term), 0);

  const searchOptions = {
    tokenize: globalThis.askedTerms,
    boost: FIELD_WEIGHTS,
    boostTerm: synonymWeight,
    boostDocument: (id) => KIND_WEIGHTS[records[id].kind],
    bm25: { k: 4.5, b: 0.75, d: 0.5 },
    // The last word may not be finished yet, and a word that stands nowhere may be misspelled.
    prefix: (term, at, all) => at === all.length - 1 && term.length > 2,
    fuzzy: (term) => (term.length > 5 && !recordsWith.has(term) ? 0.2 : false),
    weights: { prefix: 0.3, fuzzy: 0.2 },
  };
  // MiniSearch multiplies by the number of terms that were found. Here they count by their rarity.
  const value = ({ score, queryTerms }) =>
    (score / queryTerms.length) * globalThis.worth(queryTerms) ** 1.2;
  // A single word, and a synonym, leads first to what has it in its own title or text.
  function namedTerms(query) {
    const asked = globalThis.askedTerms(query);
    const words = asked.filter((term) => !term.startsWith("="));
    if (synonymsByName.has(globalThis.nameOf(query)))
      return asked.filter((t) => !words.includes(t));
    return words.length === 1 ? words : [];
  }
  const hasOwn = ({ match }, terms) =>
    Object.entries(match).some(
      ([term, fields]) =>
        fields.some((field) => OWN_FIELDS.includes(field)) &&
        terms.some((asked) => asked.startsWith("=") === term.startsWith("=")),
    );

  // The less a query's telling words tell, the more all its words count, as in "how do heads work".
  const LITTLE = 10;
  const wordsOf = (text) => new Set(termsOf(text).filter((term) => !term.startsWith("=")));
  const clauses = new Map(
    records.map((record) => [record.id, [record.title, ...questionsOf(record)].map(wordsOf)]),
  );
  /** Say how much of a query and of a title, or of one of its clauses, are the same words. */
  function overlap(words, id) {
    const shares = clauses.get(id).map((clause) => {
      const shared = [...clause].filter((word) => words.has(word)).length;
      return (2 * shared) / (words.size + clause.size);
    });
    return Math.max(...shares);
  }
  function valueFor(query) {
    const told = globalThis.worth(globalThis.askedTerms(query));
    if (told >= LITTLE) return value;
    const [words, weight] = [wordsOf(query), LITTLE / told - 1];
    return (match) => value(match) * (1 + weight * overlap(words, match.id));
  }

  globalThis.rank = (query) => {
    const sameName = [...new Set(recordsNamed(globalThis.nameOf(query)))];
    const named = namedTerms(query);
    const valueOfMatch = valueFor(query);
    const fields = named.length > 0 ? FIELDS_FOR_NAMES : Object.keys(FIELD_WEIGHTS);
    const matches = miniSearch
      .search(query, { ...searchOptions, fields })
      .map((match) => ({ ...match, value: valueOfMatch(match) }))
      .sort((a, b) => hasOwn(b, named) - hasOwn(a, named) || b.value - a.value)
      .map(({ id }) => records[id]);
    return [...sameName, ...matches.filter((record) => !sameName.includes(record))];
  };
}
