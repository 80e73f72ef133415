// What a page shows of a verdict, in a page that has no more than the script needs.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { verdictView } from "../../_ext/book_site/learners/verdict_view/verdict_view.js";

let motion; // how the last verdict was brought into view
let still = false;

class FakeNode {
  children = [];
  dataset = {};
  constructor(tag) {
    this.tag = tag;
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  scrollIntoView(options) {
    motion = options;
  }
  get text() {
    return this.children.map((child) => child.text ?? child).join("");
  }
}

globalThis.document = {
  createElement: (tag) => new FakeNode(tag),
  documentElement: { dataset: { content_root: "../../" } },
};
globalThis.matchMedia = () => ({ matches: still });

const SECTION = {
  opening: "Chapter 01 explains this in",
  title: "Masks",
  page: "01-self-attention",
  label: "ch01-mask",
};
const WRONG = {
  passed: false,
  headline: "attention: not yet. Likely: the mask is ignored.",
  explained: SECTION,
  details: "The smallest counter-example:\nq = [[1,\n      2]]\nexpected = 3\nyours = 5",
  example: ["q = [[1, 2]]", "expected = 3", "yours = 5"],
};

let view;
beforeEach(() => {
  view = verdictView();
});
const parts = () => view.element.children.map((part) => part.children);

test("the mistake comes first, then the section as a link, then the example", () => {
  view.show(WRONG);
  const [said, rest] = parts();
  assert.deepEqual(
    said.map((line) => line.text),
    [WRONG.headline, "Chapter 01 explains this in “Masks”."],
  );
  const [, link] = said[1].children;
  assert.equal(link.tag, "a");
  assert.equal(link.href, "../../book/01-self-attention.html#ch01-mask");
  assert.equal(rest[0].text, WRONG.example.join("\n"));
  assert.equal(view.element.dataset.result, "wrong");
});

test("a screen reader says the mistake and the section, and not the example", () => {
  view.show(WRONG);
  const [status, rest] = view.element.children;
  assert.equal(status.role, "status");
  assert.equal(rest.role, undefined);
  assert.ok(!status.text.includes("yours"));
});

test("the whole counter-example is folded, and left out where it is the short one", () => {
  view.show(WRONG);
  const [, fold] = parts()[1];
  assert.equal(fold.tag, "details");
  assert.equal(fold.open, undefined);
  assert.equal(fold.children[1].text, "q = [[1,\n      2]]\nexpected = 3\nyours = 5");
  view.show({ ...WRONG, details: `Title:\n${WRONG.example.join("\n")}` });
  assert.deepEqual(
    parts()[1].map(({ tag }) => tag),
    ["pre"],
  );
});

test("without an example the details are a line of what is said", () => {
  view.show({ passed: false, headline: "new_row: not yet.", details: "1 of 2 differ." });
  assert.deepEqual(
    parts().map((part) => part.map((line) => line.text)),
    [["new_row: not yet.", "1 of 2 differ."], []],
  );
});

test("a verdict comes into view, at once for those who want no motion", () => {
  view.show(WRONG);
  assert.deepEqual(motion, { block: "nearest", behavior: "smooth" });
  still = true;
  view.show(WRONG);
  assert.deepEqual(motion, { block: "nearest", behavior: "auto" });
});

test("what is said next takes the place of a verdict", () => {
  view.show(WRONG);
  view.say("Running. Stop ends it.");
  assert.deepEqual(
    parts().map((part) => part.map((line) => line.text)),
    [["Running. Stop ends it."], []],
  );
  assert.equal(view.element.dataset.result, "");
});
