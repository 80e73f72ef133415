/* All that is kept, as a file's text: `saved.pack()` writes it, `saved.unpack(text)` reads it. */
{
  const { kept } = globalThis;
  const FORMAT = "many-heads, what I did, 1";
  const NAME = /^[a-z]+(\/[\w-]{1,80}){1,3}$/;
  const MOST = 5000;
  const LONGEST = 200_000; // letters of one value

  const pack = () =>
    JSON.stringify({ format: FORMAT, kept: Object.fromEntries(kept.all()) }, null, 1);

  const isEntry = ([name, value]) => NAME.test(name) && JSON.stringify(value).length <= LONGEST;

  function entriesOf(text) {
    try {
      const file = JSON.parse(text);
      return file.format === FORMAT ? Object.entries(file.kept) : null;
    } catch {
      return null;
    }
  }

  /** Keep what stands in a file and return how many entries; null if it is no such file. */
  function unpack(text) {
    const entries = entriesOf(text);
    if (!entries || entries.length > MOST || !entries.every(isEntry)) return null;
    for (const [name, value] of entries) kept.write(name, value);
    return entries.length;
  }

  globalThis.saved = { pack, unpack };
}
