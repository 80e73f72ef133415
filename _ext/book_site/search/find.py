"""The site's search: by section, questions first, offline and from a file.

The records of all pages go into one script that only the search page loads, with the words of
`book/wordings.toml`. There MiniSearch finds and ranks them; `find/` holds it, and our scripts.
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

from book_site.building.place import of_words
from book_site.search.search_records import records_of

PARTS = Path(__file__).with_name("find")
COPIED = ("page.js", "style.css", "minisearch.LICENSE.txt")
LOADED_TO_SEARCH = ("minisearch.js", "words.js", "rank.js")
WORDINGS = "book/wordings.toml"
# Sphinx's own search, whose page this one replaces.
UNUSED = ("_static/searchtools.js", "_static/language_data.js", "searchindex.js")


def replace_sphinx_search(app: Sphinx) -> None:
    app.builder.search = False


def use_own_page(app: Sphinx, config: Config) -> None:
    config.templates_path = [*config.templates_path, str(PARTS)]
    config.html_additional_pages["search"] = "find.html"


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
    parts = [(PARTS / part).read_text("utf-8") for part in LOADED_TO_SEARCH]
    bare = [re.sub(r"/\*\*.*?\*/\s*", "", part, flags=re.DOTALL) for part in parts]
    return "\n".join([SearchEnglish.js_stemmer_code, f"globalThis.searchIndex = {content};", *bare])


def write(app: Sphinx) -> None:
    out = Path(app.outdir)
    target = out / "_static" / "find"
    target.mkdir(parents=True, exist_ok=True)
    for part in COPIED:
        shutil.copy(PARTS / part, target / part)
    (target / "index.js").write_text(script(app), "utf-8")
    for unused in UNUSED:
        (out / unused).unlink(missing_ok=True)
