"""What a student wrote is drawn, formulas too, and none of it can be clicked."""

import re

import pytest
from bs4 import BeautifulSoup

from grading.reports.rendering import LONGEST, formula, markdown

ADDRESSES = [
    "see http://evil.example/x, https://evil.example and www.evil.example",
    "<http://evil.example> <mailto:a@evil.example>",
    "[text](http://evil.example 'title') ![picture](http://evil.example/x.png)",
    "[text][1] [1]\n\n[1]: http://evil.example",
    "[chapter](01-self-attention.ipynb)",
    "<a href='http://evil.example'>text</a>\n\n<a href='http://evil.example'>",
    "## heading http://evil.example",
    r"$\\href{http://evil.example}{x}$ $\\url{http://evil.example}$",
]


@pytest.mark.parametrize("text", ADDRESSES)
def test_no_address_of_a_student_is_a_link(text):
    found = BeautifulSoup(markdown(text, ours=False), "html.parser")
    assert [tag.name for tag in found.find_all(["a", "img"])] == []
    assert [tag for tag in found.find_all() if set(tag.attrs) & {"href", "src"}] == []


def test_our_own_links_lead_to_the_site_if_it_is_known(monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://example.org/heads")
    text = "[one](notation.md) [two](04-all-heads-at-once.ipynb#ch04-sum) [three](http://a.example)"
    found = re.findall(r'href="([^"]+)"', markdown(text, ours=True))
    pages = ("notation.html", "04-all-heads-at-once.html#ch04-sum")
    assert found == [f"https://example.org/heads/book/{page}" for page in pages]


def test_formulas_become_mathml_and_code_stays_as_it_was():
    drawn = markdown("$a &lt; b$ and `x &lt; y // http:&#47;/z` and $$\\frac{1}{2}$$", ours=False)
    assert drawn.count("<math") == 2
    assert "<mo>&lt;</mo>" in drawn
    assert "<code>x &lt; y // http://z</code>" in drawn


@pytest.mark.parametrize(
    "latex", [r"\frac{1", r"\nosuch{x}", "x" * (LONGEST + 1), "{" * 1000, r"\href{javascript:x}{y}"]
)
def test_what_is_no_formula_is_shown_as_it_was_written(latex):
    assert formula(latex, block=False) == f"<code>{latex}</code>"
