"""Tables: the text of rows, and their links."""

import re

import pytest
import torch
from bs4 import BeautifulSoup
from multihead import show
from multihead.heads import Pair
from multihead.show import tables


def test_rows_link_and_can_be_linked_to():
    rows = [tables.Row("a < b", ("1",), link="01.html#a", id="of-a"), tables.Row("c", ("<2>",))]
    one, two = BeautifulSoup(tables.markup(("name", "found"), rows), "html.parser").select(
        "tbody tr"
    )
    assert (one["id"], one.a["href"], one.a.text) == ("of-a", "01.html#a", "a < b")
    assert (two.get("id"), two.a, two.td.text) == (None, None, "<2>")
    assert two.td["data-name"] == "found: "


def found():
    apart = {  # of the weights, then of the patterns
        "one <1>": ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        "two": ([0.0, 1e-9, 0.0], [0.3, 0.05, 0.2]),
        "three": ([3.0, 3.0, 3.0], [0.0, 0.0, 0.0]),
        "four": ([3.0, 3.0, 3.0], [0.0, 1e-7, 0.0]),
    }
    r2 = {"one <1>": [-1e-9, -1e-9, -1e-9], "two": [0.5, 0.7, 0.9]}
    half = [0.5, 0.5, 0.5]
    return {
        name: Pair(*map(torch.tensor, (*both, r2.get(name, half)))) for name, both in apart.items()
    }


def test_the_starts_table_distinguishes_equal_from_close():
    reasons = {"one <1>": "Why one.", "two": "Why two.", "three": "A sign.", "four": "Close."}
    markup = show.starts_table(found(), reasons)._repr_html_()
    markup = markup.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
    rows = re.findall(r"<tr>(.*?)</tr>", markup)
    assert [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows] == [
        ["start", "parted?", "R², median (5–95 %)", "why"],
        ["one &lt;1&gt;", "0 of 3, equal to the last bit", "0.000 (0.000–0.000)", "Why one."],
        ["two", "2 of 3", "0.700 (0.520–0.880)", "Why two."],
        ["three", "0 of 3, patterns equal to the last bit", "0.500 (0.500–0.500)", "A sign."],
        ["four", "0 of 3", "0.500 (0.500–0.500)", "Close."],
    ]


def test_a_start_without_a_reason_is_named():
    with pytest.raises(ValueError, match=r"only one of found and reasons has \['four', 'size'\]"):
        show.starts_table(found(), {"one <1>": "", "two": "", "three": "", "size": ""})
