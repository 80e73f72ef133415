/* A storage that is blocked or full stops no script of the theme, such as the one of the menu.

What it does not take lasts as long as the page. `progress.js` minds its own names, and is told. */
{
  const OWN_PREFIX = "many-heads:";
  const unsaved = new Map();
  const { getItem, setItem } = Storage.prototype;

  Storage.prototype.getItem = function (name) {
    if (unsaved.has(name)) return unsaved.get(name);
    try {
      return getItem.call(this, name);
    } catch {
      return null;
    }
  };

  Storage.prototype.setItem = function (name, text) {
    try {
      setItem.call(this, name, text);
      unsaved.delete(name);
    } catch (error) {
      if (name.startsWith(OWN_PREFIX)) throw error;
      unsaved.set(name, text);
    }
  };

  for (const name of ["localStorage", "sessionStorage"])
    try {
      globalThis[name].getItem("mode");
    } catch {
      Object.defineProperty(globalThis, name, { value: Object.create(Storage.prototype) });
    }
}
