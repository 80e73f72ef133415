// All that needs a model: the next token and the loss, the heads, what each is worth, and tables.
import { button, group, h, tableAlternative } from "../base/elements.js";
import { put } from "../base/model.js";
import { headCosts } from "./head_costs.js";
import { headRows } from "./head_rows.js";
import { nextTokens } from "./next_tokens.js";
import { textTables } from "./tables.js";

const NOTE =
  "The model reads an end of line (⏎), then the line. ␣: a space. Below each token: the " +
  "probability that the model gave it, from the tokens before it. ✓: the token that comes next. " +
  "Shade: attention weights of the chosen token.";

export function modelPanels(model, data) {
  let viewState;
  const [next, heads, costs] = [nextTokens(data), headRows(model, data), headCosts(data)];
  const tables = tableAlternative("As a table", () => textTables(data, viewState));
  const note = h("p", { class: "mh-note" }, NOTE);
  const element = h(
    "div",
    { hidden: true },
    next.element,
    allOrNone(model, data),
    heads.element,
    costs.element,
    note,
    tables.element,
  );
  /** Draw what the model makes of the line; without one, what stood there stays while it comes. */
  const update = (state, failed) => {
    element.setAttribute("aria-busy", "true");
    if (!state.line) {
      element.hidden ||= Boolean(failed || state.problem);
      return;
    }
    viewState = state;
    element.hidden = false;
    for (const part of [next, heads]) part.update(viewState);
    tables.refresh();
  };
  /** Show what each head is worth, too. */
  const fill = (state) => {
    viewState = state;
    costs.fill(viewState);
    tables.refresh();
    element.removeAttribute("aria-busy");
  };
  return { element, update, fill };
}

function allOrNone(model, { allHeads }) {
  const choose = (text, label, heads) =>
    button(text, () => put(model, { heads }), { "aria-label": label });
  return group("Heads", choose("All", "All heads", allHeads), choose("None", "No heads", []));
}
