/* The link of a class names an assignment: its exercises in order, and the class's numbers.

`grading/assign/page_link.py` writes it. It may come from anybody: nothing of it is run, and all
that is shown of it is shown as text. */

const NAME = /^[A-Za-z0-9][\w-]{0,60}$/;
const LABEL = /^[\w-]{1,80}$/;
const IDENTIFIER = /^[A-Za-z_]\w{0,79}$/;
const MAX_EXERCISES = 200;

const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const areNumbers = (numbers) =>
  isMap(numbers) &&
  Object.entries(numbers).every(
    ([number, text]) => IDENTIFIER.test(number) && typeof text === "string",
  );

/** Say whether this is an exercise by its name; one by hand has numbers, and its answer a shape. */
const isExercise = ([name, asked]) =>
  IDENTIFIER.test(name) &&
  isMap(asked) &&
  (asked.numbers === undefined || (areNumbers(asked.numbers) && Array.isArray(asked.shape)));

const isText = (value, form) => typeof value === "string" && form.test(value);

function isAssignment({ name, variant, release, exercises }) {
  if (!isText(name, NAME) || !isText(variant, LABEL) || !isText(release, LABEL)) return false;
  const entries = isMap(exercises) ? Object.entries(exercises) : [];
  return entries.length > 0 && entries.length <= MAX_EXERCISES && entries.every(isExercise);
}

/** Read `{ name, variant, release, exercises }` from a link's text; undefined if it is damaged. */
export function readAssignment(text) {
  try {
    const value = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    return isMap(value) && isAssignment(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
