// What all widgets share, as far as it needs no page: numbers, tokens, addresses, traits, colours.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import test from "node:test";
import {
  parseHash,
  readState,
  replacePart,
  writeState,
} from "../../book/multihead/widgets/base/address.js";
import { colourHeads } from "../../book/multihead/widgets/base/colour_heads.js";
import { colourScale } from "../../book/multihead/widgets/base/colour_scale.js";
import { palette, STOPS } from "../../book/multihead/widgets/base/colours.js";
import { DECIMAL } from "../../book/multihead/widgets/base/decimal.js";
import { h, setText } from "../../book/multihead/widgets/base/elements.js";
import { fmt, isolate, visible } from "../../book/multihead/widgets/base/format.js";
import { headColour } from "../../book/multihead/widgets/base/head_colours.js";
import { headName, headsText } from "../../book/multihead/widgets/base/head_name.js";
import { largest } from "../../book/multihead/widgets/base/largest.js";
import { measureBar } from "../../book/multihead/widgets/base/measure_bar.js";
import { follow, put } from "../../book/multihead/widgets/base/model.js";
import { rightFirst } from "../../book/multihead/widgets/base/ranked.js";
import { level, shade } from "../../book/multihead/widgets/base/shades.js";
import { softmax } from "../../book/multihead/widgets/base/softmax.js";
import { staticModel } from "../../book/multihead/widgets/base/static.js";
import { toggleHead } from "../../book/multihead/widgets/base/toggle_head.js";
import { fakePage } from "./fake_page.js";

const WIDGETS = new URL("../../book/multihead/widgets/", import.meta.url);
const REFERENCE = JSON.parse(readFileSync(process.env.REFERENCE));

// ---- Numbers and tokens --------------------------------------------------------------------

test("a head is named by its layer, and by its place there", () => {
  assert.deepEqual(
    [0, 2, 3, 5].map((head) => headName(head, { head: 6, layer: 2 })),
    ["0.0", "0.2", "1.0", "1.2"],
  );
});

test("what a reader turned is said head by head, or counted if it is more than two", () => {
  const data = { allHeads: [0, 1, 2, 3], sizes: { head: 4, layer: 2 } };
  const said = (before, now) => headsText(data, { heads: before }, { heads: now });
  assert.deepEqual(said([0, 1, 2], [0, 2, 3]), ["head 0.1 is ablated", "head 1.1 is on"]);
  assert.deepEqual(said([0, 1, 2], [3]), ["1 of 4 heads is on"]);
  assert.deepEqual(said([0], [0]), []);
});

test("numbers read as Python writes them", () => {
  for (const [digits, texts] of Object.entries(REFERENCE.texts)) {
    const ours = REFERENCE.numbers.map((x) => fmt(x, Number(digits)));
    assert.deepEqual(ours, texts);
  }
});

test("a decimal number is one as people and links write it", () => {
  for (const text of ["1", "-.5", "+2.", "2e-7", "1E+30", "007"]) assert.match(text, DECIMAL);
  const others = [
    "",
    ".",
    "e5",
    "1e",
    "1e2.5",
    "0x1",
    "1 2",
    "1,5",
    "--1",
    "Infinity",
    "NaN",
    "1\n2",
  ];
  for (const text of others) assert.doesNotMatch(text, DECIMAL);
});

test("huge, signed and infinite numbers", () => {
  assert.equal(fmt(1e30), "1.00e+30");
  assert.equal(fmt(-2e7), "-2.00e+7");
  assert.equal(fmt(0.25, 2, true), "+0.25");
  assert.equal(fmt(0, 1, true), "0.0");
  assert.deepEqual(
    [Infinity, -Infinity, NaN].map((x) => fmt(x)),
    ["∞", "-∞", "NaN"],
  );
});

test("every token is visible, and not too long", () => {
  const cases = {
    cat: "cat",
    "": "∅",
    "  ": "␣␣",
    "a\nb\tc": "a⏎b⇥c",
    "a\r\nb": "a⏎b",
    "a\u2028b\u202ec\x00": "a\ufffdb\ufffdc\ufffd",
    "👩‍👩‍👧‍👦": "👩‍👩‍👧‍👦",
    שלום: "שלום",
    "<b>": "<b>",
    [" ".repeat(50)]: "␣".repeat(12),
    ["x".repeat(12)]: "x".repeat(12),
    ["x".repeat(13)]: `${"x".repeat(11)}…`,
    ["👩‍👩‍👧‍👦".repeat(13)]: `${"👩‍👩‍👧‍👦".repeat(11)}…`,
  };
  for (const [token, shown] of Object.entries(cases)) assert.equal(visible(token, 12), shown);
  assert.equal(visible("x".repeat(500)).length, 500);
  assert.equal(isolate("שלום"), "\u2068שלום\u2069");
});

