"""Figures on a page: real text, the page’s own colour, readable on every cell."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import torch
from bs4 import BeautifulSoup
from matplotlib.colors import to_rgb
from multihead.heads import Pair
from multihead.show import cast_figure, figures, starts_figure
from multihead.show.drawing import STYLE
from multihead.show.svg import TEXT

ALT = "Three curves, of which the middle one rises"
# Text and background of the website and of JupyterLab, light and dark.
PAGES = [("#222832", "#ffffff"), ("#ced6dd", "#14181e"), ("#212121", "#ffffff"), ("#fff", "#111")]


def rng():
    return np.random.default_rng(5)


def every_kind():
    r = rng()
    return {
        "heatmap": figures.heatmap(r.normal(size=(3, 5)), title="scores"),
        "curves": figures.curves(
            [1, 4, 16],
            {"a": r.random((7, 3)), "b": r.random((5, 3))},
            x_label="d_head",
            y_label="variance",
            x_log=True,
            y_log=True,
        ),
        "intervals": figures.intervals({"one": r.random(7), "two": r.random(5)}, label="R²"),
        "plane": figures.plane({"a": (0, 1), "b": (2, 0)}, {"a": (1, 1)}, x_label="x", y_label="y"),
        "cast": cast_figure(
            [["one back", None, "itself"], [None, "one back", "itself"]],
            {"one back": "B", "itself": "I"},
            columns=["0", "1", "2"],
        ),
        "starts": starts_figure({"one": Pair(*torch.tensor(r.random((3, 5))))}),
    }


KINDS = list(every_kind())


def svg_of(figure, alt=ALT):
    return BeautifulSoup(figures.show(figure, alt)._repr_html_(), "html.parser").svg


def texts(figure):
    return [t.get_text() for t in svg_of(figure).find_all("text")]


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_named_text_in_the_pages_own_colour(kind):
    markup = figures.show(every_kind()[kind], ALT)._repr_html_()
    svg = BeautifulSoup(markup, "html.parser").svg
    assert svg["role"] == "img"
    assert svg["aria-label"] == ALT
    assert re.search(r"max-width:min\(\d+px,100%\)", svg["style"])
    labels = svg.find_all("text")
    assert len(labels) >= 4
    assert all("currentColor" in str(label) for label in labels)
    assert TEXT not in markup
    assert not re.search(r"#fff(fff)?\b|\bwhite\b|#000000", markup)
    ET.fromstring(re.search(r"<svg.*</svg>", markup, re.DOTALL)[0])


@pytest.mark.parametrize(("text", "page"), PAGES)
@pytest.mark.parametrize("value", [-1, -0.5, 0, 0.25, 0.75, 1])
def test_a_number_can_be_read_on_its_cell(text, page, value):
    *colour, alpha = figures.SIGNED((value + 1) / 2)
    cell = alpha * np.array(colour) + (1 - alpha) * np.array(to_rgb(page))
    assert contrast(cell, to_rgb(text)) >= 4.5


@pytest.mark.parametrize("page", [page for _, page in PAGES])
def test_a_line_can_be_seen_on_the_page(page):
    with figures.matplotlib.style.context(STYLE):
        colours = [c["color"] for c in figures.matplotlib.rcParams["axes.prop_cycle"]]
    assert all(contrast(to_rgb(colour), to_rgb(page)) >= 3 for colour in colours)


def test_lines_differ_by_more_than_their_colour():
    with figures.matplotlib.style.context(STYLE):
        cycle = list(figures.matplotlib.rcParams["axes.prop_cycle"])
    assert len({c["linestyle"] for c in cycle}) == len({c["marker"] for c in cycle}) == len(cycle)


def test_heatmap_writes_every_number_in_its_row_and_column():
    matrix = np.array([[0.125, -2, 3], [4, 5, -6.375]])
    figure = figures.heatmap(matrix, ["up", "down"], ["x", "y", "z"])
    marks = {t.get_text(): t.get_position() for t in figure.axes[0].texts}
    assert marks["3.00"] == (2.5, 0.5)
    assert figure.axes[0].yaxis_inverted(), "the first row is not on top"
    assert marks["−6.38"] == (2.5, 1.5)
    assert set(marks) == {"0.12", "−2.00", "3.00", "4.00", "5.00", "−6.38"}
    assert {"up", "down", "x", "y", "z", "query", "key"} <= set(texts(figure))


def test_a_zero_of_a_heatmap_has_no_sign_and_small_numbers_keep_none_either():
    figure = figures.heatmap(-np.eye(2) * [[1, -0.004], [0.004, 1]], digits=0)
    assert [mark.get_text() for mark in figure.axes[0].texts] == ["−1", "0", "0", "−1"]


@pytest.mark.usefixtures("no_shape_checks")
def test_a_list_is_a_table_and_a_sample():
    assert len(figures.heatmap([[1, 2, 3], [4, 5, 6]]).axes[0].texts) == 6
    dots = figures.intervals({"a": [3, 1, 2]}, label="R²").axes[0].lines[0]
    assert dots.get_xdata().tolist() == [3, 1, 2]


def test_heatmap_can_share_a_scale():
    shades = [
        figures.heatmap(np.full((2, 3), 0.5), largest=largest).axes[0].collections[0].get_clim()
        for largest in (None, 1)
    ]
    assert shades == [(-0.5, 0.5), (-1, 1)]


def test_curves_show_the_median_and_the_middle_90_percent():
    values = np.arange(21.0)[:, None] * [1, 10, 100]  # 21 seeds, 3 places
    axes = figures.curves([2, 3, 5], {"a": values}, x_label="x", y_label="y").axes[0]
    assert axes.lines[0].get_xydata().tolist() == [[2, 10], [3, 100], [5, 1000]]
    corners = axes.collections[0].get_paths()[0].vertices
    assert {tuple(c) for c in corners} >= {(2, 1), (2, 19), (5, 100), (5, 1900)}


def test_intervals_show_every_seed():
    axes = figures.intervals({"a": np.arange(21.0), "b": rng().random(7)}, label="R²").axes[0]
    dots, middle = axes.lines[0], axes.lines[1]
    assert sorted(dots.get_xdata()) == list(range(21))
    assert middle.get_xdata().item() == 10
    assert axes.collections[0].get_segments()[0].tolist() == [[1, 0], [19, 0]]


def test_plane_is_true_to_scale():
    figure = figures.plane({"a": (0, 0), "b": (7, 2)}, {"a": (3, 5)}, x_label="x", y_label="y")
    assert figure.axes[0].get_aspect() == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: figures.show([], ALT), "figure.* one"),
        (lambda: figures.show(every_kind()["plane"], "a plot"), "alt='a plot'"),
        (lambda: figures.heatmap(np.eye(3), ["a", "b"]), "2 labels .*3 rows"),
        (lambda: figures.heatmap(np.full((2, 3), np.nan)), "NaN"),
        (
            lambda: figures.curves([1, 2], {"loss": np.eye(3)}, x_label="x", y_label="y"),
            r"'loss' .*\(3, 3\).*\(seed, 2\)",
        ),
        (lambda: figures.heatmap([1, 2]), r"matrix .*\(2,\).*\(rows, columns\)"),
        (lambda: figures.heatmap(np.ones((0, 3))), r"matrix .*\(0, 3\).* 1 "),
        (lambda: figures.intervals({"a": np.array(3.0)}, label="x"), r"\(\).*\(seed\)"),
        (lambda: figures.intervals({"a": np.array([])}, label="x"), r"'a' .*\(0,\)"),
        (lambda: figures.intervals({"a": np.array([1, np.inf])}, label="x"), "'a' .*NaN"),
    ],
)
@pytest.mark.usefixtures("no_shape_checks")
def test_what_cannot_be_drawn_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
