/* The file for the LMS: a notebook with one cell for each exercise, and no marks.

The cells are named as in the notebook that the class was given, so it is read as that is. */

const FIRST = (name) =>
  `Answers to **${name}**, written by the page *Hand in* of Many Heads. Nothing here is a mark.`;

function cell(type, id, source) {
  const nbgrader = {
    grade: false,
    grade_id: id,
    locked: false,
    schema_version: 3,
    solution: type === "code",
  };
  const base = { cell_type: type, id, metadata: { nbgrader }, source };
  return type === "code" ? { ...base, execution_count: null, outputs: [] } : base;
}

/** Write answers, each with a name and perhaps a source, as the text of a notebook. */
export function notebookText({ name, variant, release }, answers) {
  const cells = answers.map(({ name: exercise, source }) =>
    cell("code", `${exercise}-answer`, source ?? `# ${exercise} is not answered on the page.`),
  );
  const notebook = {
    cells: [cell("markdown", "hand-in", FIRST(name)), ...cells],
    metadata: {
      kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
      many_heads: { assignment: name, variant, release, page: "hand-in" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}
