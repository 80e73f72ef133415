"""Links of a task lead to the site, or are words."""

import pytest
from book_site.learners import task_links

TASK = """By {ref}`chapter 04 <ch04-cost>` and [chapter 07](../07-how.ipynb#a-place),
see [Notation](../notation.md) and [a paper](https://example.org/p)."""


@pytest.mark.parametrize(
    ("pages", "chapter", "notation"),
    [
        (None, "chapter 07", "Notation"),
        (
            "https://a.b/book/",
            "[chapter 07](https://a.b/book/07-how.html#a-place)",
            "[Notation](https://a.b/book/notation.html)",
        ),
    ],
)
def test_a_link_leads_to_the_site_if_its_address_is_known(pages, chapter, notation):
    assert task_links.resolve_links(TASK, pages) == (
        f"By chapter 04 and {chapter},\nsee {notation} and [a paper](https://example.org/p)."
    )


def test_the_chapters_of_a_site_stand_in_their_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://a.b/course")
    assert task_links.chapters_address(tmp_path) == "https://a.b/course/book/"
