// All that is kept, as a file: it comes back as it was, and a file of others changes nothing.
import assert from "node:assert/strict";
import test from "node:test";
import "../../_ext/book_site/learners/progress/progress.js";

await import("../../_ext/book_site/learners/progress/saved_file.js");
const { kept, saved } = globalThis;

test("what is saved is read back as it was, beside what is there", () => {
  kept.write("guess/one/a", "both");
  kept.write("place/one", { section: "x", at: 3 });
  const file = saved.pack();
  kept.forget();
  kept.write("guess/two/b", "water");
  assert.deepEqual(saved.unpack(file), { count: 2 });
  assert.deepEqual(
    [...kept.all()],
    [
      ["guess/one/a", "both"],
      ["guess/two/b", "water"],
      ["place/one", { section: "x", at: 3 }],
    ],
  );
});

test("what is made here is replaced only if the reader says so", () => {
  kept.forget();
  kept.write("answer/one/a", { code: "old" });
  kept.write("guess/one/b", "both");
  kept.write("place/one", { at: 3 });
  const file = saved.pack();
  kept.write("answer/one/a", { code: "new" });
  kept.write("place/one", { at: 4 });
  const asked = [];
  const say = (words) => (count) => asked.push(count) && words;
  assert.deepEqual(saved.unpack(file, say(false)), { count: 2 });
  assert.deepEqual(kept.read("answer/one/a"), { code: "new" });
  assert.deepEqual(kept.read("place/one"), { at: 3 });
  assert.deepEqual(saved.unpack(file, say(true)), { count: 3 });
  assert.deepEqual(kept.read("answer/one/a"), { code: "old" });
  assert.deepEqual(saved.unpack(file), { count: 3 }); // now nothing differs
  assert.deepEqual(asked, [1, 1]);
});

test("what could not be read back is left out of a file, which stays of use", () => {
  kept.forget();
  kept.write("guess/one/a", "both");
  kept.write("answer/one/b", { texts: ["1".repeat(200_001)] });
  kept.write("guess/<b>/c", 1);
  const file = saved.pack();
  kept.forget();
  assert.deepEqual(saved.unpack(file), { count: 1 });
  assert.deepEqual([...kept.all()], [["guess/one/a", "both"]]);
});

test("a file that is not ours, too big or with names of its own is refused whole", () => {
  kept.forget();
  const { format } = JSON.parse(saved.pack());
  const file = (entries) => JSON.stringify({ format, kept: entries });
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`guess/one/${i}`, 1]));
  const refused = {
    "This is not a file that this page saved.": [
      ...["", "{", "null", "[]", '"text"', '{"kept": {"guess/one/a": 1}}'],
      file({ "guess/one/a": 1 }).replace(/1}}$/, `${"[".repeat(90_000)}${"]".repeat(90_000)}}}`),
      ...["1", '{"toString": 1}', '{"startsWith": 1}'].map((x) => `{"format": ${x}, "kept": {}}`),
    ],
    "Another version of this site saved this file.": [
      file({ "guess/one/a": 1 }).replace(format, format.replace("1", "2")),
    ],
    "This file was changed: it holds what this page never saves.": [
      JSON.stringify({ format }),
      ...[null, [], [1], 7, true, "text", many].map(file),
      file({ "guess/one/a": 1, "../theme": "x" }),
      file({ "guess/one/a": 1, "guess/<b>/c": "x" }),
      `{"format": "${format}", "kept": {"guess/one/a": 1, "__proto__": 1}}`,
      file({ "guess/one/a": 1, "draft/one/b": "x".repeat(200_001) }),
    ],
  };
  for (const [trouble, texts] of Object.entries(refused))
    for (const text of texts) {
      assert.deepEqual(saved.unpack(text), { trouble }, text.slice(0, 80));
      assert.equal(kept.all().size, 0);
    }
  assert.deepEqual(saved.unpack(file({ "guess/one/a": 1 })), { count: 1 });
});
