"""Pages as plain text beside them, `book/05-….md`, and their list, `llms.txt`.

Readers search in these files, and paste them into an assistant. The list has the form of
<https://llmstxt.org>; it says of each chapter what the home page says.
"""

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from book_site.building import typography
from book_site.building.required_matches import labelled
from book_site.pages.markdown import Markdown
from book_site.pages.page_head import HOME_TITLE, first_sentences, written_description

LOOK_UP = ("book/questions", "book/how-to", "book/glossary", "book/notation")
ONLY_PAGES = ("book/how-sure", "book/settings", "book/references")
LIST = "llms.txt"
ABOUT = (
    "Each link to an .md file leads to a page as plain text: its words, its formulas as TeX, its "
    "code with what it prints, its claims with what was found, and its figures in words. With "
    ".html in place of .md, the address is that of the page itself."
)
LINK = '<link rel="alternate" type="text/markdown" title="Plain text" href="{}">\n'
ITEM = {
    "type": "link",
    "text": "Plain text (.md)",
    "tooltip": "This page as text, for your notes or for an assistant",
    "icon": "fas fa-file-lines",
}


def write(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Write the plain text of a page that has one, and link to it; of the home page, the list."""
    if app.builder.name != "html" or doctree is None:
        return
    page = Path(app.builder.get_outfilename(pagename))
    is_chapter = app.env.doc2path(pagename).endswith(".ipynb")
    is_home = pagename == app.config.root_doc
    if not (is_home or is_chapter or pagename in LOOK_UP):
        return
    formulas = (
        node.astext()
        for node in doctree.findall(lambda n: isinstance(n, nodes.math | nodes.math_block))
    )
    markdown = Markdown(typography.keep(context["body"]), formulas, context["pageurl"] or page.name)
    if is_home:
        page.with_name(LIST).write_text("\n".join(list_lines(app, markdown)), "utf-8")
        return
    file = page.with_suffix(".md")
    file.parent.mkdir(parents=True, exist_ok=True)  # the page itself is written later
    file.write_text(markdown.text(), "utf-8")
    context["metatags"] += LINK.format(file.name)
    item = ITEM | {"url": file.name}
    buttons = labelled(context["header_buttons"], "download-buttons", pagename)["buttons"]
    if is_chapter:
        buttons.append(item)
    else:  # in place of the source, which is Markdown too
        labelled(buttons, "download-source-button", pagename).update(item)


def list_lines(app: Sphinx, home: Markdown) -> Iterator[str]:
    """Give the lines of the list: the contents of the home page, and what else there is."""
    yield f"# {HOME_TITLE.format(project=app.config.project)}"
    yield f"\n> {description(app, app.config.root_doc)}"
    yield f"\n{ABOUT}"
    for contents in home.soup.find_all("dl"):
        yield f"\n## {home.line(contents.find_previous(['h2', 'h3']))}\n"
        for term in contents.find_all("dt"):
            address = home.link(term.a["href"].replace(".html", ".md"))
            yield f"- [{home.line(term.a)}]({address}): {home.line(term.find_next('dd'))}"
    for heading, docnames, suffix in (("Look up", LOOK_UP, "md"), ("Optional", ONLY_PAGES, "html")):
        yield f"\n## {heading}\n"
        for docname in filter(app.env.found_docs.__contains__, docnames):
            address, title = home.link(f"{docname}.{suffix}"), app.env.titles[docname].astext()
            yield f"- [{title}]({address}): {description(app, docname)}"
    yield ""


def description(app: Sphinx, docname: str) -> str:
    doctree = app.env.get_doctree(docname)
    return written_description(doctree) or first_sentences(doctree)
