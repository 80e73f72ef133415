"""What Matplotlib writes as SVG looks the same when it is drawn again."""

import io
import re

import matplotlib
import numpy as np
import pytest
from book_site.pages.svg_drawing import SvgDrawing
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

PIXELS = 3  # for a unit


def picture(figure: Figure) -> np.ndarray:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].astype(int)


def original() -> Figure:
    """Draw lines, dashes, marks, a filled curve, a clipped line, turned text and a formula."""
    figure = Figure((3, 2), dpi=72 * PIXELS)
    axes = figure.subplots()
    axes.plot([1, 2, 5], [3, 7, 4], "--o", color="#0072b2", alpha=0.6)
    axes.scatter([2, 3, 4], [4, 5, 3], s=70, marker="s", color="#d55e00", alpha=0.5)
    axes.fill_between([1, 3, 5], [2, 3, 2], [3, 5, 6], color="#009e73", alpha=0.3)
    axes.annotate(
        "", (4, 6), (2, 3), arrowprops={"arrowstyle": "->", "connectionstyle": "arc3,rad=.3"}
    )
    axes.set(xlim=(0.5, 4.5), ylim=(2, 7.5), xlabel="step", ylabel=r"loss $W_Q^{13}$")
    return figure


def test_a_drawing_is_what_it_was():
    figure, file = original(), io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(file, format="svg")
    svg = re.sub(
        r"<style.*?</style>|<metadata>.*?</metadata>|<!--.*?-->", "", file.getvalue(), flags=re.S
    )
    drawing = SvgDrawing(svg[svg.index("<svg") :].replace("xlink:href", "href"))
    again = Figure((3, 2), dpi=72 * PIXELS)
    drawing.draw(again.add_axes((0, 0, 1, 1)), PIXELS, "black", ["DejaVu Sans"])
    before, after = picture(figure), picture(again)
    assert before.shape == after.shape
    assert np.mean(np.abs(before - after).max(axis=2) > 60) < 0.001
    assert np.mean(before.min(axis=2) < 200) > 0.05  # most of it is not white paper


@pytest.mark.parametrize(
    ("inside", "message"),
    [("<image/>", "no <image>"), ('<g transform="scale(3)"/>', "no transform 'scale'")],
)
def test_what_no_figure_has_yet_is_an_error(inside, message):
    axes = Figure().add_subplot()
    with pytest.raises(ValueError, match=message):
        SvgDrawing(f'<svg viewBox="0 0 7 5">{inside}</svg>').draw(axes, 3, "black", [])