// ---- The address ---------------------------------------------------------------------------

const SPECS = {
  heads: { kind: "set", min: 0, max: 6 },
  seed: { kind: "int", min: 0, max: 4 },
  other: { kind: "int", min: 0, max: 4, optional: true },
  view: { kind: "choice", of: ["heatmap", "lines"] },
  eps: { kind: "number", min: 0, max: 1 },
  matched: { kind: "flag" },
  text: { kind: "words", of: ["the", "dog", "it"], max: 4 },
  code: { kind: "text", max: 60 },
  x: { kind: "entries" },
  tokens: { kind: "entries", whole: true, min: 0, max: 4 },
};
const INITIAL = {
  heads: [0, 1],
  seed: 0,
  other: null,
  view: "lines",
  eps: 0.5,
  matched: false,
  text: "it",
  code: "x = 1",
  x: [
    [0, 0, 0],
    [0, 0, 0],
  ],
  tokens: [3, 0, 3],
};
const at = (changes) => ({ ...INITIAL, ...changes });
const there = (states) =>
  states.reduce(
    (hash, state, i) => replacePart(hash, `W${i}`, writeState(SPECS, state, INITIAL)),
    "#anchor",
  );
const back = (hash, i) => at(readState(SPECS, parseHash(hash)?.get(`W${i}`), INITIAL));

test("the states of widgets survive one address", () => {
  const states = [
    at({}),
    at({ heads: [], other: 0, matched: true, eps: 5e-324 }),
    at({ text: "the dog the dog" }),
    at({ code: 'a  =\n    "~&#%3D+!20<b>\\' }),
    at({ heads: [0, 1, 2, 3, 4, 5, 6], seed: 4, view: "heatmap", eps: 0 }),
    at({
      x: [
        [Number.MAX_VALUE, -1e-7, 0],
        [0, 0.1 + 0.2, 2],
      ],
    }),
    ...REFERENCE.states,
  ];
  const hash = there(states);
  for (const [i, state] of states.entries()) assert.deepEqual(back(hash, i), state);
});

test("an address is short and readable", () => {
  const x = [
    [1, -0.5, 0],
    [0, 0, 1e30],
  ];
  const hash = there([at({ heads: [0, 2], other: 3, matched: true, x })]);
  assert.equal(hash, "#~W0:heads=0,2&other=3&matched=true&x=0.0:1,0.1:-0.5,1.2:1e30");
  assert.equal(there([at({ other: 2 }), at({})]), "#~W0:other=2");
  assert.equal(there([at({ text: "the dog" })]), "#~W0:text=the_dog");
  assert.equal(there([at({ code: "a_1 = b.c(-2)\n" })]), "#~W0:code=a_1+!3D+b.c!28-2!29!0A");
  assert.equal(there([at({})]), "");
});

test("a set is read in any order, and kept sorted", () => {
  assert.deepEqual(readState(SPECS, "heads=5,0,2", INITIAL), { heads: [0, 2, 5] });
});

test("a part is replaced or taken out, the others stay", () => {
  const hash = "#~A1:seed=1~B1:eps=0.25";
  assert.equal(replacePart(hash, "A1", "seed=2"), "#~A1:seed=2~B1:eps=0.25");
  assert.equal(replacePart(hash, "A1", ""), "#~B1:eps=0.25");
  assert.equal(replacePart("#~A1:seed=1", "A1", ""), "");
});

test("a field that makes no sense is left out", () => {
  const nonsense = [
    ...["heads=7", "heads=1,1", "heads=-1", "heads=0.5", "heads=a", "heads=none", "heads=0,,1"],
    ...["seed=5", "seed=", "seed=1e0", "seed=0x1", "seed=999999999999", "seed=none", "seed"],
    ...["view=pie", "view=", "view=__proto__", "eps=2", "eps=NaN", "eps=Infinity", "eps="],
    ...["matched=yes", "matched=", "matched=constructor", "matched=1"],
    ...["text=", "text=cat", "text=the_", "text=the dog", "text=the_the_the_the_the"],
    ...["code=", "code=a b", "code=!", "code=!3", "code=!7F", "code=!0a", "code=!09", "code=é"],
    ...[`code=${"x".repeat(61)}`, "code=<b>", "code=a!3Db=c"],
    ...["__proto__=1", "constructor=1", "toString=1", "=", "&&&", "<img src=x>"],
  ];
  for (const part of nonsense) {
    assert.deepEqual(readState(SPECS, `${part}&eps=0.25`, INITIAL), { eps: 0.25 }, part);
  }
});

