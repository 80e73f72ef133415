"""What stands beside a figure are the numbers that it draws, at the places where it draws them."""

import json
import re

import numpy as np
import pytest
import torch
from bs4 import BeautifulSoup
from multihead.heads import Pair
from multihead.show import cast_figure, curves, heatmap, intervals, plane, show, starts_figure

ALT = "Three curves, of which the middle one rises"
STEPS = [0, 3, 10, 40, 90]


def rng():
    return np.random.default_rng(7)


def drawn(*drawings):
    soup = BeautifulSoup(show(drawings, ALT).markup, "html.parser")
    return json.loads(soup.div["data-drawn"])


def on_axis(axis, values):
    values = np.asarray(values) * 10.0 ** axis.get("unit", 0)
    return 10**values if axis.get("log") else values


def place(axis, value, start, size):
    """Return where a value stands in the SVG, as the script of the page computes it."""
    low, high = axis["ends"]
    value = np.log10(value) if axis.get("log") else value
    return start + (value - low) / (high - low) * size


def points_of(figure, number):
    """Return the points of a line of the SVG: the first paths with as many points as there are."""
    svg = show(figure, ALT).markup
    paths = re.findall(r'<path d="M ([^"Zz]*)" clip-path', svg)
    lines = [np.array(p.replace("L", " ").split(), dtype=float).reshape(-1, 2) for p in paths]
    return [line for line in lines if len(line) == len(STEPS)][number]


@pytest.mark.parametrize(("x_log", "y_log"), [(False, False), (True, True)])
def test_lines_stand_where_the_picture_has_them(x_log, y_log):
    values = rng().random((7, 5)) * [1, 2, 5, 10, 20] + 0.01
    at = [step + 1 for step in STEPS]
    figure = curves(at, {"a": values}, x_label="step", y_label="loss", x_log=x_log, y_log=y_log)
    (data,) = drawn(figure)
    left, top, width, height = data["box"]
    median = on_axis(data["y"], np.cumsum(data["series"][0]["median"]))
    assert median == pytest.approx(np.median(values, axis=0), rel=0.01, abs=0.02)
    across = [place(data["x"], value, left, width) for value in data["x"]["at"]]
    down = [place(data["y"], value, top + height, -height) for value in median]
    assert np.stack([across, down], axis=1) == pytest.approx(points_of(figure, 0), abs=0.6)


def test_each_training_is_read_to_an_eightieth_of_the_axis():
    values = {"a": rng().random((7, 5)), "b": rng().normal(size=(5, 5)) * 300}
    (data,) = drawn(curves(STEPS, values, x_label="step", y_label="loss", run={"a": "one"}))
    low, high = data["y"]["ends"]
    for series in data["series"]:
        read = np.cumsum(series["values"], axis=1) * 10.0 ** data["y"]["rough"]
        assert abs(read - values[series["name"]]).max() <= (high - low) / 160
        median = on_axis(data["y"], np.cumsum(series["median"]))
        assert abs(median - np.median(values[series["name"]], axis=0)).max() <= (high - low) / 1000
    assert [series.get("run") for series in data["series"]] == ["one", None]
    assert (data["x"]["name"], data["y"]["name"], data["each"]) == ("step", "loss", "seed")


def test_of_more_than_64_trainings_only_the_median_travels():
    values = {"many": rng().random((65, 5)), "few": rng().random((64, 5)), "one": np.ones((1, 5))}
    (data,) = drawn(curves(STEPS, values, x_label="step", y_label="loss"))
    assert ["values" in series for series in data["series"]] == [False, True, False]


def test_of_many_places_some_travel_and_the_last():
    values = {"a": rng().random((7, 131)), "b": rng().random((5, 131))}
    (data,) = drawn(curves(range(131), values, x_label="step", y_label="loss"))
    chosen = [*range(0, 131, 3), 130]
    assert data["x"]["at"] == chosen
    median = on_axis(data["y"], np.cumsum(data["series"][1]["median"]))
    assert median == pytest.approx(np.median(values["b"], axis=0)[chosen], abs=2e-3)


def test_dots_are_those_of_the_picture():
    samples = {"a": rng().random(7), "heads": rng().random((5, 2))}
    figure = intervals(samples, label="R²", run="pairs")
    (data,) = drawn(figure)
    left, top, width, height = data["box"]
    for row, series in enumerate(data["series"]):
        values = on_axis(data["x"], series["values"])
        assert values == pytest.approx(samples[series["name"]].ravel(), abs=2e-3)
        circles = {
            (round(float(use["x"])), round(float(use["y"])))
            for use in BeautifulSoup(show(figure, ALT).markup, "html.parser").find_all("use")
            if use.get("x")
        }
        low, high = data["ends"]
        y = top + height - (row + data["below"] - low) / (high - low) * height
        for value in values:
            x = place(data["x"], value, left, width)
            assert any(abs(x - a) < 1.5 and abs(y - b) < 1.5 for a, b in circles)
    assert [series.get("heads") for series in data["series"]] == [None, [2]]


def test_starts_keep_the_order_of_their_seeds():
    pair = Pair(*torch.tensor(rng().random((3, 5))))
    (data,) = drawn(starts_figure({"one": pair}, run="starts"))
    (series,) = data["series"]
    assert on_axis(data["x"], series["values"]) == pytest.approx(pair.r2.numpy(), abs=1e-3)
    assert series["run"] == "starts"


def test_cells_say_their_number_and_a_sum_all_its_terms():
    one, two = np.array([[3.26, -1, 0.5]]), np.array([[1, -0.25, -0.5]])
    look = {"rows": ["bank"], "columns": ["money", "water", "act"]}
    data = drawn(heatmap(one, **look), heatmap(one + two, terms=[one, two], digits=1, **look))
    assert data[0]["texts"] == [["3.26", "−1.00", "0.50"]]
    assert data[1]["texts"] == [
        ["3.26 + 1.00 = 4.26", "−1.00 − 0.25 = −1.25", "0.50 − 0.50 = 0.00"]
    ]
    assert (data[0]["rows"], data[0]["names"]) == (["bank"], ["query", "key"])


def test_whole_numbers_stay_whole():
    (data,) = drawn(heatmap(np.eye(3), digits=0))
    assert data["texts"][1] == ["0", "1", "0"]


def test_a_cast_says_which_head_stands_at_a_place():
    names = [["one back", None], [None, "itself"]]
    letters = {"one back": "B", "itself": "I"}
    (data,) = drawn(
        cast_figure(names, letters, columns=["0", "0"], heads=[[3, 1], [2, 0]], run="m")
    )
    assert data["texts"] == [
        ["head 3, one back", "head 1, none of these"],
        ["head 2, none of these", "head 0, itself"],
    ]
    assert (data["rows"], data["run"]) == (["0", "1"], "m")


def test_a_figure_without_marks_says_nothing():
    with_marks = heatmap(np.eye(2))
    without = plane({"a": (0, 1), "b": (2, 0)}, x_label="x", y_label="y")
    assert "data-drawn" not in show(without, ALT).markup
    assert [bool(data) for data in drawn(without, with_marks)] == [False, True]


def test_names_cannot_break_out():
    nasty = "' onclick='alert(1)' & <b>"
    (data,) = drawn(intervals({nasty: rng().random(5)}, label="R²"))
    assert data["series"][0]["name"] == nasty


def test_terms_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="2 terms do not add up"):
        heatmap(np.eye(3), terms=[np.eye(3), np.eye(3)])
