"""Draw the Markdown of a notebook for a page on which nothing is live, formulas included."""

import html

from book_site.text.mathml import to_mathml
from math_core import LatexError
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath, import_plugin

from tools.authors.page_address import page_address

LONGEST = 2000  # characters of a formula
PLUGINS = ("strikethrough", "table", "def_list")  # no addresses made into links


class Formulas(IPythonRenderer):
    """Draw formulas as MathML."""

    def inline_math(self, body: str) -> str:
        return formula(body, block=False)

    def block_math(self, body: str) -> str:
        return f'<div class="math">{formula(body, block=True)}</div>'

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")


class Drawing(Formulas):
    """Draw formulas too; of the links only those to our own pages stay."""

    def __init__(self, ours: bool):
        super().__init__(escape=False, exclude_anchor_links=True)
        self._ours = ours

    def link(self, text: str, url: str, title: str | None = None) -> str:
        address = page_address(url) if self._ours else None
        return f'<a href="{html.escape(address)}">{text}</a>' if address else text

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return text

    def codespan(self, text: str) -> str:
        return super().codespan(html.unescape(text))

    def block_code(self, code: str, info: str | None = None) -> str:
        return super().block_code(html.unescape(code), info)

    def inline_html(self, html: str) -> str:
        return self.escape_html(html)

    def block_html(self, html: str) -> str:
        return self.escape_html(html)

    def block_mermaidjs(self, code: str) -> str:
        return f"<pre>{self.escape_html(code)}</pre>"


def markdown(text: str, ours: bool) -> str:
    """Draw a text; ``ours`` if no student wrote it."""
    plugins = [import_plugin(name) for name in PLUGINS]
    return MarkdownWithMath(renderer=Drawing(ours), plugins=plugins).render(text)


def formula(latex: str, block: bool) -> str:
    """Draw a formula, or show its source if it cannot be read."""
    latex = html.unescape(latex)  # as it was before its text was made harmless
    try:
        if len(latex) <= LONGEST:
            return to_mathml(latex, block=block)
    except (LatexError, RecursionError, ValueError, SyntaxError):
        pass
    return f"<code>{html.escape(latex)}</code>"
