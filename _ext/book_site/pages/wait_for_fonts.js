/* Fonts that are part of a style sheet are read after the first layout, and text would move: the
   page waits for them, at most for 300 ms. */
{
  const root = document.documentElement;
  const faces = ["1em", "620 1em", "italic 1em"].map((font) => `${font} "MH Serif"`);
  faces.push('1em "MH Display"', '1em "MH Sans"', '600 1em "MH Sans"');
  faces.push('1em "TeX Gyre Termes Math"');
  root.classList.add("mh-fonts-loading");
  const show = () => root.classList.remove("mh-fonts-loading");
  Promise.allSettled(faces.map((face) => document.fonts.load(face))).then(show);
  setTimeout(show, 300);
}
