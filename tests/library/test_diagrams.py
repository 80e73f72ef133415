"""Diagrams name the shapes they draw, and draw them to scale."""

import itertools
import re

import matplotlib.patches
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from multihead.show import diagrams


def diagram(*sizes):
    """Return the diagram's words, and its rectangles as (rows, columns)."""
    figure = diagrams.two_heads(*sizes)
    words = [t.get_text() for t in figure.axes[0].texts if t.get_text()]
    boxes = [
        (round(p.get_height()), round(p.get_width()))
        for p in figure.axes[0].patches
        if isinstance(p, matplotlib.patches.Rectangle)
    ]
    return words, boxes


@pytest.mark.parametrize("sizes", [(2, 4, 4), (2, 4, 2), (3, 7, 1)])
def test_two_heads_are_drawn_to_scale_with_their_shapes_named(sizes):
    n, d_model, d_head = sizes
    words, boxes = diagram(*sizes)
    head = [(n, d_head)] * 3 + [(n, n), (n, d_head)]
    joined = [(n, d_head)] * 2  # Z' is drawn as its two halves
    assert sorted(boxes) == sorted([(n, d_model)] * 2 + head * 2 + joined)
    assert {f"X {n}×{d_model}", f"output {n}×{d_model}"} <= set(words)
    shapes = dict(itertools.pairwise(words))  # the words after a symbol
    assert shapes["$Z$′"] == f"{n}×{2 * d_head}"
    assert shapes["× $W_O$"] == f"{2 * d_head}×{d_model}"
    assert {shapes[f"${m}_{i}$"] for m in "QKVZ" for i in "12"} == {f"{n}×{d_head}"}
    for i in "12":
        assert shapes[rf"× $W_Q^{i}\;W_K^{i}\;W_V^{i}$"] == f"each {d_model}×{d_head}"


@pytest.mark.parametrize(
    ("draw", "sizes"),
    [
        (diagrams.two_heads, (2, 4, 4)),
        (diagrams.what_two_heads_read, ("sliced", 4)),
        (diagrams.what_two_heads_read, ("wide", 8)),
    ],
)
def test_labels_stay_inside_the_diagram_and_do_not_overlap(draw, sizes):
    figure = draw(*sizes)
    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [t.get_window_extent(renderer) for t in figure.axes[0].texts if t.get_text()]
    width, height = figure.bbox.size
    for i, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.x1 <= width
        assert box.y0 >= 0
        assert box.y1 <= height
        assert not any(box.overlaps(other) for other in boxes[:i])


@pytest.mark.parametrize("sizes", [(0, 4, 4), (2, 0, 4), (2, 4, 5), (5, 4, 4), (2, 34, 4)])
def test_sizes_that_do_not_fit_are_rejected(sizes):
    with pytest.raises(ValueError, match=re.escape(f"d_model={sizes[1]}") + ".* 1 to 4"):
        diagrams.two_heads(*sizes)


@pytest.mark.parametrize(
    ("form", "d_model", "reads", "makes"),
    [
        ("paper", 6, [(-3, 3), (-3, 3)], 3),
        ("sliced", 8, [(-4, 0), (0, 4)], 4),
        ("wide", 4, [(-2, 2), (-2, 2)], 4),
    ],
)
def test_a_head_is_joined_to_the_numbers_it_reads(form, d_model, reads, makes):
    figure = diagrams.what_two_heads_read(form, d_model)
    patches = figure.axes[0].patches
    beams = [p.get_xy()[:-1] for p in patches if isinstance(p, matplotlib.patches.Polygon)]
    boxes = [p for p in patches if isinstance(p, matplotlib.patches.Rectangle)]
    assert [(beam[:, 0][:2].min(), beam[:, 0][:2].max()) for beam in beams] == reads
    assert [box.get_width() for box in boxes] == [makes, makes, d_model]
    for beam, box in zip(beams, boxes[:2], strict=True):
        left, right = sorted(beam[:, 0][2:])
        assert (left, right) == pytest.approx((box.get_x(), box.get_x() + makes))
    read_width = reads[0][1] - reads[0][0]
    words = {t.get_text() for t in figure.axes[0].texts}
    assert {f"head {i} reads\n{read_width}, makes {makes}" for i in (0, 1)} <= words


@pytest.mark.parametrize("d_model", [0, 2, 5, 10])
def test_a_token_that_two_heads_cannot_share_is_rejected(d_model):
    with pytest.raises(ValueError, match=f"d_model={d_model}.* 4, 6 .*8"):
        diagrams.what_two_heads_read("paper", d_model)


@pytest.mark.usefixtures("no_shape_checks")
def test_an_unknown_form_is_rejected():
    with pytest.raises(ValueError, match=r"form='narrow'.*'paper', 'wide' .*'sliced'"):
        diagrams.what_two_heads_read("narrow", 6)
