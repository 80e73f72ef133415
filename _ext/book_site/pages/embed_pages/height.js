/* The one thing that this page tells a page around it: how high it is. It reads no message. */
if (window.parent !== window)
  new ResizeObserver(() => {
    const { height } = document.documentElement.getBoundingClientRect();
    window.parent.postMessage({ type: "many-heads-height", height: Math.ceil(height) }, "*");
  }).observe(document.documentElement);
