"""What makes the built site, in rooms: build, text, pages, search, learners."""

from sphinx.application import Sphinx

from book_site.build import chapters_at_once, offline_site
from book_site.learners import class_link, launch, notebooks_zip
from book_site.pages import (
    cite,
    content_policy,
    home_page,
    light_pages,
    not_found,
    on_paper,
    page_head,
    site_address,
)
from book_site.search import find
from book_site.text import figure_captions, how_sure, mathml, predictions, reading_time, terms

PARTS = (
    *(offline_site, site_address, cite, launch, home_page, page_head, not_found, reading_time),
    *(chapters_at_once, class_link, mathml, light_pages, find, figure_captions, how_sure),
    *(notebooks_zip, on_paper, predictions, terms, content_policy),
)


def setup(app: Sphinx) -> dict:
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 6}
