import { button, group, press } from "./elements.js";

/**
 * Buttons of which one is down, in a group of this name. An option is [text, what it stands for,
 * label], the label only where the text does not say enough. `update(isDown)` asks of each what it
 * stands for.
 */
export function toggleGroup(name, options, choose) {
  const nodes = options.map(([text, value, label]) =>
    button(text, () => choose(value), { "aria-label": label }),
  );
  const update = (isDown) => {
    for (const [i, [, value]] of options.entries()) press(nodes[i], isDown(value));
  };
  return { element: group(name, ...nodes), update };
}
