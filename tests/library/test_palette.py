"""Heads have the same colours in figures, widgets and pages, each in a language of its own."""

import re

import matplotlib.style
from book_site.pages import style
from conftest import ROOT
from multihead.show.drawing import STYLE
from multihead.show.palette import HEAD_COLOURS

HEX = re.compile(r"#[0-9a-fA-F]{6}")
WIDGETS = ROOT / "book" / "multihead" / "widgets" / "base" / "head_colours.js"


def test_widgets_give_heads_the_colours_of_figures():
    (listed,) = re.findall(r"const HEADS = \[(.*?)\]", WIDGETS.read_text("utf-8"), re.S)
    assert tuple(HEX.findall(listed)[: len(HEAD_COLOURS)]) == HEAD_COLOURS


def test_pages_name_the_same_colours():
    tokens = dict(re.findall(r"--head-(\d): (#\w{6});", style.TOKENS))
    assert len(tokens) == 3
    assert all(HEAD_COLOURS[int(head)].lower() == colour for head, colour in tokens.items())


def test_lines_of_a_figure_take_them_in_their_order():
    with matplotlib.style.context(STYLE):
        cycle = matplotlib.rcParams["axes.prop_cycle"].by_key()["color"]
    assert tuple(f"#{colour}".replace("##", "#") for colour in cycle) == HEAD_COLOURS[: len(cycle)]
