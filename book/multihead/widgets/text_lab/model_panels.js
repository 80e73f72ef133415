// All that needs a model: the next token and the loss, the heads, what each is worth, and tables.
import { group, h, press, tableAlternative } from "../base/elements.js";
import { headName } from "../base/head_name.js";
import { headSwitches } from "../base/heads_over_seeds.js";
import { headCosts } from "./head_costs.js";
import { headRows } from "./head_rows.js";
import { nextTokens } from "./next_tokens.js";
import { textTables } from "./tables.js";

const NOTE =
  "The model reads an end of line (⏎), then the line. ␣: a space. Below each token: the " +
  "probability that the model gave it, from the tokens before it. ✓: the token that comes next. " +
  "Shade: attention weights of the chosen token. Ablation costs: for each head, with the others " +
  "as they are, how much the loss rises without it, in nats per token, and the token whose " +
  "probability falls most.";

export function modelPanels(model, data) {
  let viewState;
  const [next, rows, costs] = [nextTokens(data), headRows(data), headCosts(data)];
  const { switches, nodes } = headSwitches(model, data.allHeads, (head) =>
    headName(head, data.sizes),
  );
  const tables = tableAlternative("As a table", () => textTables(data, viewState));
  const note = h("p", { class: "mh-note" }, NOTE);
  const element = h(
    "div",
    { hidden: true },
    h("div", { class: "mh-row mh-heads-on" }, group("Heads on", ...nodes)),
    h("div", { class: "mh-answers" }, next.element, rows.element, costs.element),
  );
  const below = h("div", { hidden: true }, note, tables.element);
  /** Draw what the model makes of the line; without one, what stood there stays while it comes. */
  const update = (state, isComing) => {
    if (isComing) element.setAttribute("aria-busy", "true");
    else element.removeAttribute("aria-busy");
    if (!state.line) {
      element.hidden ||= !isComing;
      below.hidden = element.hidden;
      return;
    }
    viewState = state;
    element.hidden = below.hidden = false;
    for (const [head, { node }] of switches.entries()) press(node, state.heads.includes(head));
    for (const part of [next, rows]) part.update(viewState);
    tables.refresh();
  };
  /** Show what each head is worth, too. */
  const fill = (state) => {
    viewState = state;
    costs.fill(viewState);
    tables.refresh();
    element.removeAttribute("aria-busy");
  };
  return { element, below, update, fill };
}
