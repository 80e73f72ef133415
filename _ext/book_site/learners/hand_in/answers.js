/* What is kept of each exercise of an assignment: how far it is, and its cell of a notebook. */

import { number } from "../exercises_by_hand/parse_numbers.js";

const CHAPTER = /^\d+-/;

/** Return under which name the answer to the numbers of a class is kept. */
export const classAnswerKey = (variant, name) => `class/${variant}/${name}`;

/** Write an array's numbers as Python does. */
function nested(shape, numbers) {
  if (shape.length === 0) return String(numbers[0]);
  const step = numbers.length / shape[0];
  const rows = Array.from({ length: shape[0] }, (_, i) =>
    nested(shape.slice(1), numbers.slice(i * step, (i + 1) * step)),
  );
  return `[${rows.join(", ")}]`;
}

const isFilled = (text) => text.trim() !== "";

/** Say how far the fields of an answer by hand are, and write them as Python. */
export function answerByFields(name, shape, texts) {
  const numbers = texts.map(number);
  const unread = numbers.findIndex(Number.isNaN);
  if (unread < 0) return { state: "answered", source: `${name} = ${nested(shape, numbers)}` };
  const filled = texts.filter(isFilled).length;
  if (filled === 0) return {};
  return {
    state: isFilled(texts[unread])
      ? `“${texts[unread].slice(0, 30)}” is not a number`
      : `${filled} of ${texts.length} fields filled in`,
    isUnfinished: true,
    source: `# ${name}: the fields do not all hold a number: ${JSON.stringify(texts)}`,
  };
}

/** Say whether kept fields are as many texts as an array of their shape has numbers. */
function areFields({ shape, texts } = {}) {
  const isSize = (size) => Number.isInteger(size) && size > 0;
  if (!Array.isArray(shape) || !shape.every(isSize) || !Array.isArray(texts)) return false;
  const count = shape.reduce((product, size) => product * size, 1);
  return texts.length === count && texts.every((text) => typeof text === "string");
}

const answeredState = ({ result }) => `answered${result === "right" ? ", right before" : ""}`;

function codeAnswer(kept) {
  if (typeof kept?.code !== "string" || kept.code.trim() === "") return {};
  return { state: answeredState(kept), source: kept.code.trimEnd() };
}

const fieldsAnswer = (name, kept) =>
  areFields(kept) ? answerByFields(name, kept.shape, kept.texts) : {};

/** Return the answer to the numbers of the page, which a link without numbers asks for. */
function practiceAnswer(name, shape, kept) {
  const answer = fieldsAnswer(name, { shape, texts: kept?.texts });
  if (!answer.source || answer.isUnfinished) return answer;
  const source = `${answer.source}  # the numbers of seed ${Number(kept.seed)}`;
  return { state: answeredState(kept), source };
}

function keptAnswer(name, [, page, , kind, shape], { variant, exercises }, read) {
  const onPage = `answer/${page.replace(CHAPTER, "")}/${name}`;
  if (kind === "code") return codeAnswer(read(onPage));
  if (!exercises[name].numbers) return practiceAnswer(name, shape, read(onPage));
  return fieldsAnswer(name, read(classAnswerKey(variant, name)) ?? undefined);
}

/** List the exercises of an assignment in their order, with what `read` finds of each.

`exercises` has of each of the site's its title, page, minutes and kind, and by hand the shape of
its answer; what has a `source` is handed in. */
export function answersTo(assignment, exercises, read) {
  return Object.keys(assignment.exercises).map((name) => {
    const known = Object.hasOwn(exercises, name) ? exercises[name] : undefined;
    const [title = name, page, minutes, kind = "notebook"] = known ?? [];
    const needsNotebook = kind === "notebook";
    const answer = needsNotebook ? {} : keptAnswer(name, known, assignment, read);
    return { name, title, page, minutes, needsNotebook, ...answer };
  });
}
