"""The site's search: by section, questions first, offline and from a file.

The records of all pages go into one script that only the search page loads, with the words of
`book/wordings.toml`. There MiniSearch finds and ranks them. It comes from npm; where that could not
be reached, Sphinx's own search stands in, and says so.
"""

import json
import re
import shutil
import tomllib
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish

from book_site.building import page_scripts
from book_site.building.place import of_words
from book_site.search.search_records import records_of

PARTS = Path(__file__).with_name("search_page")
COPIED = ("page.js", "style.css")
LICENCE = "minisearch.LICENSE.txt"
LOADED_TO_SEARCH = ("tokenize.js", "rank.js")
WORDINGS = "book/wordings.toml"
# What only Sphinx's own search loads, whose page ours replaces.
OF_SPHINX = ("searchtools", "language_data", "doctools", "sphinx_highlight")
UNUSED = (*(f"_static/{name}.js" for name in OF_SPHINX), "searchindex.js")


def replace_sphinx_search(app: Sphinx) -> None:
    app.builder.search = not app.config.page_scripts


def use_own_page(app: Sphinx, config: Config) -> None:
    config.templates_path = [*config.templates_path, str(PARTS)]
    if config.page_scripts:
        config.html_additional_pages["search"] = "search_page.html"
    else:
        config.html_show_search_summary = False  # a page that is opened as a file can read no other


def index(app: Sphinx) -> dict:
    """Put the records of all pages together, the questions with their other wordings."""
    path = Path(app.srcdir) / WORDINGS
    text = path.read_text("utf-8") if path.is_file() else ""
    words = tomllib.loads(text)
    found = []
    for docname, page in sorted(records_of(app.env).items()):
        url = app.builder.get_relative_uri("search", docname)
        for record in page:
            found.append({**record, "page": app.env.titles[docname].astext()})
            found[-1] |= {"url": f"{url}#{record['id']}", "id": len(found) - 1}
    add_wordings(found, words.get("wordings", {}), text)
    ignore = words.get("ignore", "").split()
    return {"records": found, "synonyms": words.get("synonyms", []), "ignore": ignore}


def add_wordings(found: list[dict], asked: dict[str, list[str]], text: str) -> None:
    """Give each question, recipe and path the ways in which others put it."""
    entries = {straight(r["title"]): r for r in found if r["kind"] in ("question", "guide")}
    unknown = sorted(set(asked) - set(entries))
    if unknown:
        named = ", ".join(map(repr, unknown))
        raise ExtensionError(
            f"{of_words(WORDINGS, text, unknown[0])}: {named} is no heading of book/questions.md, "
            "how-to.md or paths.md; write it as it stands there, with straight quotes"
        )
    for heading, others in asked.items():
        entries[heading]["wordings"] = " / ".join(others)


def straight(heading: str) -> str:
    """Return a heading as it is typed, with straight quotes."""
    return heading.translate(str.maketrans("“”‘’", "\"\"''"))


def script(app: Sphinx) -> str:
    """Write the index and all that searches it as one script; MiniSearch without its comments."""
    content = json.dumps(index(app), ensure_ascii=False, separators=(",", ":"))
    mini = page_scripts.folder(app) / "search" / "minisearch.js"
    parts = [path.read_text("utf-8") for path in (mini, *(PARTS / p for p in LOADED_TO_SEARCH))]
    bare = [re.sub(r"/\*\*.*?\*/\s*", "", part, flags=re.DOTALL) for part in parts]
    return "\n".join([SearchEnglish.js_stemmer_code, f"globalThis.searchIndex = {content};", *bare])


def write(app: Sphinx) -> None:
    if not app.config.page_scripts:
        return
    out = Path(app.outdir)
    target = out / "_static" / "search_page"
    target.mkdir(parents=True, exist_ok=True)
    for part in COPIED:
        shutil.copy(PARTS / part, target / part)
    shutil.copy(page_scripts.folder(app) / "search" / LICENCE, target / LICENCE)
    (target / "index.js").write_text(script(app), "utf-8")
    for unused in UNUSED:
        (out / unused).unlink(missing_ok=True)
