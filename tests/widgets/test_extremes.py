"""Every widget with the least and the most that it takes, all on one page."""

import re

import numpy as np
from multihead.language import Grammar
from multihead.real_text import BytePairs, TextModel, stored_seed
from multihead.real_text.byte_pairs import ALPHABET
from multihead.widgets import (
    HeadExplorer,
    HeadToggle,
    IdleHead,
    MoneyBank,
    SentenceLab,
    SequenceLab,
    SymmetryLab,
    TextLab,
    TwoHeads,
)
from multihead.widgets.base import Widget
from playwright.sync_api import expect
from small_widgets import lab_run


def model_of_ones(seeds: int, symbols: int, pos: int, layers: int, heads: int) -> dict:
    """All weights 1: every head looks evenly."""
    one = {"E": np.ones((seeds, symbols, 1)), "P": np.ones((seeds, pos, 1))}
    for layer in range(layers):
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            one[f"layers.{layer}.{name}"] = np.ones((seeds, heads, 1, 1))
    return one | {"W_U": np.ones((seeds, 1, symbols))}


def smallest_text_model() -> TextModel:
    """One head of one number, which knows no more than the single characters, and reads two."""
    return TextModel(len(ALPHABET), 2, d_model=1, n_heads=1, n_layers=1).requires_grad_(False)


def extremes() -> list[Widget]:
    """The smallest that each widget takes, and the largest."""
    one, huge = np.ones((1, 1, 1, 1, 1, 1)), np.full((1, 1, 4, 2, 3, 5), 1e30)
    even = np.full((2, 3, 3), 1 / 3)
    return [
        HeadExplorer([[[1]]], [""]),
        HeadExplorer([[[1]]], ["a"], view="lines", heads=[]),
        HeadExplorer(even, ["a", "b", "c"], queries=1e30 * even, keys=1e30 * np.ones((2, 3, 3))),
        HeadToggle(one, one[0, 0, 0], one[0], heads=[]),
        HeadToggle(huge, -huge[0, 0, :, 0], even[None, None], heads=[1]),
        IdleHead([0], [[1]], sink=-6.0),
        IdleHead(12 * [-1e30], np.full((12, 8), 1e30), gate=6.0, masked=True),
        MoneyBank(X=np.zeros((2, 4)), step=5),
        MoneyBank(X=np.full((2, 4), 1e30), step=8),
        SentenceLab(lab_run(), Grammar(), seeds=[2], text="it", heads=[]),
        SentenceLab(lab_run(), Grammar(), text="astronomer " * 17, shading="writes"),
        SequenceLab(model_of_ones(1, 1, 1, 1, 1), [0]),
        SequenceLab(model_of_ones(9, 30, 48, 3, 4), 24 * [29, 0], heads=[2, 3], query=46),
        SymmetryLab(step=1),
        TextLab("x", models={0: smallest_text_model()}, pairs=BytePairs(ALPHABET), heads=[]),
        TextLab("x = " * 100, models={0: stored_seed(0)[0]}, query=63, heads=[0, 5]),
        TwoHeads(step=1),
        TwoHeads(step=200),
    ]


OPEN = "folds => folds.forEach((fold) => { fold.open = true; })"


def test_the_smallest_and_the_largest_open_on_one_page(static_page):
    widgets = extremes()
    page = static_page(*[widget.static_html() for widget in widgets])
    page.locator("details:visible").evaluate_all(OPEN)
    expect(page.locator("details.mh-table[open] .mh-scroll:empty")).to_have_count(0)
    words = page.locator("main").inner_text()
    assert not re.search(r"\bnan\b|infinity|∞|undefined|null(?! token)", words, flags=re.IGNORECASE)
    for caption, _, rows in (widget.fallback() for widget in widgets):
        assert not re.search(r"\bnan\b|\binf\b", f"{caption} {rows}")
    losses = page.locator(".mh-losses b").all_inner_texts()
    assert losses[:3] == ["1.00", "0", "+1.00"]
    assert losses[6:9] == ["4.0e+60", "9.0e+60", "-5.0e+60"]
