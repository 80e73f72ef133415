"""Several starts as a picture and as a table: a row each, equal told from close."""

import re

import pytest
import torch
from multihead import show
from multihead.heads import Pair
from multihead.show import starts_figure
from test_figures import svg_of
from test_pairs import found, pair


def test_the_picture_shows_every_seed_in_the_colour_of_its_fate():
    axes = starts_figure(found()).axes[0]
    marks = {
        (line.get_marker(), int(line.get_ydata()[0])): sorted(line.get_xdata())
        for line in axes.lines
        if len(line.get_xdata()) and line.get_alpha()
    }
    assert marks == {("o", 0): [0.5, 0.75], ("s", 0): [-0.25], ("s", 1): [0.25] * 3}
    medians = [
        (line.get_marker(), line.get_xydata().tolist())
        for line in axes.lines
        if not line.get_alpha()
    ]
    assert medians == [("o", [[0.5, 0]]), ("s", [[0.25, 1]])]
    (low, _), (high, _) = axes.collections[0].get_segments()[0]
    assert (low, high) == pytest.approx((-0.175, 0.725))


def test_the_picture_names_its_starts_and_counts_their_seeds():
    figure = starts_figure(found())
    texts = [t.get_text() for t in svg_of(figure).find_all("text")]
    for text in ("name", "short", "2 of 3", "0 of 3", "diverged in", "R²"):
        assert sum(text in found for found in texts) == 1, texts
    assert figure.axes[0].get_xlim()[0] < -0.25


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: starts_figure({}), "pair .*one"),
        (lambda: starts_figure({"a": pair([0.1], [torch.nan])}), "'a'.*NaN"),
    ],
)
@pytest.mark.usefixtures("no_shape_checks")
def test_what_cannot_be_shown_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def close_and_equal():
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
    markup = show.starts_table(close_and_equal(), reasons)._repr_html_()
    markup = markup.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
    rows = re.findall(r"<tr>(.*?)</tr>", markup)
    assert [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows] == [
        ["pair", "diverged?", "R², median (5–95 %)", "why"],
        ["one &lt;1&gt;", "0 of 3, identical to the last bit", "0.000 (0.000–0.000)", "Why one."],
        ["two", "2 of 3", "0.700 (0.520–0.880)", "Why two."],
        ["three", "0 of 3, patterns identical to the last bit", "0.500 (0.500–0.500)", "A sign."],
        ["four", "0 of 3", "0.500 (0.500–0.500)", "Close."],
    ]


def test_a_start_without_a_reason_is_named():
    with pytest.raises(ValueError, match=r"pairs .*reasons .*\['four', 'size'\]"):
        show.starts_table(close_and_equal(), {"one <1>": "", "two": "", "three": "", "size": ""})
