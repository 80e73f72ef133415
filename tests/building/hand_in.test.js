// What a page makes of a class's link and of what is kept: the file that students hand in.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { answersTo } from "../../_ext/book_site/learners/hand_in/answers.js";
import { readAssignment } from "../../_ext/book_site/learners/hand_in/assignment.js";
import { fileName, linkTo } from "../../_ext/book_site/learners/hand_in/choice.js";
import { notebookText } from "../../_ext/book_site/learners/hand_in/notebook.js";

const { said, link } = JSON.parse(readFileSync(process.env.REFERENCE));
const EXERCISES = {
  three_sums: ["Three sums", "03-sums", 25, "fields", [2, 3]],
  two_sums: ["Two sums", "11-more-sums", 5, "code"],
  long_run: ["A long run", "11-more-sums", 40, "notebook"],
};
const FIELDS = "class/hw-3-0a7f/three_sums";
const CODE = "answer/more-sums/two_sums";
const answers = (kept, assignment = said) => answersTo(assignment, EXERCISES, (name) => kept[name]);
const linkText = (value) => btoa(JSON.stringify(value));

test("the link of a class says what the grader put into it", () => {
  const address = new URL(link);
  assert.equal(address.pathname, "/heads/book/hand-in.html");
  const text = address.searchParams.get("class");
  assert.deepEqual(readAssignment(text), said);
  assert.deepEqual(Object.keys(readAssignment(text).exercises), Object.keys(said.exercises));
  for (const length of [0, 1, 17, text.length - 1])
    assert.equal(readAssignment(text.slice(0, length)), undefined);
});

test("a link that nobody's grader wrote is none", () => {
  const others = [
    ...[null, 3, [], "hw1", {}],
    { ...said, name: "../hw1" },
    { ...said, name: undefined },
    { ...said, variant: "hw1 3" },
    { ...said, release: 7 },
    { ...said, exercises: {} },
    { ...said, exercises: [] },
    { ...said, exercises: { "x = 1\nprint": {} } },
    { ...said, exercises: { x: null } },
    { ...said, exercises: { x: { numbers: { y: 3 }, shape: [] } } },
    { ...said, exercises: { x: { numbers: { "<b>": "3" }, shape: [] } } },
    { ...said, exercises: { x: { numbers: { y: "3" } } } },
  ];
  for (const value of others) assert.equal(readAssignment(linkText(value)), undefined);
  assert.equal(readAssignment("=="), undefined);
});

test("fields are written as the numbers that the page reads", () => {
  const kept = { [FIELDS]: { shape: [2, 3], texts: ["0,5", "1/8", "−3", " 2e-3 ", "√4", "07"] } };
  const [{ source, state }] = answers(kept);
  assert.equal(source, "three_sums = [[0.5, 0.125, -3], [0.002, 2, 7]]");
  assert.equal(state, "answered");
  const one = answers({ [FIELDS]: { shape: [], texts: ["-,25"] } });
  assert.equal(one[0].source, "three_sums = -0.25");
  const cube = answers({ [FIELDS]: { shape: [1, 2, 2], texts: ["1", "2", "3", "4"] } });
  assert.equal(cube[0].source, "three_sums = [[[1, 2], [3, 4]]]");
});

