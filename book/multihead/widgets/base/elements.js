// Elements, native controls, tables. Text reaches the page only as text nodes.

// What holds names, tokens and numbers; a browser that translates the page would spoil them.
const DATA = ["bdi", "select", "tbody"];
const NUMBER = /^[-−+<]?\d[\d.,e\s%−-]*$/;

/** Make an element; `on…` attributes are listeners, strings among the children become text. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (DATA.includes(tag) || NUMBER.test(children.join(""))) node.translate = false;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** Replace text only where it differs, so that nothing is laid out or read aloud twice. */
export function setText(node, text) {
  if (node.textContent === text) return;
  node.textContent = text;
  if (NUMBER.test(text)) node.translate = false;
  else if (!DATA.includes(node.localName)) node.removeAttribute("translate");
}

/** A native button; `press` is for one that stays down. */
export function button(label, onclick, attributes = {}) {
  const common = { type: "button", class: "mh-button", "data-lm-suppress-shortcuts": "" };
  return h("button", { ...common, onclick, ...attributes }, label);
}

/** Say of a button that stays down whether it is. */
export function press(node, down) {
  node.setAttribute("aria-pressed", down);
}

/** Controls that belong together, under a name. */
export function group(name, ...nodes) {
  return h(
    "div",
    { class: "mh-group", role: "group", "aria-label": name },
    h("span", { class: "mh-name" }, name),
    ...nodes,
  );
}

/** A native slider over 0…max with its name and a value in words. */
export function slider(label, max, oninput) {
  const value = h("bdi", { class: "mh-value" });
  const input = h("input", {
    type: "range",
    min: 0,
    max,
    step: 1,
    "aria-label": label,
    "data-lm-suppress-shortcuts": "",
    oninput: () => oninput(Number(input.value)),
  });
  const element = h("label", { class: "mh-slider" }, h("span", {}, `${label} `, value), input);
  const set = (number, words = String(number)) => {
    input.value = number;
    input.setAttribute("aria-valuetext", words);
    setText(value, words);
  };
  return { element, input, set };
}

/** The sentence that says what changed; screen readers read it, everyone can see it. */
export function statusLine() {
  return h("p", { role: "status", class: "mh-status" });
}

/** A table: `header` is one row of texts, each of `rows` starts with its own heading. */
export function table(caption, header, rows) {
  const cell = (text, i) =>
    i ? h("td", {}, h("bdi", {}, text)) : h("th", { scope: "row" }, h("bdi", {}, text));
  return h(
    "table",
    {},
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h("tr", {}, ...header.map((text) => h("th", { scope: "col" }, h("bdi", {}, text)))),
    ),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))),
  );
}

/** The table alternative: folded, and only built while open. Call `refresh` when data change. */
export function tableAlternative(summary, build) {
  const body = h("div", { class: "mh-scroll", tabindex: 0, role: "region", "aria-label": summary });
  const refresh = () => element.open && body.replaceChildren(build());
  const element = h(
    "details",
    { class: "mh-table", ontoggle: () => refresh() },
    h("summary", { "data-lm-suppress-shortcuts": "" }, summary),
    body,
  );
  return { element, refresh };
}