test("an entry that makes no sense is left out", () => {
  const x = "0.0:5,9.9:1,1.1:NaN,0:3,0.length:9,__proto__.a:1,1.2:1e999,1.0:<img>,0.1:-1,0.0.0:2";
  assert.deepEqual(readState(SPECS, `x=${x}`, INITIAL), {
    x: [
      [5, -1, 0],
      [0, 0, 0],
    ],
  });
  assert.deepEqual(INITIAL.x[0], [0, 0, 0]);
});

test("an entry that should be whole is left out if it is not, or out of bounds", () => {
  const read = (text) => readState(SPECS, `tokens=${text}`, INITIAL).tokens;
  assert.deepEqual(read("0:0,1:0.5,2:5"), [0, 0, 3]);
  assert.deepEqual(read("1:4,2:-1,3:1"), [3, 4, 3]);
  assert.equal(there([at({ tokens: [3, 4, 2] })]), "#~W0:tokens=1:4,2:2");
});

test("an ordinary anchor is not ours", () => {
  for (const hash of ["", "#", "#anchor", "#%", "#%E0%A4%A", "#x~W1:seed=1", "~W1:seed=1"])
    assert.equal(parseHash(hash), null, hash);
});

test("an address that was escaped on its way is read", () => {
  const parts = [...parseHash("#%7EW1%3Aheads=0%2C2~W2:seed=1")];
  assert.deepEqual(parts, [
    ["W1", "heads=0,2"],
    ["W2", "seed=1"],
  ]);
});

// ---- Traits --------------------------------------------------------------------------------

const microtasks = async () => {
  await null;
  await null;
};

test("follow reports what changed together once, and can be undone", async () => {
  const model = staticModel({ a: 1, b: 2, c: [3] });
  const seen = [];
  const undo = follow(model, ["a", "b", "c"], (names) => seen.push([...names]));
  model.set("a", 5);
  model.set("b", 6);
  model.set("c", [3]);
  await microtasks();
  model.set("a", 5);
  model.set("c", [4]);
  await microtasks();
  undo();
  model.set("a", 7);
  await microtasks();
  assert.deepEqual(seen, [["a", "b"], ["c"]]);
});

test("put sets traits, then saves them once", () => {
  const calls = [];
  const model = { set: (...a) => calls.push(a), save_changes: () => calls.push("saved") };
  put(model, { a: 1, b: [2] });
  assert.deepEqual(calls, [["a", 1], ["b", [2]], "saved"]);
});

test("a listener that takes itself off does not silence the next one", () => {
  const model = staticModel({ a: 1 });
  const seen = [];
  const once = () => {
    model.off("change:a", once);
    seen.push("once");
  };
  model.on("change:a", once);
  model.on("change:a", () => seen.push("always"));
  model.set("a", 2);
  model.set("a", 3);
  assert.deepEqual(seen, ["once", "always", "always"]);
});

// ---- Colours -------------------------------------------------------------------------------

