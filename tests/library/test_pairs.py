"""Two heads from several starts: each seed under its start's name, and in the picture's row."""

import pytest
import torch
from bs4 import BeautifulSoup
from multihead.heads import Pair, collect
from multihead.show import figures, starts_figure
from multihead.train import by_start


def pair(patterns_apart, r2):
    patterns_apart = torch.tensor(patterns_apart)
    return Pair(patterns_apart / 2, patterns_apart, torch.tensor(r2, dtype=torch.float64))


def found():
    return {
        "a start with a rather long name": pair([0.4, 0.9, 0.05], [0.5, 0.75, -0.25]),
        "short": pair([0.1, 0.0, 0.0], [0.25, 0.25, 0.25]),
    }


def test_two_heads_have_parted_if_their_patterns_differ_by_more_than_a_tenth():
    pairs = found().values()
    assert [p.parted.tolist() for p in pairs] == [[True, True, False], [False, False, False]]
    assert [p.count() for p in pairs] == ["2 of 3", "0 of 3"]


def test_each_start_gets_its_own_rows():
    values = torch.arange(2 * 3 * 5).unflatten(0, (6, 5))  # 2 starts of 3 seeds, 5 numbers each
    cut = by_start(iter(["one", "two"]), values)
    assert list(cut) == ["one", "two"]
    assert torch.equal(cut["one"], values[:3])
    assert torch.equal(cut["two"], values[3:])


def test_what_was_measured_is_collected_by_start():
    weights, patterns, r2 = torch.arange(3 * 6.0).unflatten(0, (3, 6))
    two = collect(iter(["one", "two"]), weights, patterns, r2)["two"]
    assert two.weights_apart.tolist() == [3, 4, 5]
    assert two.patterns_apart.tolist() == [9, 10, 11]
    assert two.r2.tolist() == [15, 16, 17]


def test_the_picture_shows_every_seed_in_the_colour_of_its_fate():
    axes = starts_figure(found()).axes[0]
    drawn = {
        (line.get_marker(), int(line.get_ydata()[0])): sorted(line.get_xdata())
        for line in axes.lines
        if len(line.get_xdata()) and line.get_alpha()
    }
    assert drawn == {("o", 0): [0.5, 0.75], ("s", 0): [-0.25], ("s", 1): [0.25] * 3}
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
    shown = figures.show(figure, "Two starts, each with three seeds")._repr_html_()
    texts = [t.get_text() for t in BeautifulSoup(shown, "html.parser").find_all("text")]
    for text in ("name", "short", "2 of 3", "0 of 3", "parted in", "R²"):
        assert sum(text in found for found in texts) == 1, texts
    assert figure.axes[0].get_xlim()[0] < -0.25


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: by_start([], torch.ones(3)), r"called \[\]; give each a name"),
        (lambda: by_start(["a", "a"], torch.ones(4)), "give each a name of its own"),
        (lambda: by_start(["a", "b"], torch.ones(3)), "3 rows for 2 starts"),
        (lambda: by_start(["a", "b"], torch.ones(0)), "0 rows for 2 starts"),
        (lambda: pair([], []), r"\(0,\).*1 or more"),
        (lambda: pair([0.1, 0.2], [0.5]), r"shapes \[\(2,\), \(2,\), \(1,\)\]"),
        (lambda: pair([[0.1]], [[0.5]]), r"give three times \(seed,\)"),
        (lambda: starts_figure({}), "no start"),
        (lambda: starts_figure({"a": pair([0.1], [torch.nan])}), "'a' holds NaN"),
    ],
)
@pytest.mark.usefixtures("no_shape_checks")
def test_what_makes_no_pair_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
