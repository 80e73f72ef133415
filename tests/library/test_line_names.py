"""Names of lines stand at their ends, apart, and inside the height of the axes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from multihead.show import figures
from multihead.show.line_names import moved_apart


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([0.9, 0.2, 0.5], [0.9, 0.2, 0.5]),  # none overlaps
        ([0.5, 0.5, 0.1], [0.4, 0.6, 0.1]),  # two of one wish, the first one below
        ([0.5, 0.6, 0.65], [0.3 + 0.25 / 3, 0.5 + 0.25 / 3, 0.7 + 0.25 / 3]),
        ([0.0, 1.2, 1.3], [0.1, 0.7, 0.9]),  # not below 0, not above 1
    ],
)
def test_names_move_apart_no_further_than_they_must(wanted, places):
    assert moved_apart(np.array(wanted), np.full(3, 0.2)) == pytest.approx(places)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 0.14)), min_size=1, max_size=7))
def test_names_never_overlap_and_keep_their_order(boxes):
    wanted, heights = np.array(boxes).T
    order = np.argsort(wanted, kind="stable")
    places, heights = moved_apart(wanted, heights)[order], heights[order]
    tops, bottoms = places + heights / 2, places - heights / 2
    assert (bottoms[1:] >= tops[:-1] - 1e-9).all()
    assert bottoms[0] >= -1e-9
    assert tops[-1] <= 1 + 1e-9


def test_each_line_is_named_beside_its_end_in_its_own_colour():
    x, seeds = [5, 2, 1], np.ones((3, 1))  # from the right, as heads are pruned
    series = {"falls": seeds * [0, 2, 3], "a name of many words": seeds * [7, 0, 0]}
    axes = figures.curves(x, series, x_label="x", y_label="y").axes[0]
    labels = {text.get_text(): text for text in axes.texts}
    assert [*labels] == ["falls", "a name of many\nwords"]
    for line, label in zip(axes.lines, labels.values(), strict=True):
        assert label.arrow_patch.get_edgecolor()[:3] == pytest.approx(color_of(line))
        assert tuple(label.xy) == tuple(line.get_xydata()[0])
        assert label.xyann[0] > 1
    assert labels["falls"].xyann[1] < 0.5 < labels["a name of many\nwords"].xyann[1]


def color_of(line) -> tuple[float, ...]:
    return tuple(int(line.get_color().lstrip("#")[i : i + 2], 16) / 255 for i in (0, 2, 4))


def test_one_line_needs_no_name():
    axes = figures.curves([1, 2], {"loss": np.eye(3)[:, :2]}, x_label="x", y_label="y").axes[0]
    assert not axes.texts
