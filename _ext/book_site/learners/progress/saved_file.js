/* All that is kept, as a file's text: `saved.pack()` writes it, `saved.unpack(text)` reads it. */
{
  const { kept } = globalThis;
  const KIND = "many-heads, what I did, ";
  const FORMAT = `${KIND}1`;
  const NAME = /^[a-z]+(\/[\w-]{1,80}){1,3}$/;
  const MADE = /^(guess|answer)\//; // what a reader would miss
  const MOST = 5000;
  const LONGEST = 200_000; // letters of one value
  const CHANGED = "This file was changed: it holds what this page never saves.";

  const isEntry = ([name, value]) => NAME.test(name) && JSON.stringify(value).length <= LONGEST;

  /** Write what can be read back: one entry that cannot would make the whole file useless. */
  const pack = () =>
    JSON.stringify(
      { format: FORMAT, kept: Object.fromEntries([...kept.all()].filter(isEntry)) },
      null,
      1,
    );

  /** Parse a file's text; null is what is no JSON, or nested too deep to be written again. */
  function parsed(text) {
    try {
      const file = JSON.parse(text);
      JSON.stringify(file);
      return file;
    } catch {
      return null;
    }
  }

  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** Say in words why a file cannot be read back, or return undefined. */
  function trouble(file) {
    if (typeof file?.format !== "string" || !file.format.startsWith(KIND))
      return "This is not a file that this page saved.";
    if (file.format !== FORMAT) return "Another version of this site saved this file.";
    if (!isMap(file.kept)) return CHANGED;
    const entries = Object.entries(file.kept);
    return entries.length <= MOST && entries.every(isEntry) ? undefined : CHANGED;
  }

  /** Say whether what a reader made here would be replaced by something else. */
  function replaces([name, value]) {
    const here = kept.read(name);
    const isOther = JSON.stringify(here) !== JSON.stringify(value);
    return here !== undefined && MADE.test(name) && isOther;
  }

  /** Keep what stands in a file; return the `count` of its entries, or its `trouble` in words.

  `mayReplace` is asked whether so many guesses and answers may be replaced by those of the file. */
  function unpack(text, mayReplace) {
    const file = parsed(text);
    const found = trouble(file);
    if (found) return { trouble: found };
    const entries = Object.entries(file.kept);
    const others = entries.filter(replaces);
    const isAllTaken = others.length === 0 || mayReplace(others.length);
    const taken = isAllTaken ? entries : entries.filter((entry) => !others.includes(entry));
    for (const [name, value] of taken) kept.write(name, value);
    return { count: taken.length };
  }

  globalThis.saved = { pack, unpack };
}
