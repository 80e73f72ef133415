"""A browser that translates a page leaves formulas, figures, tables and numbers as they are."""

import re

import pytest
from book_site.text import untranslated
from bs4 import BeautifulSoup, NavigableString
from built_pages import CHAPTERS, soup_of
from multihead.claims import Claim
from multihead.show import tables

CLAIM = Claim("lin-r2", "Lin's R² in W_1", "median", 64, (0.9931,), above=-0.5)
CLAIM_HTML = CLAIM._repr_mimebundle_()["text/html"]
ROWS = tables.markup(["of", "found", "why"], [tables.Row("1 head", ("0.98 to 1", "by chance"))])
PAGE = f'<p>Of 3 heads</p><div class="mh-figure"><svg></svg></div>{CLAIM_HTML}{ROWS}'


def is_untranslated(text: NavigableString) -> bool:
    """Whether a text stays as it is: by its nearest ``translate``, or Sphinx's class for code."""
    for around in text.parents:
        if "notranslate" in around.get("class", ()) or around.get("translate") == "no":
            return True
    return False


def test_a_claim_keeps_its_numbers_and_lets_its_words_go():
    claim = BeautifulSoup(untranslated.keep(CLAIM_HTML), "html.parser").div
    texts = list(claim.find_all(string=True))
    assert [text for text in texts if is_untranslated(text)] == ["0.993", "64", "-0.5"]
    assert "".join(texts) == repr(CLAIM)


def test_figures_and_cells_with_a_number_are_kept_and_nothing_else_of_the_page():
    page = BeautifulSoup(untranslated.keep(PAGE), "html.parser")
    assert page.svg.parent["translate"] == "no"
    texts = [str(text) for text in page.find_all("td", translate="no")]
    assert ["0.98 to 1" in text for text in texts] == [True]
    assert not any(
        is_untranslated(page.find(string=text)) for text in ("Of 3 heads", "1 head", "by chance")
    )


def test_a_second_build_changes_nothing():
    page = untranslated.keep(PAGE)
    assert page != PAGE
    assert untranslated.keep(page) == page


BARE = re.compile(r"\s*[-−+]?\d[\d.,e%\s]*")


@pytest.mark.parametrize("name", [*CHAPTERS, "book/how-sure.html", "book/settings.html"])
def test_no_formula_and_no_number_that_a_cell_puts_out_is_translated(site, name):
    page = soup_of(site / name)
    outputs = page.select(".cell_output, table.mh-rows td")
    numbers = [t for part in outputs for t in part.find_all(string=BARE.fullmatch)]
    texts = [t for part in page.select("math") for t in part.find_all(string=True)]
    assert numbers
    assert [text for text in numbers + texts if not is_untranslated(text)] == []
