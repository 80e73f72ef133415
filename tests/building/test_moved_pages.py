"""Former addresses lead on: pages with another name, and what stands on another page now."""

import json

import pytest
from book_site.learners import progress
from book_site.pages import moved_pages
from sphinx.errors import ExtensionError

FORMER = {
    "book/05-five.html": ["five", "part", "claim-a", "predict-cell-1", "predict-cell-2"],
    "book/06-six.html": ["six", "claim-b"],
    "book/exercises/06-six.html": ["exercise-two-ways"],
    "slides/06-six.html": [],
    "widgets/05-five/Lab1.html": [],
    "widgets/06-six/Lab2.html": [],
}
MOVED = """
[pages]
"06-six" = "07-other"
[widgets]
"05-five/Lab1" = "side/Lab3"
"""
NOW = {
    "book/05-five.html": ["five", "predict-cell-1"],
    "book/07-other.html": ["six"],
    "book/side.html": ["part", "claim-a", "claim-b", "predict-cell-2"],
    "book/exercises/07-other.html": ["exercise-two-ways"],
}


@pytest.fixture
def root(tmp_path):
    """A book in which a chapter has another number, and parts of two stand on a page aside."""
    (tmp_path / "book").mkdir()
    (tmp_path / "book/former_addresses.json").write_text(json.dumps(FORMER))
    (tmp_path / "book/moved.toml").write_text(MOVED)
    return tmp_path


def pages(ids_of_page):
    return {p: "".join(f'<p id="{id}">' for id in ids) for p, ids in ids_of_page.items()}


def moved_in(root, now=NOW):
    moved = moved_pages.read_moved(root, {"book/intro.html": "index.html"})
    moved.find_places(pages(now))
    return moved


def test_each_former_page_has_its_name_now(root):
    assert moved_in(root).pages == {
        "book/06-six.html": "book/07-other.html",
        "book/exercises/06-six.html": "book/exercises/07-other.html",
        "slides/06-six.html": "slides/07-other.html",
        "widgets/05-five/Lab1.html": "widgets/side/Lab3.html",
        "widgets/06-six/Lab2.html": "widgets/07-other/Lab2.html",
        "book/intro.html": "index.html",
    }


def test_what_stands_elsewhere_is_found_by_its_id(root):
    assert moved_in(root).places == {
        "book/05-five.html": {
            "part": "book/side.html",
            "claim-a": "book/side.html",
            "predict-cell-2": "book/side.html",
            "~Lab1": "book/side.html#~Lab3",
        },
        "book/06-six.html": {"claim-b": "book/side.html"},
    }


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (
            {"book/side.html": ["part", "claim-a", "predict-cell-2"]},
            "book/06-six.html#claim-b .*no",
        ),
        ({"book/x.html": ["part"]}, r"05-five.html#part .*book/side.html and book/x.html"),
    ],
)
def test_an_id_that_stands_nowhere_or_twice_stops_the_build(root, now, said):
    with pytest.raises(ExtensionError, match=said):
        moved_in(root, NOW | now)


def test_moved_toml_says_where_an_id_that_stands_twice_belongs(root):
    with (root / "book/moved.toml").open("a") as file:
        file.write('[places]\n"book/05-five.html#part" = "book/x.html#whole"\n')
    moved = moved_in(root, NOW | {"book/x.html": ["part", "whole"]})
    assert moved.places["book/05-five.html"]["part"] == "book/x.html#whole"


def test_a_book_that_never_moved_anything_has_neither_file(tmp_path):
    moved = moved_pages.read_moved(tmp_path, {})
    moved.find_places(pages(NOW))
    assert (moved.pages, moved.places) == ({}, {})


def test_a_page_that_stayed_gets_one_script_and_no_page_a_needless_one(root):
    moved = moved_in(root)
    html = "<head>\n</head><body></body>"
    with_script = moved_pages.lead_on(moved, "book/05-five.html", html)
    assert with_script.count("<script data-moved>") == 1
    assert '"claim-a": "side.html"' in with_script
    assert moved_pages.lead_on(moved, "book/05-five.html", with_script) == with_script
    built_again = with_script.replace("</head>", '<meta name="version">\n</head>')
    built_again = moved_pages.lead_on(moved, "book/05-five.html", built_again)
    assert built_again.count("<script data-moved>") == 1
    assert moved_pages.lead_on(moved, "book/side.html", html) == html
    moved.places.clear()
    assert moved_pages.lead_on(moved, "book/05-five.html", with_script) == html


def test_a_redirect_leads_on_without_script_too(root):
    page = moved_pages.redirect("book/exercises/06-six.html", moved_in(root), "Many Heads")
    assert '<meta http-equiv="refresh" content="0; url=07-other.html">' in page
    assert '<a href="07-other.html">' in page
    assert '<meta name="robots" content="noindex">' in page
    assert "<title>This page has moved — Many Heads</title>" in page
    assert page.index("Content-Security-Policy") < page.index("<script data-moved>")


def test_what_a_reader_kept_has_the_name_of_where_it_stands(root):
    for name, cells in {"05-five": ["cell-1"], "07-other": [], "side": ["cell-2"]}.items():
        notebook = {"cells": [{"id": cell} for cell in cells]}
        (root / f"book/{name}.ipynb").write_text(json.dumps(notebook))
    (root / "book/exercises").mkdir()
    (root / "book/exercises/07-other.md").write_text("(exercise-two-ways)=\n## Two ways\n")
    assert progress.moved_names(root) == {
        "finished/six": "finished/other",
        "place/six": "place/other",
        "guess/five/cell-2": "guess/side/cell-2",
        "review/five/cell-2": "review/side/cell-2",
        "answer/six/two_ways": "answer/other/two_ways",
        "review/six/two_ways": "review/other/two_ways",
    }
