// All that is kept, as a file: it comes back as it was, and a file of others changes nothing.
import assert from "node:assert/strict";
import test from "node:test";
import "../../_ext/book_site/learners/kept/kept.js";

await import("../../_ext/book_site/learners/kept/saved.js");
const { kept, saved } = globalThis;

test("what is saved is read back as it was, beside what is there", () => {
  kept.write("guess/one/a", "both");
  kept.write("place/one", { section: "x", at: 3 });
  const file = saved.pack();
  kept.forget();
  kept.write("guess/two/b", "water");
  assert.equal(saved.unpack(file), 2);
  assert.deepEqual(
    [...kept.all()],
    [
      ["guess/one/a", "both"],
      ["guess/two/b", "water"],
      ["place/one", { section: "x", at: 3 }],
    ],
  );
});

test("a file that is not ours, too big or with names of its own is refused whole", () => {
  kept.forget();
  const { format } = JSON.parse(saved.pack());
  const file = (entries) => JSON.stringify({ format, kept: entries });
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`guess/one/${i}`, 1]));
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '"text"',
    '{"kept": {"guess/one/a": 1}}',
    JSON.stringify({ format }),
    JSON.stringify({ format, kept: null }),
    file(many),
    file({ "guess/one/a": 1, "../theme": "x" }),
    file({ "guess/one/a": 1, "guess/<b>/c": "x" }),
    `{"format": "${format}", "kept": {"guess/one/a": 1, "__proto__": 1}}`,
    file({ "guess/one/a": 1, "draft/one/b": "x".repeat(200_001) }),
  ]) {
    assert.equal(saved.unpack(text), null, text.slice(0, 80));
    assert.equal(kept.all().size, 0);
  }
  assert.equal(saved.unpack(file({ "guess/one/a": 1 })), 1);
});
