// How MoneyBank shows a matrix: as text, as entries to type over, or as entries to point at.
import { button, h, setText } from "../base/elements.js";
import { alike, readNumber, refusal, shape, show } from "./arithmetic.js";

/** A name with its index set lower: W_Q¹. */
function named(name) {
  const [letter, index] = name.split("_");
  return index ? [letter, h("sub", {}, index[0]), index.slice(1)] : [name];
}

/** Text in which `W_O` and `d_head` are set as such. */
export function prose(text) {
  return text
    .split(/(W_O|d_head)/)
    .flatMap((part) =>
      part === "d_head" ? ["d", h("sub", {}, "head")] : /^W_O$/.test(part) ? named(part) : [part],
    );
}

export const place = (m, i, j) => `${m.name}, row ${m.rows[i]}, column ${m.columns[j]}`;
export const swatch = (head) => (head === null ? "" : `mh-head${head}`);

/** As wide as its longest number, within reason; `least` leaves room for a finger. */
export const cellWidth = (letters, least = 46) =>
  `${letters < 5 ? least : Math.min(12 + 9 * letters, 104)}px`;

// ---- One matrix ------------------------------------------------------------------------------

/**
 * A matrix as a table. `make(i, j)` gives the element inside an entry, by default text.
 * `update(m, then, hot)` shows new values, marks what differs from `then`, and what `hot(i, j)` names.
 */
export function matrixTable(m, make = () => h("span")) {
  const cells = m.values.map((row, i) => row.map((_, j) => h("td", {}, make(i, j))));
  const band = (i, size) => (size && i % size === 0 ? `head ${i / size + 1}` : "");
  const bands = m.columns.flatMap((_, j) =>
    band(j, m.columnBand)
      ? [
          h(
            "th",
            { scope: "colgroup", colspan: m.columnBand, class: swatch(j / m.columnBand) },
            band(j, m.columnBand),
          ),
        ]
      : [],
  );
  const rowName = (text, i) =>
    h(
      "th",
      { scope: "row", class: m.rowBand && swatch(Math.floor(i / m.rowBand)) },
      h("span", { class: "mh-band" }, band(i, m.rowBand)),
      ` ${text}`,
    );
  const element = h(
    "table",
    { class: `mh-matrix ${swatch(m.head)}` },
    h("caption", {}, h("b", {}, ...named(m.name)), ` ${shape(m)}`),
    h(
      "thead",
      {},
      ...(bands.length ? [h("tr", { class: "mh-bands" }, h("td"), ...bands)] : []),
      h("tr", {}, h("td"), ...m.columns.map((text) => h("th", { scope: "col" }, text))),
    ),
    h("tbody", {}, ...cells.map((row, i) => h("tr", {}, rowName(m.rows[i], i), ...row))),
  );
  let longest;
  const update = (now, then, hot = () => "") => {
    longest = 0;
    now.values.forEach((row, i) =>
      row.forEach((x, j) => {
        const cell = cells[i][j],
          inside = cell.firstChild,
          changed = !alike(x, then.values[i][j]);
        const classes = [changed && "mh-changed", hot(i, j)].filter(Boolean).join(" ");
        if (cell.className !== classes) cell.className = classes;
        if (inside.show) inside.show(x, then.values[i][j]);
        else setText(inside, show(x));
        longest = Math.max(longest, (inside.value || inside.textContent).length);
      }),
    );
    return longest;
  };
  return { element, cells, update };
}

/** Entries that can be typed over. `edit(i, j, value)` takes a number, `refuse()` hears of what is none. */
export function inputs(m, { edit, refuse, visit }) {
  const move = { ArrowUp: -1, ArrowDown: 1 };
  const rows = m.values.map((row, i) =>
    row.map((_, j) => {
      const input = h("input", {
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "done",
        "aria-label": place(m, i, j),
        "data-lm-suppress-shortcuts": "",
        oninput: () => read(),
        onchange: () => {
          if (!input.problem) input.value = String(input.number);
        },
        onfocus: () => {
          input.select();
          visit(m, i, j, input);
        },
        onkeydown: (event) => {
          if (event.key === "Escape") return restore();
          const next = rows[i + move[event.key]]?.[j];
          if (!next) return;
          event.preventDefault();
          next.focus();
        },
      });
      const mark = (problem) => {
        input.problem = problem;
        input.setAttribute("aria-invalid", Boolean(problem));
        if (problem) input.setAttribute("aria-description", problem);
        else input.removeAttribute("aria-description");
        refuse();
      };
      const read = () => {
        const value = readNumber(input.value);
        if (value === undefined)
          return mark(`${refusal(input.value)}; ${place(m, i, j)} stays ${show(input.number)}.`);
        if (input.problem) mark("");
        input.number = value;
        edit(i, j, value);
      };
      const restore = () => {
        input.value = String(input.number);
        if (input.problem) mark("");
      };
      input.show = (x, then) => {
        const typed = input.number === x && (input.problem || input.matches(":focus"));
        input.number = x;
        if (!typed) restore();
        input.title = alike(x, then) ? "" : `${show(then)} in the chapter`;
      };
      return input;
    }),
  );
  return (i, j) => rows[i][j];
}

/** Entries that can be pointed at: one stop of the Tab key, arrow keys inside. */
export function choices(m, { choose, hover }) {
  const rows = m.values.map((row, i) =>
    row.map((_, j) => {
      const text = h("span");
      const node = button(text, () => choose(i, j), {
        class: "mh-entry",
        onfocus: () => choose(i, j),
        onpointerenter: (event) => event.pointerType !== "touch" && hover([i, j]),
        onpointerleave: () => hover(null),
        onkeydown: (event) => {
          const [down, right] =
            { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
              event.key
            ] ?? [];
          const next = rows[i + down]?.[j + right];
          if (!next) return;
          event.preventDefault();
          next.focus();
        },
      });
      node.show = (x, then) => {
        setText(text, show(x));
        const was = alike(x, then) ? "" : `, ${show(then)} in the chapter`;
        node.setAttribute("aria-label", `${show(x)}: ${place(m, i, j)}${was}`);
      };
      node.choose = (on) => {
        node.setAttribute("aria-pressed", on);
        node.tabIndex = on ? 0 : -1;
      };
      return node;
    }),
  );
  return (i, j) => rows[i][j];
}
