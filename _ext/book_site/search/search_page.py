"""The site's search: by section, offline and from a file.

The records of all pages go into one script that only the search page loads, with the words of
`book/wordings.toml` and the questions of `book/asked.toml`. There MiniSearch finds and ranks them.
It comes from npm; where that could not be reached, Sphinx's own search stands in, and says so.
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
from book_site.building.source_location import of_words
from book_site.search.search_records import records_of

PARTS = Path(__file__).with_name("search_page")
COPIED_FILES = ("page.js", "style.css")
LICENCE = "minisearch.LICENSE.txt"
INDEX_SCRIPTS = ("tokenize.js", "rank.js")
WORDINGS, ASKED = "book/wordings.toml", "book/asked.toml"
# What only Sphinx's own search loads, whose page ours replaces.
SPHINX_SEARCH_SCRIPTS = ("searchtools", "language_data", "doctools", "sphinx_highlight")
UNUSED_FILES = (*(f"_static/{name}.js" for name in SPHINX_SEARCH_SCRIPTS), "searchindex.js")


def replace_sphinx_search(app: Sphinx) -> None:
    app.builder.search = not app.config.page_scripts


def use_own_search_page(app: Sphinx, config: Config) -> None:
    config.templates_path = [*config.templates_path, str(PARTS)]
    if config.page_scripts:
        config.html_additional_pages["search"] = "search_page.html"
    else:
        config.html_show_search_summary = False  # a page that is opened as a file can read no other


def build_index(app: Sphinx) -> dict:
    """Put the records of all pages together, with the words and questions that lead to them."""
    texts = {name: read_text(Path(app.srcdir) / name) for name in (WORDINGS, ASKED)}
    wordings, asked = map(tomllib.loads, texts.values())
    records = []
    for docname, page in sorted(records_of(app.env).items()):
        url = app.builder.get_relative_uri("search", docname)
        for record in page:
            records.append({**record, "page": app.env.titles[docname].astext()})
            records[-1] |= {"url": f"{url}#{record['id']}", "id": len(records) - 1}
    entries = {entry_key(record): record for record in records}
    for name, field, words in (
        (WORDINGS, "words", wordings.get("words", {})),
        (ASKED, "asked", asked),
    ):
        refuse_unknown(name, texts[name], sorted(set(words) - set(entries)))
        for key, further in words.items():
            entries[key][field] = " ".join(further.split())
    ignore = wordings.get("ignore", "").split()
    return {"records": records, "synonyms": wordings.get("synonyms", []), "ignore": ignore}


def read_text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def refuse_unknown(name: str, text: str, unknown: list[str]) -> None:
    """Say where a file has words for an entry that does not exist."""
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise ExtensionError(
            f"{of_words(name, text, unknown[0])}: {names} is no heading of book/questions.md, "
            "layer-questions.md, how-to.md or paths.md, and no page#section; write a heading as it "
            "stands there, with straight quotes"
        )


def entry_key(record: dict) -> str:
    """Name a question, recipe or path by its heading, and all else by its page and section."""
    if record["kind"] in ("question", "guide"):
        return with_straight_quotes(record["title"])
    return re.sub(r"^book/|\.html(?=#)", "", record["url"])


def with_straight_quotes(heading: str) -> str:
    """Return a heading as it is typed, with straight quotes."""
    return heading.translate(str.maketrans("“”‘’", "\"\"''"))


def index_script(app: Sphinx) -> str:
    """Write the index and all that searches it as one script; MiniSearch without its comments."""
    content = json.dumps(build_index(app), ensure_ascii=False, separators=(",", ":"))
    mini = page_scripts.folder(app) / "search" / "minisearch.js"
    parts = [path.read_text("utf-8") for path in (mini, *(PARTS / p for p in INDEX_SCRIPTS))]
    bare = [re.sub(r"/\*\*.*?\*/\s*", "", part, flags=re.DOTALL) for part in parts]
    return "\n".join([SearchEnglish.js_stemmer_code, f"globalThis.searchIndex = {content};", *bare])


def write_search_files(app: Sphinx) -> None:
    if not app.config.page_scripts:
        return
    out = Path(app.outdir)
    target = out / "_static" / "search_page"
    target.mkdir(parents=True, exist_ok=True)
    for part in COPIED_FILES:
        shutil.copy(PARTS / part, target / part)
    shutil.copy(page_scripts.folder(app) / "search" / LICENCE, target / LICENCE)
    (target / "index.js").write_text(index_script(app), "utf-8")
    for unused in UNUSED_FILES:
        (out / unused).unlink(missing_ok=True)
