/* All that is kept, as a file's text: `savedFile.pack()` writes it, `.unpack(text)` reads it. */
{
  const { progress } = globalThis;
  const KIND = "many-heads, what I did, ";
  const FORMAT = `${KIND}1`;
  const NAME = /^[a-z]+(\/[\w-]{1,80}){1,3}$/;
  const OWN_WORK = /^(guess|answer|review|questions)\//; // what a reader would miss
  const MAX_ENTRIES = 5000;
  const MAX_VALUE_LENGTH = 200_000; // letters of one value
  const WAS_CHANGED =
    "This file has been changed. It contains something that this page never saves.";

  const isEntry = ([name, value]) =>
    NAME.test(name) && JSON.stringify(value).length <= MAX_VALUE_LENGTH;

  /** Write what can be read back: one entry that cannot would make the whole file useless. */
  const pack = () =>
    JSON.stringify(
      { format: FORMAT, kept: Object.fromEntries([...progress.all()].filter(isEntry)) },
      null,
      1,
    );

  /** Parse a file's text; null is what is no JSON, or nested too deep to be written again. */
  function parseFile(text) {
    try {
      const file = JSON.parse(text);
      JSON.stringify(file);
      return file;
    } catch {
      return null;
    }
  }

  const nameNow = (name) => globalThis.movedNames?.[name] ?? name;

  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** Say in words why a file cannot be read back, or return undefined. */
  function problemWith(file) {
    if (typeof file?.format !== "string" || !file.format.startsWith(KIND))
      return "This is not a file that this page saved.";
    if (file.format !== FORMAT) return "This file was saved by another version of this site.";
    if (!isMap(file.kept)) return WAS_CHANGED;
    const entries = Object.entries(file.kept);
    return entries.length <= MAX_ENTRIES && entries.every(isEntry) ? undefined : WAS_CHANGED;
  }

  /** Say whether what a reader made here would be replaced by something else. */
  function replaces([name, value]) {
    const current = progress.read(name);
    const isOther = JSON.stringify(current) !== JSON.stringify(value);
    return current !== undefined && OWN_WORK.test(name) && isOther;
  }

  /** Keep what stands in a file; return the `count` of its entries, or its `problem` in words.

  `mayReplace` is asked whether so many guesses and answers may be replaced by those of the file. */
  function unpack(text, mayReplace) {
    const file = parseFile(text);
    const problem = problemWith(file);
    if (problem) return { problem };
    const entries = Object.entries(file.kept).map(([name, value]) => [nameNow(name), value]);
    const conflicts = entries.filter(replaces);
    const replaceAll = conflicts.length === 0 || mayReplace(conflicts.length);
    const accepted = replaceAll ? entries : entries.filter((entry) => !conflicts.includes(entry));
    for (const [name, value] of accepted) progress.write(name, value);
    return { count: accepted.length };
  }

  globalThis.savedFile = { pack, unpack };
}
