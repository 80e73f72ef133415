/** Call `update(isVisible)` when an element comes near the screen or leaves it. Returns the undo. */
export function followVisibility(element, update) {
  const watcher = new IntersectionObserver((entries) => update(entries.at(-1).isIntersecting), {
    rootMargin: "100px",
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}
