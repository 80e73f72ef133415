"""Convert content to forms that e-readers show: mathematics to MathML, widgets to tables."""

import re

from bs4 import BeautifulSoup
from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def write_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def write_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    # The converter knows only one environment that aligns equations: align*.
    latex = re.sub(r"\\(begin|end)\{(?:aligned|gathered)\}", r"\\\1{align*}", node.astext())
    if "\\\\" in latex and "\\begin" not in latex:
        latex = rf"\begin{{align*}}{latex}\end{{align*}}"
    number = f" ({node['number']})" if node["number"] else ""
    translator.body.append(translator.starttag(node, "div", CLASS="math"))
    translator.body.append(f"{convert(latex, display='block')}{number}</div>")
    raise nodes.SkipNode


def widgets_to_tables(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "epub":
        return
    for raw in doctree.findall(nodes.raw):
        if "data-mh-widget" in raw.astext():
            tables = BeautifulSoup(raw.astext(), "html.parser").select("table")
            raw.children = [nodes.Text("".join(str(table) for table in tables))]


def setup(app: Sphinx) -> dict:
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    app.add_config_value("epub_math_renderer", "mathml", "epub")
    app.connect("doctree-resolved", widgets_to_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