test("fields that hold no number are kept in words, and define nothing", () => {
  const [some] = answers({ [FIELDS]: { shape: [3], texts: ["1", "", "3\nimport os"] } });
  assert.ok(some.isUnfinished);
  assert.equal(some.state, "2 of 3 fields filled in");
  assert.match(some.source, /^# three_sums: .*\["1","","3\\nimport os"\]$/);
  const [word] = answers({ [FIELDS]: { shape: [2], texts: ["1", "two"] } });
  assert.equal(word.state, "“two” is not a number");
  const [none] = answers({ [FIELDS]: { shape: [2], texts: ["", " "] } });
  assert.deepEqual([none.source, none.state], [undefined, undefined]);
});

test("code is written as it is kept, whatever the page said of it", () => {
  const code = 'def two_sums(x):\n    return "ä" + x\n\n';
  for (const result of ["right", "tried", undefined]) {
    const [, { source, state }] = answers({ [CODE]: { code, result } });
    assert.equal(source, code.trimEnd());
    assert.equal(state, result === "right" ? "answered, right before" : "answered");
  }
});

test("what is kept in another form is no answer", () => {
  const hostile = [null, 3, "x", [], {}, { code: 3, texts: [1], shape: [1] }];
  const fields = [
    { shape: [2], texts: ["1"] },
    { shape: [-1, -1], texts: ["1"] },
    { shape: "2", texts: ["1", "2"] },
    { shape: [0], texts: [] },
  ];
  for (const kept of [...hostile, ...fields])
    for (const { source } of answers({ [FIELDS]: kept, [CODE]: kept }))
      assert.equal(source, undefined);
  assert.equal(answers({ [CODE]: { code: " \n" } })[1].source, undefined);
});

test("a link that an instructor makes on the page asks for exercises, without numbers", () => {
  const link = linkTo("week-3", ["two_sums", "three_sums"], "https://example.edu/book/x.html?q#y");
  const address = new URL(link);
  assert.equal(address.href.split("?")[0], "https://example.edu/book/hand-in.html");
  const text = address.searchParams.get("class");
  assert.match(text, /^[\w-]+$/);
  const { name, exercises } = readAssignment(text);
  assert.equal(name, "week-3");
  assert.deepEqual(Object.entries(exercises), [
    ["two_sums", {}],
    ["three_sums", {}],
  ]);
});

test("what is typed becomes a name that a link and a file may have", () => {
  const names = [" Übung 3, heads ", "2.7", "_-x", "<b>", "", "a".repeat(99)];
  const cleaned = ["Ubung-3-heads", "27", "x", "b", "homework", "a".repeat(60)];
  assert.deepEqual(names.map(fileName), cleaned);
  for (const name of cleaned) {
    const text = new URL(linkTo(name, ["two_sums"], "file:///x.html")).searchParams.get("class");
    assert.equal(readAssignment(text)?.name, name);
  }
});

test("without numbers of a class, the answer to those of the page is handed in", () => {
  const unmarked = { ...said, exercises: { three_sums: {} } };
  const key = "answer/sums/three_sums";
  const texts = ["1", "2", "3", "5", "7", "1/8"];
  const answer = (kept) =>
    answers({ [key]: kept, [FIELDS]: { shape: [1], texts: ["9"] } }, unmarked)[0];
  const right = answer({ seed: "7", texts, result: "right", section: "x" });
  assert.equal(right.source, "three_sums = [[1, 2, 3], [5, 7, 0.125]]  # the numbers of seed 7");
  assert.equal(right.state, "answered, right before");
  assert.equal(answer({ seed: "7", texts, result: "tried" }).state, "answered");
  assert.equal(
    answer({ seed: "7\nx = 1", texts }).source.split("# ")[1],
    "the numbers of seed NaN",
  );
  const some = answer({ seed: "0", texts: ["1", "", "", "", "", ""] });
  assert.equal(some.state, "1 of 6 fields filled in");
  for (const kept of [undefined, {}, { texts: ["1"] }, { texts: "123456" }])
    assert.equal(answer(kept).source, undefined);
});

test("what the site does not have, or cannot answer, needs the notebook", () => {
  const assignment = { ...said, exercises: { long_run: {}, constructor: {}, two_sums: {} } };
  const [experiment, unknown, code] = answers({}, assignment);
  assert.deepEqual([experiment.needsNotebook, experiment.title], [true, "A long run"]);
  assert.deepEqual([experiment.minutes, code.minutes], [40, 5]);
  assert.deepEqual([unknown.needsNotebook, unknown.title], [true, "constructor"]);
  assert.equal(code.needsNotebook, false);
});

test("the file is a notebook with a named cell for each exercise, and no marks", () => {
  const kept = { [CODE]: { code: "def two_sums(x):\n    return x", result: "right" } };
  const text = notebookText(said, answers(kept));
  const { cells, metadata, nbformat } = JSON.parse(text);
  assert.equal(nbformat, 4);
  assert.deepEqual(
    cells.map(({ metadata: { nbgrader } }) => nbgrader.grade_id),
    ["hand-in", "three_sums-answer", "two_sums-answer", "no_page-answer"],
  );
  assert.equal(cells[1].source, "# three_sums is not answered on the page.");
  assert.equal(cells[2].source, "def two_sums(x):\n    return x");
  const { name: assignment, variant, release } = said;
  assert.deepEqual(metadata.many_heads, { assignment, variant, release, page: "hand-in" });
  assert.doesNotMatch(text, /right|tried/);
});
