/* What a reader has done, on this device only: `progress.write(name, value)`, `read`, `all`,
`isKept`, `forget`, and `takeOver` for what was kept under a former name.

A name is `kind/chapter/thing`, as `guess/self-attention/15977e77`; the chapter is its file's name
without the number. A value is whatever JSON holds. What is read may come from another version of
the site, a damaged storage or a file that someone sent: look at its shape, and show it by
`textContent` alone. Where the storage is blocked or full, it lasts as long as the page. */
{
  const PREFIX = "many-heads:";
  const unsaved = new Map(); // what the storage did not take

  /** Ask the storage something; to touch one that is blocked is an error already. */
  function askStorage(request, fallback) {
    try {
      return request(globalThis.localStorage);
    } catch {
      return fallback;
    }
  }

  /** Return the value that was written under a name, or undefined. */
  function read(name) {
    const text = unsaved.get(name) ?? askStorage((storage) => storage.getItem(PREFIX + name), null);
    try {
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Keep a value, and say whether it outlives the page. */
  function write(name, value) {
    const text = JSON.stringify(value);
    unsaved.set(name, text);
    const isSaved = askStorage(
      (storage) => storage.setItem(PREFIX + name, text) === undefined,
      false,
    );
    if (isSaved) unsaved.delete(name);
    return isSaved;
  }

  const storedNames = () =>
    askStorage((storage) => Object.keys(storage), [])
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));

  /** Return all that can be read, as a map from names to values. */
  function all() {
    const names = new Set([...storedNames(), ...unsaved.keys()]);
    const values = [...names].sort().map((name) => [name, read(name)]);
    return new Map(values.filter(([, value]) => value !== undefined));
  }

  /** Tell whether what is written outlives the page. */
  function isKept() {
    const name = `${PREFIX}probe`;
    return askStorage((storage) => {
      storage.setItem(name, "");
      storage.removeItem(name);
      return true;
    }, false);
  }

  function remove(name) {
    unsaved.delete(name);
    askStorage((storage) => storage.removeItem(PREFIX + name));
  }

  function forget() {
    unsaved.clear();
    for (const name of storedNames()) remove(name);
  }

  /** Keep under its name now what is kept under a former one, unless something is there. */
  function takeOver(names) {
    for (const [former, name] of Object.entries(names)) {
      const value = read(former);
      if (value === undefined) continue;
      if (read(name) === undefined) write(name, value);
      remove(former);
    }
  }

  globalThis.progress = { read, write, all, isKept, forget, takeOver };
  takeOver(globalThis.movedNames ?? {});
}
