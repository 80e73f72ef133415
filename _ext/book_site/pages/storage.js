/* A storage that is blocked or full stops no script of the theme, such as the one of the menu.

What it does not take lasts as long as the page. `progress.js` minds its own names, and hears of it. */
{
  const OWN = "many-heads:";
  const refused = new Map();
  const { getItem, setItem } = Storage.prototype;

  Storage.prototype.getItem = function (name) {
    if (refused.has(name)) return refused.get(name);
    try {
      return getItem.call(this, name);
    } catch {
      return null;
    }
  };

  Storage.prototype.setItem = function (name, text) {
    try {
      setItem.call(this, name, text);
      refused.delete(name);
    } catch (error) {
      if (name.startsWith(OWN)) throw error;
      refused.set(name, text);
    }
  };

  for (const name of ["localStorage", "sessionStorage"])
    try {
      globalThis[name].getItem("mode");
    } catch {
      Object.defineProperty(globalThis, name, { value: Object.create(Storage.prototype) });
    }
}
