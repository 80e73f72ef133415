"""Diagrams name the shapes they draw, and draw them to scale."""

import re

import matplotlib.patches
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from multihead import diagrams, figures


def drawn(*sizes):
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
    words, boxes = drawn(*sizes)
    head = [(n, d_head)] * 3 + [(n, n), (n, d_head)]
    joined = [(n, d_head)] * 2  # Z' is drawn as its two halves
    assert sorted(boxes) == sorted([(n, d_model)] * 2 + head * 2 + joined)
    for shape in (f"X {n}×{d_model}", f"Z′ {n}×{2 * d_head}", f"× W_O, {2 * d_head}×{d_model}"):
        assert shape in words
    assert f"output {n}×{d_model}" in words
    assert {f"{m}{i} {n}×{d_head}" for m in "QKVZ" for i in "₁₂"} <= set(words)


def test_labels_stay_inside_the_diagram_and_do_not_overlap():
    figure = diagrams.two_heads(2, 4, 4)
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
    with pytest.raises(ValueError, match=re.escape(f"d_model={sizes[1]}") + ".*room for 1 to 4"):
        diagrams.two_heads(*sizes)


def test_it_is_text_on_the_page():
    picture = figures.show(diagrams.two_heads(2, 4, 4), "Two heads read X and are joined to Z'.")
    assert "W_Q¹" in re.sub("<[^>]*>", "", picture.markup)
