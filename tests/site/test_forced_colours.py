"""Pages of every kind can be read in forced colours, as in the contrast themes of Windows."""

import contextlib

import pytest
from browser import wait_for_widgets
from built_pages import CHAPTERS, DECKS, EMBED_PAGES
from forced_colours import assert_readable_in_forced_colours

EXERCISES = "book/exercises/01-self-attention.html"
PAGES = ["index.html", "404.html", "search.html?q=head", "book/how-sure.html", EXERCISES]
PAGES += [CHAPTERS[5], EMBED_PAGES[0], DECKS[0]]


@pytest.mark.parametrize("name", PAGES)
def test_all_text_can_be_read(browser, site, name):
    with contextlib.closing(browser.new_context(offline=True, forced_colors="active")) as context:
        page = context.new_page()
        page.goto(f"{site.as_uri()}/{name}")
        wait_for_widgets(page)
        assert_readable_in_forced_colours(page)
