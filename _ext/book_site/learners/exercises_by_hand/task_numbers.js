/* The numbers of a variant, where the page says them: in blocks of the task, in the solution. */

const TOKEN = /(?<c1>#.*)|(?<mf>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<n>[A-Za-z_]\w*)|(?<o>[=-])|[\s\S]/g;

/** Colour a block of numbers as the page colours code: by the same classes. */
function highlightedCode(text) {
  return [...text.matchAll(TOKEN)].map(({ 0: piece, groups }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (!kind) return piece;
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = piece;
    return span;
  });
}

/** Show the numbers of a seed in the section of an exercise; a solution that is open closes. */
export function showTaskNumbers(section, { blocks, spans }, seed) {
  section.querySelector(".toggle:not(.toggle-hidden) .toggle-button")?.click();
  for (const [i, block] of section.querySelectorAll(".mh-variant pre").entries())
    block.replaceChildren(...highlightedCode(blocks[i][seed]));
  for (const [name, texts] of Object.entries(spans))
    for (const span of section.querySelectorAll(`.mh-variant-${name}`))
      span.textContent = texts[seed];
}
