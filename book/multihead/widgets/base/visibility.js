/** Call `update(isVisible)` when an element comes near or leaves the screen. Returns the undo. */
export function followVisibility(element, update) {
  const watcher = new IntersectionObserver((entries) => update(entries.at(-1).isIntersecting), {
    rootMargin: "100px",
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}
