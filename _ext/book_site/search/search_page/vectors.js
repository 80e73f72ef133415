/* What words are about: `nearness(query)` compares a query with records, in MiniLM's vectors. */
{
  const { words, numbers } = globalThis.searchIndex.vectors;
  const bytes = Uint8Array.from(atob(numbers), (letter) => letter.charCodeAt(0));
  const names = words.split(" ");
  const bytesEach = bytes.length / names.length;

  // Two numbers from -7 to 7 stand in a byte. Words with one stem share the sum of their vectors.
  const vectors = new Map();
  names.forEach((name, i) => {
    const own = bytes.subarray(i * bytesEach, (i + 1) * bytesEach);
    const [{ term }] = globalThis.tokenize(name);
    const vector = vectors.get(term) ?? new Float32Array(2 * bytesEach);
    own.forEach((byte, n) => {
      vector[2 * n] += (byte << 24) >> 28;
      vector[2 * n + 1] += (byte << 28) >> 28;
    });
    vectors.set(term, vector);
  });

  /** Return the direction of a text: rare words weigh more. */
  function direction(text) {
    const sum = new Float32Array(2 * bytesEach);
    for (const { term } of globalThis.tokenize(text)) {
      const weight = globalThis.worth([term]);
      vectors.get(term)?.forEach((number, n) => {
        sum[n] += weight * number;
      });
    }
    const norm = Math.hypot(...sum) || 1;
    return sum.map((number) => number / norm);
  }
  const cosine = (a, b) => a.reduce((total, number, n) => total + number * b[n], 0);

  const directions = globalThis.searchIndex.records.map(({ title, text }) => {
    const sentences = globalThis.sentencesOf(text);
    const lead = [title, ...sentences.slice(0, 2)].join(" / ");
    return { title: direction(title), lead: direction(lead), sentences: sentences.map(direction) };
  });

  /** Say for each record how near its title, its first sentences and its nearest one are. */
  globalThis.nearness = (query) => {
    const asked = direction(query);
    return directions.map(({ title, lead, sentences }) => {
      const nearest = Math.max(...sentences.map((sentence) => cosine(asked, sentence)));
      return cosine(asked, title) + cosine(asked, lead) + nearest;
    });
  };
}
