/* What `check` says of an answer by hand, in its words: book/multihead/exercises/verdict.py. */

const NOT_FINITE = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, "-inf": -Infinity };
const MOST_DIGITS = 1e6; // before or behind a decimal comma

/** Read an array of a key as its shape and its numbers; what was raised has none. */
const readArray = ({ shape, numbers }) =>
  numbers && { shape, numbers: numbers.map((value) => NOT_FINITE[value] ?? value) };

const sameShape = (a, b) => a.shape.join() === b.shape.join();

function isNear(a, b, absolute, relative) {
  if (Number.isFinite(b)) return Math.abs(a - b) <= absolute + relative * Math.abs(b);
  return Object.is(a, b);
}

const agrees = (a, b, tolerance) =>
  sameShape(a, b) && a.numbers.every((x, i) => isNear(x, b.numbers[i], tolerance, tolerance / 10));

const numberWord = (count) => (count === 1 ? "number" : "numbers");

/** Write a shape as Python does. */
const shapeText = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

const describeShape = ({ shape }) =>
  shape.length > 0 ? `an array of numbers of shape ${shapeText(shape)}` : "one number";

/** Say how to write numbers that decimal commas have parted: `[1,42, 2,15]`, asked for two. */
function commaAdvice({ shape, numbers }, wantedShape) {
  const parted = wantedShape.length > 0 ? [...wantedShape] : [1];
  parted[parted.length - 1] *= 2;
  const isPart = (value, i) =>
    Number.isInteger(value) && Math.abs(value) < MOST_DIGITS && (i % 2 === 0 || value >= 0);
  if (shape.join() !== parted.join() || numbers.length === 0 || !numbers.every(isPart)) return "";
  const first = Math.max(
    0,
    numbers.findIndex((value, i) => i % 2 === 0 && value !== 0),
  );
  const [before, after] = numbers.slice(first, first + 2);
  return ` ${before},${after} is read as two numbers; write ${before}.${after}, with a point.`;
}

/** Say what keeps an answer from being compared, or return undefined. */
function describeMisfit(answer, right) {
  const wanted = `expected ${describeShape(right)}`;
  const advice = commaAdvice(answer, right.shape);
  if (!sameShape(answer, right))
    return `The answer has shape ${shapeText(answer.shape)}; ${wanted}.${advice}`;
  const total = answer.numbers.length;
  const notFinite = answer.numbers.filter((value) => !Number.isFinite(value)).length;
  if (notFinite === 0) return;
  const what = `${notFinite} NaN or infinite ${numberWord(notFinite)}`;
  return `The answer holds ${what} of ${total}; ${wanted}.`;
}

/** Say how an answer differs from what is right, or return undefined. */
function describeDifference(answer, right, tolerance) {
  if (agrees(answer, right, tolerance)) return undefined;
  const { length } = answer.numbers;
  const off = answer.numbers.filter(
    (value, i) => !isNear(value, right.numbers[i], tolerance, 0),
  ).length;
  return `${off} of ${length} ${numberWord(length)} ${off === 1 ? "differs" : "differ"} from ours.`;
}

/** Return the usual mistake that gives these numbers, unless it gives what is right as well. */
function likelyMistake(answer, wrong, right, tolerance) {
  for (const [mistake, [stored]] of Object.entries(wrong)) {
    const wrongAnswer = readArray(stored);
    if (
      wrongAnswer &&
      agrees(answer, wrongAnswer, tolerance) &&
      !agrees(wrongAnswer, right, tolerance)
    )
      return mistake;
  }
  return undefined;
}

/** Return the section of a key that explains a mistake, or the task; it may have none. */
function explainedIn({ section, explained, sections }, mistake) {
  const label = mistake ? explained[mistake] : section;
  if (!label) return undefined;
  const [chapter, title, page] = sections[label];
  const of = /^\d\d/.test(page) ? `Chapter ${page.slice(0, 2)}` : `The side road “${chapter}”`;
  const opening = `${of} explains ${mistake ? "this" : "the task"} in`;
  return { opening, title, page, label };
}

/** Judge `{shape, numbers}` by the key of the exercise `name`, on its numbers of one seed.

What is returned is in parts: the `headline`, where it is `explained`, and the `details`. */
export function verdict(name, key, seed, answer) {
  const { right, wrong } = key.sheets[seed];
  const expected = readArray(right[0]);
  const misfit = describeMisfit(answer, expected);
  const fault = misfit ?? describeDifference(answer, expected, key.tolerance);
  if (!fault) return { passed: true, headline: `${name}: visible checks pass.`, details: "" };
  const mistake = likelyMistake(answer, wrong, expected, key.tolerance);
  if (misfit && !mistake) return { passed: false, headline: `${name}: not yet.`, details: fault };
  const reason = mistake ? `Likely: ${mistake}.` : "This is none of the usual mistakes.";
  const headline = `${name}: not yet. ${reason}`;
  return { passed: false, headline, explained: explainedIn(key, mistake), details: fault };
}
