// What is kept on the device: it can be read again, and no storage can break the page.
import assert from "node:assert/strict";
import test from "node:test";
import "../../_ext/book_site/learners/progress/progress.js";

const { progress } = globalThis;

/** A storage that is an object of its keys, as a browser's is. */
class Storage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key, text) {
    Object.defineProperty(this, key, { value: text, enumerable: true, configurable: true });
  }
  removeItem(key) {
    delete this[key];
  }
}

class Full extends Storage {
  setItem() {
    throw Error("QuotaExceededError");
  }
}

function use(storage) {
  Object.defineProperty(globalThis, "localStorage", { get: storage, configurable: true });
  progress.forget();
}

const blocked = () => {
  throw Error("SecurityError");
};

test("what is written is read again, and stands under one prefix", () => {
  const device = new Storage();
  use(() => device);
  assert.equal(progress.write("guess/one/a", "both"), true);
  assert.deepEqual(Object.keys(device), ["many-heads:guess/one/a"]);
  assert.equal(progress.read("guess/one/a"), "both");
  assert.equal(progress.read("guess/one/b"), undefined);
  progress.write("guess/one/a", { row: [1, 2] });
  assert.deepEqual([...progress.all()], [["guess/one/a", { row: [1, 2] }]]);
});

test("all is forgotten, and what others keep is left", () => {
  const device = new Storage();
  use(() => device);
  device.setItem("theme", "dark");
  for (const name of ["a", "b", "__proto__"]) progress.write(name, 1);
  assert.deepEqual([...progress.all().keys()], ["__proto__", "a", "b"]);
  progress.forget();
  assert.equal(progress.all().size, 0);
  assert.deepEqual(Object.keys(device), ["theme"]);
});

test("damaged text is as if it were not there", () => {
  const device = new Storage();
  use(() => device);
  progress.write("good", 3);
  for (const text of ["{", "", "undefined", "<img src=x>"]) {
    device.setItem("many-heads:bad", text);
    assert.equal(progress.read("bad"), undefined, text);
    assert.deepEqual([...progress.all()], [["good", 3]]);
  }
});

test("a storage that is blocked, missing or full loses nothing while the page is open", () => {
  for (const storage of [blocked, () => undefined, () => new Full()]) {
    use(storage);
    assert.equal(progress.write("draft/one/a", "long work"), false);
    assert.equal(progress.read("draft/one/a"), "long work");
    assert.deepEqual([...progress.all()], [["draft/one/a", "long work"]]);
    progress.forget();
    assert.equal(progress.read("draft/one/a"), undefined);
  }
});

test("when the storage fills up, the newest value counts", () => {
  const device = new Storage();
  use(() => device);
  progress.write("draft/one/a", "first");
  device.setItem = Full.prototype.setItem;
  progress.write("draft/one/a", "second");
  assert.equal(progress.read("draft/one/a"), "second");
  device.setItem = Storage.prototype.setItem;
  assert.equal(progress.write("draft/one/a", "third"), true);
  assert.equal(device.getItem("many-heads:draft/one/a"), '"third"');
});

test("what was kept under a former name is taken over, once, and replaces nothing", () => {
  const device = new Storage();
  use(() => device);
  progress.write("guess/old/a", "both");
  progress.write("guess/old/b", "3");
  progress.write("guess/new/b", "5");
  const names = {
    "guess/old/a": "guess/new/a",
    "guess/old/b": "guess/new/b",
    "place/x": "place/y",
  };
  progress.takeOver(names);
  const kept = [
    ["guess/new/a", "both"],
    ["guess/new/b", "5"],
  ];
  assert.deepEqual([...progress.all()], kept);
  progress.takeOver(names);
  assert.deepEqual([...progress.all()], kept);
  assert.equal(device.getItem("many-heads:guess/new/a"), '"both"');
});
