"""The index that the search page loads: all records, with the words in which people ask."""

import json
from types import SimpleNamespace

import pytest
from book_site.building import page_scripts
from book_site.search import search_page
from docutils import nodes
from sphinx.errors import ExtensionError

WORDINGS = '''
ignore = "the of"
synonyms = [["head", "heads"]]
[words]
'Why "8" heads?' = """
  number
  optimal
"""
"a#x" = "letter"
'''
ASKED = """
'Why "8" heads?' = "how many / is 7 enough"
"""


@pytest.fixture
def app(tmp_path):
    """What the index asks Sphinx for: a book of two pages, one of questions."""
    records = {
        "book/questions": [
            {"id": "why", "title": "Why “8” heads?", "kind": "question", "text": "So."},
            {"id": "more", "title": "More", "kind": "section", "text": ""},
        ],
        "book/a": [{"id": "x", "title": "X", "kind": "section", "text": "é"}],
    }
    titles = {"book/questions": nodes.title("", "Questions"), "book/a": nodes.title("", "A")}
    env = SimpleNamespace(search_records=records, titles=titles)
    builder = SimpleNamespace(get_relative_uri=lambda here, there: f"{there}.html")
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "wordings.toml").write_text(WORDINGS, "utf-8")
    (tmp_path / "book" / "asked.toml").write_text(ASKED, "utf-8")
    app = SimpleNamespace(env=env, builder=builder, srcdir=tmp_path, outdir=tmp_path / "out")
    of_search = page_scripts.folder(app) / "search"
    of_search.mkdir(parents=True)
    (of_search / "minisearch.js").write_text("/** Its words. */ class MiniSearch {}")
    (of_search / search_page.LICENCE).write_text("Permission")
    app.config = SimpleNamespace(page_scripts="1")
    return app


def test_every_record_has_a_number_its_page_and_its_address(app):
    index = search_page.build_index(app)
    assert [(r["id"], r["page"], r["url"]) for r in index["records"]] == [
        (0, "A", "book/a.html#x"),
        (1, "Questions", "book/questions.html#why"),
        (2, "Questions", "book/questions.html#more"),
    ]
    assert index["synonyms"] == [["head", "heads"]]
    assert index["ignore"] == ["the", "of"]


def test_an_entry_has_the_words_of_others_whatever_quotes_it_has(app):
    section, question, more = search_page.build_index(app)["records"]
    assert question["words"] == "number optimal"
    assert question["asked"] == "how many / is 7 enough"
    assert section["words"] == "letter"
    assert "words" not in more
    assert "asked" not in section


@pytest.mark.parametrize("name", ["wordings", "asked"])
def test_words_for_an_entry_that_does_not_exist_say_where_they_stand(app, name):
    path = app.srcdir / "book" / f"{name}.toml"
    path.write_text(path.read_text("utf-8") + "'Why 9 heads?' = 'one'", "utf-8")
    line = path.read_text("utf-8").count("\n") + 1
    with pytest.raises(ExtensionError, match=rf"^book/{name}\.toml:{line}: 'Why 9 heads\?'"):
        search_page.build_index(app)


def test_the_index_is_a_script_and_the_page_has_its_parts(app):
    app.outdir.mkdir()
    (app.outdir / "searchindex.js").touch()
    search_page.write_search_files(app)
    folder = app.outdir / "_static" / "search_page"
    own = {*search_page.COPIED_FILES, search_page.LICENCE}
    assert {p.name for p in folder.iterdir()} == {*own, "index.js"}
    script = (folder / "index.js").read_text("utf-8")
    (line,) = (line for line in script.splitlines() if line.startswith("globalThis.searchIndex = "))
    content = line.removeprefix("globalThis.searchIndex = ").removesuffix(";")
    assert json.loads(content) == search_page.build_index(app)
    assert script.index("searchIndex") < script.index("MiniSearch")
    assert "Its words" not in script
    assert not (app.outdir / "searchindex.js").exists()
