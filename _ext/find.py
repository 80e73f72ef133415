"""The site's search: by section, questions first, offline and from a file.

While the pages are read, each section becomes a record: its heading, its prose, its address. They
go into one script that only the search page loads, with the words of `book/wordings.toml`.
MiniSearch finds and ranks them there; `find/` holds it, and our scripts.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import glossary
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish

PARTS = Path(__file__).with_name("find")
SCRIPTS = ("minisearch.js", "words.js", "rank.js", "page.js")
COPIED = (*SCRIPTS, "minisearch.LICENSE.txt", "style.css")
WORDINGS = "book/wordings.toml"
# Sphinx's own search, whose page this one replaces.
UNUSED = ("_static/searchtools.js", "_static/language_data.js", "searchindex.js")
NO_PROSE = (nodes.section, nodes.literal_block, nodes.math_block, nodes.Invisible, nodes.raw)
IN_WORDS = (
    (re.compile(r"\\(?:text|mathrm|operatorname)\{([^}]*)\}"), r"\1"),
    (re.compile(r"\\sqrt\s*"), "√"),
    (re.compile(r"\\partial\s*"), "∂"),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\cdot\b"), "·"),
    (re.compile(r"\\[a-zA-Z]+|\\.|[{}]"), " "),
)


class Sections(EnvironmentCollector):
    """Keep the records of each page, so that a page that did not change is not read again."""

    def clear_doc(self, app, env, docname):
        records_of(env).pop(docname, None)

    def merge_other(self, app, env, docnames, other):
        records_of(env).update({name: records_of(other)[name] for name in docnames})

    def process_doc(self, app, doctree):
        records_of(app.env)[app.env.docname] = list(records(doctree, app.env.docname))


def records_of(env) -> dict[str, list[dict]]:
    if not hasattr(env, "search_records"):
        env.search_records = {}
    return env.search_records


def records(doctree: nodes.document, docname: str) -> Iterator[dict]:
    for section in doctree.findall(nodes.section):
        heading = section[0].astext()
        kind = kind_of(docname, heading, section)
        yield {"id": section["ids"][0], "title": heading, "kind": kind, "text": prose(section)}
    for terms in doctree.findall(glossary):
        for entry in terms.findall(nodes.definition_list_item):
            (term, *_, meaning) = entry
            yield {
                "id": term["ids"][0],
                "title": term.astext(),
                "kind": "term",
                "text": prose(meaning),
            }


def kind_of(docname: str, heading: str, section: nodes.section) -> str:
    if docname.endswith("questions") and heading.endswith("?"):
        return "question"
    return "exercise" if "exercises/" in docname else "section"


def prose(node: nodes.Element) -> str:
    """Return the text of a section without that of its subsections, code and folded solutions."""
    return re.sub(r"\s+", " ", " ".join(pieces(node))).strip()


def pieces(node: nodes.Element) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, (*NO_PROSE, nodes.title, glossary)) or is_aside(child):
            continue
        if isinstance(child, nodes.math):
            yield in_words(child.astext())
        elif isinstance(child, nodes.TextElement):
            yield "".join(inline(child))
        elif isinstance(child, nodes.Element):
            yield from pieces(child)


def inline(node: nodes.Element) -> Iterator[str]:
    for child in node.findall(nodes.Text):
        is_math = isinstance(child.parent, nodes.math)
        yield in_words(child) if is_math else child


def is_aside(node: nodes.Node) -> bool:
    """Tell whether a node is a cell of code, or folded: a search must not give a solution away."""
    return bool({"cell", "dropdown"} & set(getattr(node, "attributes", {}).get("classes", [])))


def in_words(latex: str) -> str:
    for pattern, plain in IN_WORDS:
        latex = pattern.sub(plain, latex)
    return latex


def replace_sphinx_search(app: Sphinx) -> None:
    app.builder.search = False


def use_own_page(app: Sphinx, config: Config) -> None:
    config.templates_path = [*config.templates_path, str(PARTS)]
    config.html_additional_pages["search"] = "find.html"


def wordings(app: Sphinx) -> dict:
    path = Path(app.srcdir) / WORDINGS
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def index(app: Sphinx) -> dict:
    """Put the records of all pages together, the questions with their other wordings."""
    words = wordings(app)
    asked = dict(words.get("wordings", {}))
    found = []
    for docname, page in sorted(records_of(app.env).items()):
        url, name = app.builder.get_relative_uri("search", docname), app.env.titles[docname].astext()
        for record in page:
            is_asked = record["kind"] == "question"
            other = asked.pop(straight(record["title"]), []) if is_asked else []
            place = {"url": f"{url}#{record['id']}", "page": name, "wordings": " / ".join(other)}
            found.append({**record, **place, "id": len(found)})
    if asked and words:
        raise ExtensionError(
            f"{WORDINGS} has wordings for {', '.join(map(repr, asked))}, which is no heading "
            "of book/questions.md; write the heading as it stands there"
        )
    ignore = words.get("ignore", "").split()
    return {"records": found, "synonyms": words.get("synonyms", []), "ignore": ignore}


def straight(heading: str) -> str:
    """Return a heading as it is typed, with straight quotes."""
    return heading.translate(str.maketrans("“”‘’", "\"\"''"))


def write(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    target = out / "_static" / "find"
    target.mkdir(parents=True, exist_ok=True)
    for part in COPIED:
        shutil.copy(PARTS / part, target / part)
    (target / "stemmer.js").write_text(SearchEnglish.js_stemmer_code, "utf-8")
    content = json.dumps(index(app), ensure_ascii=False, separators=(",", ":"))
    (target / "index.js").write_text(f"globalThis.searchIndex = {content};\n", "utf-8")
    for unused in UNUSED:
        (out / unused).unlink(missing_ok=True)


def setup(app: Sphinx) -> dict:
    app.connect("config-inited", use_own_page)
    app.connect("builder-inited", replace_sphinx_search)
    app.add_env_collector(Sections)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}
