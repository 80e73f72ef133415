"""Errors name the file and the line, or the cell of a notebook."""

import pytest
from book_site.building import source_location
from docutils import nodes


@pytest.mark.parametrize(
    ("file", "line", "named"),
    [
        ("one.md", 7, "book/one.md:7"),
        ("one.ipynb", 20_003, "book/one.ipynb, cell 2"),
        ("one.ipynb", 120_001, "book/one.ipynb, cell 12"),
        ("one.md", None, "book/one.md"),
    ],
)
def test_a_node_is_named_by_itself_or_by_what_it_stands_in(tmp_path, file, line, named):
    formula = nodes.math("", "x")
    paragraph = nodes.paragraph("", "", formula)
    document = nodes.document(None, None, "", paragraph, source=str(tmp_path / "book" / file))
    paragraph.source, paragraph.line = document["source"], line
    assert source_location.of_node(tmp_path, formula) == named


def test_words_are_named_by_the_first_line_that_has_them_whole():
    text = "# sections\nsection = 'ch01-two'\nsection = 'ch01'\nsection = 'ch01'\n"
    assert source_location.of_words("book/paths.toml", text, "ch01") == "book/paths.toml:3"
    assert source_location.of_words("book/paths.toml", text, "ch02") == "book/paths.toml"
