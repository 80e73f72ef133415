"""Figures as SVG: they affect nothing outside themselves, and nothing breaks out of them."""

import re
from html import unescape

import pytest
from bs4 import BeautifulSoup
from multihead.show import figures
from multihead.show.svg import SVG
from test_figures import ALT, KINDS, every_kind, svg_of, texts


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_affects_nothing_outside_itself(kind):
    svg = svg_of(every_kind()[kind])
    assert svg.find("style") is None
    assert "http" not in str(svg).replace(SVG, "")
    own_ids = {tag["id"] for tag in svg.select("[id]")}
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', str(svg)))
    assert used <= own_ids


def test_figures_on_one_page_share_no_id():
    one, two = every_kind(), every_kind()
    pictures = [svg_of(f, f"{ALT} {k}") for k, f in one.items()]
    twice = [*two.values(), every_kind()["plane"]]
    pictures.append(BeautifulSoup(figures.show(twice, ALT).markup, "html.parser"))
    ids = [tag["id"] for picture in pictures for tag in picture.select("[id]")]
    assert len(ids) == len(set(ids)) > 50


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_figure_has_the_same_bytes(kind):
    first, second = (figures.show(every_kind()[kind], ALT).markup for _ in range(2))
    assert first == second


def test_several_figures_are_one_picture_to_a_screen_reader():
    kinds = every_kind()
    soup = BeautifulSoup(
        figures.show([kinds["heatmap"], kinds["plane"]], ALT).markup, "html.parser"
    )
    assert [tag["aria-label"] for tag in soup.select("[role=img]")] == [ALT]
    assert len(soup.select("svg[aria-hidden=true]")) == 2
    assert "flex-wrap:wrap" in soup.div["style"]


def test_alt_text_cannot_break_out():
    nasty = 'says "<script>alert(1)</script>" & it\'s "five words" long'
    svg = svg_of(every_kind()["plane"], nasty)
    assert unescape(svg["aria-label"]) == nasty
    assert svg.find("script") is None


def test_names_cannot_break_out():
    names = {"</svg><script>alert(1)</script>": (0, 1), "b&b": (2, 0)}
    figure = figures.plane(names, x_label="x", y_label="y")
    assert svg_of(figure).find("script") is None
    assert set(names) <= set(texts(figure))
