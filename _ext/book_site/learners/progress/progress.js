/* What a reader has done, on this device only: `kept.write(name, value)`, `read`, `all`, `forget`.

A name is `kind/chapter/thing`, as `guess/self-attention/15977e77`; the chapter is its file's name
without the number. A value is whatever JSON holds. What is read may come from another version of
the site, a damaged storage or a file that someone sent: look at its shape, and show it by
`textContent` alone. Where the storage is blocked or full, it lasts as long as the page. */
{
  const PREFIX = "many-heads:";
  const refused = new Map(); // what the storage did not take

  /** Ask the storage something; to touch one that is blocked is an error already. */
  function ask(question, otherwise) {
    try {
      return question(globalThis.localStorage);
    } catch {
      return otherwise;
    }
  }

  /** Return the value that was written under a name, or undefined. */
  function read(name) {
    const text = refused.get(name) ?? ask((storage) => storage.getItem(PREFIX + name), null);
    try {
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Keep a value, and say whether it outlives the page. */
  function write(name, value) {
    const text = JSON.stringify(value);
    refused.set(name, text);
    const taken = ask((storage) => storage.setItem(PREFIX + name, text) === undefined, false);
    if (taken) refused.delete(name);
    return taken;
  }

  const storedNames = () =>
    ask((storage) => Object.keys(storage), [])
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));

  /** Return all that can be read, as a map from names to values. */
  function all() {
    const names = new Set([...storedNames(), ...refused.keys()]);
    const values = [...names].sort().map((name) => [name, read(name)]);
    return new Map(values.filter(([, value]) => value !== undefined));
  }

  function forget() {
    refused.clear();
    for (const name of storedNames()) ask((storage) => storage.removeItem(PREFIX + name));
  }

  globalThis.kept = { read, write, all, forget };
}
