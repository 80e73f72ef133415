"""Write mathematics as MathML, which browsers draw without a script.

The site brings its own mathematical font: Chromium on Linux and Android has none. The font is part
of the style sheet, so it is there before the first formula is drawn, and nothing moves. Firefox
would not load it as a file of its own for a page that is opened from a file.
"""

import base64
import re
import shutil
from pathlib import Path

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from book_site.building.source_location import of_node

FONT = Path(__file__).parent / "math_font" / "texgyretermes-math.woff2"
LICENCE = FONT.with_name("GUST-FONT-LICENSE.txt")
STYLE_SHEET = "mathematics.css"
STYLE = """/* The licence of the font is in GUST-FONT-LICENSE.txt. */
@font-face {
  font-family: "TeX Gyre Termes Math";
  src: url(data:font/woff2;base64,%s) format("woff2");
}
math { font-family: "TeX Gyre Termes Math", math; font-size: 1.06em; }
div.math { margin-block: 1.15rem; }
.mh-unbroken { white-space: nowrap; }
.mh-equation { flex-grow: 1; min-width: 0; overflow: auto hidden; padding-block: 3px; }
"""
# An equation wider than its box scrolls there; the keyboard has to reach that box, but no other.
WIDE_EQUATIONS_TAKE_FOCUS = """addEventListener("DOMContentLoaded", () => {
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes)
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
  });
  for (const box of document.querySelectorAll(".mh-equation")) sizes.observe(box);
});"""
TO_MATHML = LatexToMathML(fancy_error=False)


def to_mathml(latex: str, *, block: bool) -> str:
    if r"\\" in latex and r"\begin" not in latex:
        latex = rf"\begin{{aligned}}{latex}\end{{aligned}}"
    mathml = TO_MATHML.convert_with_local_state(latex, displaystyle=block)
    # The converter puts a low line over the formula, and so a screen reader says.
    return mathml.replace(">\u0332</mo></mover>", ">\u203e</mo></mover>")


def node_to_mathml(translator: HTML5Translator, node: nodes.math | nodes.math_block) -> str:
    try:
        return to_mathml(node.astext(), block=isinstance(node, nodes.math_block))
    except LatexError as error:
        location = of_node(translator.builder.srcdir, node)
        raise ExtensionError(
            f"{location}: cannot read the formula {node.astext()!r}: {error}"
        ) from None


def write_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(f'<span translate="no">{node_to_mathml(translator, node)}</span>')
    raise nodes.SkipNode


def write_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="math"))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append(
        f'<div class="mh-equation" translate="no">{node_to_mathml(translator, node)}</div></div>'
    )
    raise nodes.SkipNode


# For a formula in a line and one on lines of its own; nothing is done at their ends.
RENDERERS = (write_inline, None), (write_block, None)


# Between a formula and the punctuation beside it, Chromium would break a line.
PUNCTUATED = re.compile(
    r"""([(“‘]*)(<span translate="no"><math(?:(?!</math>).)*</math></span>)([.,;:!?)”’]*)""", re.S
)


def keep_punctuation(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Keep punctuation on the line of the formula that it stands beside."""

    def unbroken(match: re.Match[str]) -> str:
        return f'<span class="mh-unbroken">{match[0]}</span>' if match[1] or match[3] else match[0]

    if "<math" in context.get("body", ""):
        context["body"] = PUNCTUATED.sub(unbroken, context["body"])


def write_style_sheet(app: Sphinx) -> None:
    target = Path(app.outdir) / "_static" / STYLE_SHEET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(STYLE % base64.b64encode(FONT.read_bytes()).decode(), "utf-8")
    shutil.copy(LICENCE, target.parent)


def add_style_sheet(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Give the font and the focus only to pages that have mathematics."""
    if "<math" in context.get("body", ""):
        app.add_css_file(STYLE_SHEET)
        app.add_js_file(None, body=WIDE_EQUATIONS_TAKE_FOCUS)
