// Which exercises are done, beside the links to them.
import assert from "node:assert/strict";
import test from "node:test";
import "../../_ext/book_site/learners/progress/progress.js";

/** A link as the script uses one. */
class Link {
  constructor(address) {
    this.href = `https://example.org/book/${address}`;
    this.hash = new URL(this.href).hash;
    this.signs = [];
  }
  querySelector() {
    return this.signs.length > 0 ? { remove: () => this.signs.pop() } : null;
  }
  append(sign) {
    this.signs.push(sign.textContent);
  }
}

const page = "exercises/04-all-heads.html";
const [split, merge, other] = ["#split", "#merge", "#other"].map((name) => new Link(page + name));
const elsewhere = new Link("exercises/05-gradients.html#split");
const sidebar = [new Link(page), new Link("exercises/05-gradients.html"), new Link("04-x.html")];

globalThis.document = {
  createElement: () => ({}),
  querySelectorAll: (where) =>
    where.startsWith(".bd-links") ? sidebar : [split, merge, other, elsewhere],
};
globalThis.addEventListener = (name, listen) => {
  globalThis[name] = listen;
};

test("what is right is done, what was tried is begun, and the page counts", async () => {
  const { progress } = globalThis;
  progress.write("answer/all-heads/split", { result: "right", section: "split" });
  progress.write("answer/all-heads/merge", { result: "tried", section: "merge" });
  for (const hostile of [null, 3, { section: { a: 1 } }, { result: "right" }])
    progress.write("answer/all-heads/other", hostile);
  progress.write("guess/all-heads/other", { result: "right", section: "other" });
  await import("../../_ext/book_site/learners/progress/exercise_marks.js");
  assert.deepEqual(split.signs, [" ✓ done"]);
  assert.deepEqual(merge.signs, [" … begun"]);
  assert.deepEqual([other.signs, elsewhere.signs], [[], []]);
  assert.deepEqual(
    sidebar.map((link) => link.signs),
    [[" ✓ 1 done"], [], []],
  );
  progress.write("answer/all-heads/merge", { result: "right", section: "merge" });
  globalThis["mh-answered"]();
  assert.deepEqual(merge.signs, [" ✓ done"]);
  assert.deepEqual(sidebar[0].signs, [" ✓ 2 done"]);
  progress.forget();
  globalThis["mh-progress-replaced"]();
  assert.deepEqual([merge.signs, sidebar[0].signs], [[], []]);
});
