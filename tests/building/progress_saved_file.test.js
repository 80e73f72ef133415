// All that is kept, as a file: it comes back as it was, and a file of others changes nothing.
import assert from "node:assert/strict";
import test from "node:test";
import "../../_ext/book_site/learners/progress/progress.js";

await import("../../_ext/book_site/learners/progress/saved_file.js");
const { progress, savedFile } = globalThis;

test("what is saved is read back as it was, beside what is there", () => {
  progress.write("guess/one/a", "both");
  progress.write("place/one", { section: "x", at: 3 });
  const file = savedFile.pack();
  progress.forget();
  progress.write("guess/two/b", "water");
  assert.deepEqual(savedFile.unpack(file), { count: 2 });
  assert.deepEqual(
    [...progress.all()],
    [
      ["guess/one/a", "both"],
      ["guess/two/b", "water"],
      ["place/one", { section: "x", at: 3 }],
    ],
  );
});

test("what is made here is replaced only if the reader says so", () => {
  progress.forget();
  progress.write("answer/one/a", { code: "old" });
  progress.write("guess/one/b", "both");
  progress.write("place/one", { at: 3 });
  const file = savedFile.pack();
  progress.write("answer/one/a", { code: "new" });
  progress.write("place/one", { at: 4 });
  const asked = [];
  const say = (words) => (count) => asked.push(count) && words;
  assert.deepEqual(savedFile.unpack(file, say(false)), { count: 2 });
  assert.deepEqual(progress.read("answer/one/a"), { code: "new" });
  assert.deepEqual(progress.read("place/one"), { at: 3 });
  assert.deepEqual(savedFile.unpack(file, say(true)), { count: 3 });
  assert.deepEqual(progress.read("answer/one/a"), { code: "old" });
  assert.deepEqual(savedFile.unpack(file), { count: 3 }); // now nothing differs
  assert.deepEqual(asked, [1, 1]);
});

test("what could not be read back is left out of a file, which stays of use", () => {
  progress.forget();
  progress.write("guess/one/a", "both");
  progress.write("answer/one/b", { texts: ["1".repeat(200_001)] });
  progress.write("guess/<b>/c", 1);
  const file = savedFile.pack();
  progress.forget();
  assert.deepEqual(savedFile.unpack(file), { count: 1 });
  assert.deepEqual([...progress.all()], [["guess/one/a", "both"]]);
});

test("a file that is not ours, too big or with names of its own is refused whole", () => {
  progress.forget();
  const { format } = JSON.parse(savedFile.pack());
  const file = (entries) => JSON.stringify({ format, kept: entries });
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`guess/one/${i}`, 1]));
  const refused = {
    "This is not a file that this page saved.": [
      ...["", "{", "null", "[]", '"text"', '{"kept": {"guess/one/a": 1}}'],
      file({ "guess/one/a": 1 }).replace(/1}}$/, `${"[".repeat(90_000)}${"]".repeat(90_000)}}}`),
      ...["1", '{"toString": 1}', '{"startsWith": 1}'].map((x) => `{"format": ${x}, "kept": {}}`),
    ],
    "This file was saved by another version of this site.": [
      file({ "guess/one/a": 1 }).replace(format, format.replace("1", "2")),
    ],
    "This file has been changed. It contains something that this page never saves.": [
      JSON.stringify({ format }),
      ...[null, [], [1], 7, true, "text", many].map(file),
      file({ "guess/one/a": 1, "../theme": "x" }),
      file({ "guess/one/a": 1, "guess/<b>/c": "x" }),
      `{"format": "${format}", "kept": {"guess/one/a": 1, "__proto__": 1}}`,
      file({ "guess/one/a": 1, "draft/one/b": "x".repeat(200_001) }),
    ],
  };
  for (const [problem, texts] of Object.entries(refused))
    for (const text of texts) {
      assert.deepEqual(savedFile.unpack(text), { problem }, text.slice(0, 80));
      assert.equal(progress.all().size, 0);
    }
  assert.deepEqual(savedFile.unpack(file({ "guess/one/a": 1 })), { count: 1 });
});

test("a file from before a chapter moved is read back under the names of now", () => {
  progress.forget();
  const { format } = JSON.parse(savedFile.pack());
  globalThis.movedNames = { "guess/old/a": "guess/new/a" };
  const text = JSON.stringify({ format, kept: { "guess/old/a": "both", "guess/one/b": "3" } });
  assert.deepEqual(savedFile.unpack(text), { count: 2 });
  delete globalThis.movedNames;
  assert.deepEqual(
    [...progress.all()],
    [
      ["guess/new/a", "both"],
      ["guess/one/b", "3"],
    ],
  );
});

test("what comes again and the twelve answers go to a file and back, and stay", () => {
  progress.forget();
  const kept = [
    ["questions/twelve", { before: { split: "b" } }],
    ["review/one/a", { step: 1, due: 20790, seen: 20780 }],
  ];
  for (const [name, value] of kept) progress.write(name, value);
  const file = savedFile.pack();
  progress.forget();
  assert.deepEqual(savedFile.unpack(file), { count: 2 });
  assert.deepEqual([...progress.all()], kept);
  progress.write("review/one/a", { step: 2, due: 20820, seen: 20790 });
  progress.write("questions/twelve", { after: { split: "a" } });
  const asked = [];
  assert.deepEqual(
    savedFile.unpack(file, (count) => asked.push(count) && false),
    { count: 0 },
  );
  assert.deepEqual(asked, [2]);
  assert.equal(progress.read("review/one/a").step, 2);
});