test("shades go from the strongest less by the page's ground to the strongest more", () => {
  const hex = ([r, g, b]) =>
    `#${[r, g, b].map((x) => x.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
  for (const dark of [false, true]) {
    const { more, less } = STOPS[dark ? "dark" : "light"];
    const { colours, pixels } = palette(dark);
    const ends = [colours[0], colours[255], colours[510]].map(hex);
    assert.deepEqual(ends, [less.at(-1), more[0], more.at(-1)]);
    assert.equal(colours.length, 511);
    const [r, g, b] = colours[300];
    assert.deepEqual([...new Uint8Array(pixels.buffer, 4 * 300, 4)], [r, g, b, 255]);
  }
});

test("heads have colours of their own, the seventh that of the text", () => {
  const eight = [0, 1, 2, 3, 4, 5, 6, 7].map((head) => headColour(head));
  assert.equal(new Set(eight).size, 8);
  assert.equal(headColour(8), eight[0]);
  assert.equal(headColour(6), null);
});

test("an element's style gets a colour for each of its heads", () => {
  fakePage();
  const el = h("div");
  colourHeads(el, 7);
  assert.deepEqual(
    [0, 6, 7].map((head) => el.style[`--mh-head${head}`]),
    [headColour(0), "currentColor", undefined],
  );
});

// ---- Shares --------------------------------------------------------------------------------

test("a share is shaded by its square root, more and less alike, and no further than 1", () => {
  assert.deepEqual([0, 0.25, -0.25, 1, 4, -4].map(shade), [0, 0.5, -0.5, 1, 1, -1]);
  assert.deepEqual([-1, 0, 0.25, 1].map(level), [0, 255, 383, 510]);
});

test("the largest number is the largest in size", () => {
  assert.deepEqual([[1, -3, 2], [0], []].map(largest), [3, 0, 0]);
});

test("the right one comes first, then the likeliest others", () => {
  const shares = [0.1, 0.4, 0.2, 0.25, 0.05];
  const shown = [4, 1, undefined].map((right) => rightFirst(shares, right, 3));
  assert.deepEqual(shown, [
    [4, 1, 3],
    [1, 3, 2],
    [1, 3, 2],
  ]);
});

// ---- Buttons -------------------------------------------------------------------------------

test("a head that is turned goes off or on, and those that are on stay in order", () => {
  const turned = (on, head) => {
    const model = { ...staticModel({ heads: on }), save_changes() {} };
    toggleHead(model, head);
    return model.get("heads");
  };
  const on = [0, 2, 10];
  assert.deepEqual(turned(on, 2), [0, 10]);
  assert.deepEqual(turned(on, 3), [0, 2, 3, 10]);
  assert.deepEqual(turned([], 1), [1]);
  assert.deepEqual(on, [0, 2, 10]);
});

// ---- Elements ------------------------------------------------------------------------------

test("an attribute that is false or null is left out, true is an empty one", () => {
  fakePage();
  const { attributes } = h("input", { a: 0, b: false, c: null, d: undefined, e: true, f: "" });
  assert.deepEqual(attributes, { a: "0", e: "", f: "" });
});

test("a text that is there already is not written again", () => {
  let written = 0;
  const node = {
    get textContent() {
      return "same";
    },
    set textContent(_) {
      written++;
    },
    removeAttribute() {},
  };
  setText(node, "same");
  assert.equal(written, 0);
  setText(node, "new");
  assert.equal(written, 1);
});

test("a browser that translates leaves numbers and tokens alone, and no words", () => {
  fakePage();
  const [number, token, words] = [h("td", {}, "0.3"), h("bdi", {}, "dog"), h("td", {}, "3 heads")];
  assert.deepEqual([number.translate, token.translate, words.translate], [false, false, undefined]);
  setText(words, "−3.5 %");
  assert.equal(words.translate, false);
});

test("a bar begins and ends where it is told to", () => {
  fakePage();
  const { parts, update } = measureBar();
  const [track, number] = parts;
  update(10, 35, "0.35");
  const [{ style }] = track.children;
  assert.deepEqual([style.left, style.width, number.textContent], ["10%", "35%", "0.35"]);
});

test("the ticks of a colour scale stand at their share of its width", () => {
  fakePage();
  const { children } = colourScale(
    "share",
    ["#fff", "#000"],
    [
      [0.25, "a"],
      [1, "b"],
    ],
  );
  const [strip, ticks] = children[1].children;
  assert.equal(strip.style.background, "linear-gradient(to right, #fff, #000)");
  assert.deepEqual(
    ticks.children.map(({ style, children: [text] }) => [style.left, text]),
    [
      ["25%", "a"],
      ["100%", "b"],
    ],
  );
});

// ---- Softmax -------------------------------------------------------------------------------

test("softmax of a list, and of rows one after another", () => {
  const shares = softmax([0, Math.log(3), -Infinity]);
  assert.ok(Math.abs(shares[0] - 0.25) < 1e-15 && Math.abs(shares[1] - 0.75) < 1e-15);
  assert.equal(shares[2], 0);
  assert.deepEqual(softmax([1e4, 1e4]), [0.5, 0.5]);
  assert.deepEqual(softmax([1, 1, 1e4, 1e4], 2), [0.5, 0.5, 0.5, 0.5]);
});

// ---- Files ---------------------------------------------------------------------------------

test("every view is a module that Node reads as it is", async () => {
  const views = globSync("*/view.js", { cwd: WIDGETS });
  assert.ok(views.length >= 4);
  for (const view of views) {
    const module = await import(new URL(view, WIDGETS));
    assert.equal(typeof module.default.render, "function", view);
  }
});
