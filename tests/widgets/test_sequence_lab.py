"""SequenceLab: its state in Python, its weight and speed, and a reader's changes in a browser.

Its arithmetic and words are tested in `sequence_lab.test.js`, what all widgets share elsewhere.
"""

import numpy as np
import pytest
import torch
from multihead.model import TokenModel
from multihead.widgets import SequenceLab
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from processor_time import TURN, assert_takes_less_than_a_loop
from shift_then_match import SYMBOLS, TOKENS, shift_then_match
from small_widgets import sequence_lab, sequence_params
from traitlets import TraitError
from widget_steps import moved_by_itself, wait_for_status


def by_hand(**state) -> SequenceLab:
    return SequenceLab(shift_then_match(), TOKENS, symbols=SYMBOLS, **state)


def of_course_size(**state) -> SequenceLab:
    """3 seeds of 2 layers of 2 heads, 16 symbols, 24 positions, d_model 32."""
    models = [
        TokenModel(16, 24, 16, d_model=32, n_layers=2, generator=torch.Generator().manual_seed(i))
        for i in range(3)
    ]
    states = [model.state_dict() for model in models]
    params = {name: torch.stack([each[name] for each in states]) for name in states[0]}
    return SequenceLab(params, [i % 12 for i in range(24)], **state)


# ---- In Python -----------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "on"), [(0, [0, 1, 2, 3, 4, 5]), (2, [0, 2, 4]), (1, [])])
def test_patterns_and_next_symbols_are_those_of_the_model_with_these_heads(seed, on):
    lab = sequence_lab(seed=seed, heads=on)
    model = TokenModel(5, 7, 5, d_model=6, n_heads=3, d_head=4, n_layers=2)
    params = {name: w[seed].bfloat16().float() for name, w in sequence_params().items()}
    model.load_state_dict(params)
    gate = torch.tensor([float(head in on) for head in range(6)]).view(2, 3)
    tokens, mask = torch.tensor([lab.tokens]), torch.ones(7, 7, dtype=torch.bool).tril()
    with torch.no_grad():
        shares = model(tokens, mask, gate)[0].softmax(-1)
        first, second, _ = model._reads(tokens, mask, gate)
        looks = [
            layer.heads(x, mask).pattern[0]
            for layer, x in zip(model.layers, (first, second), strict=True)
        ]
    np.testing.assert_allclose(lab.next_symbol(), shares, atol=1e-5)
    np.testing.assert_allclose(lab.patterns(), torch.stack(looks), atol=1e-5)


def test_what_is_given_may_be_longer_and_of_any_kind_of_array():
    tensors = sequence_params()
    arrays = {name: w.numpy().astype(np.float64) for name, w in tensors.items()}
    short = SequenceLab(arrays, np.array([3, 0, 4]))
    assert (short.tokens, short.query, short._sizes["query"]) == ([3, 0, 4], 1, 3)
    same = SequenceLab(tensors, torch.tensor([3, 0, 4, 0, 0, 0, 0]))
    np.testing.assert_allclose(short.patterns(), same.patterns()[:, :, :3, :3])
    np.testing.assert_allclose(short.next_symbol(), same.next_symbol()[:3])
    assert (short._symbols, short._seeds) == ([*"ABCDE"], ["0", "1", "2"])


def test_a_sequence_keeps_its_length():
    lab = sequence_lab()
    with pytest.raises(TraitError, match="3 tokens but the widget shows 7; give 7"):
        lab.tokens = [0, 1, 2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"W_U": torch.ones(3, 6, 4)}, r"W_U has shape \(3, 6, 4\), but .* it is \(3, 6, 5\)"),
        ({"P": torch.ones(3, 7, 5)}, r"P has shape \(3, 7, 5\), but .* it is \(3, 7, 6\)"),
        ({"P": torch.ones(2, 7, 6)}, r"P has shape \(2, 7, 6\), but .* it is \(3, 7, 6\)"),
        ({"E": torch.ones(5, 6)}, r"E has shape \(5, 6\); give \(seed, symbol, d_model\)"),
        (
            {"layers.1.W_K": torch.ones(3, 2, 6, 4)},
            r"layers\.1\.W_K has shape \(3, 2, 6, 4\), but .* it is \(3, 3, 6, 4\)",
        ),
        (
            {"layers.0.W_O": torch.ones(3, 3, 6, 4)},
            r"layers\.0\.W_O has shape \(3, 3, 6, 4\), but .* it is \(3, 3, 4, 6\)",
        ),
        ({"layers.1.W_V": None}, r"params has no layers\.1\.W_V; it has E, P"),
        ({"mlps.0.W_in": torch.ones(3, 6, 5)}, r"params also has mlps\.0\.W_in"),
        ({"E": torch.full((3, 5, 6), torch.nan)}, "E holds 90 NaN or infinite"),
    ],
)
def test_weights_that_make_no_such_model_are_refused(changes, message):
    params = {k: w for k, w in (sequence_params() | changes).items() if w is not None}
    with pytest.raises(TraitError, match=message):
        SequenceLab(params, [0, 1])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tokens": [0] * 8}, "8 tokens but P has 7 positions; use 1 to 7"),
        ({"tokens": []}, "0 tokens but P has 7 positions; use 1 to 7"),
        ({"symbols": "ABCD"}, "4 symbols but there are 5 along the symbol axis"),
        ({"seeds": [1, 2]}, "2 seeds but there are 3 along the seed axis"),
    ],
)
def test_names_and_sequences_that_do_not_fit_are_refused(given, message):
    with pytest.raises(TraitError, match=message):
        sequence_lab(**given)


def test_one_array_is_not_taken_for_params(no_shape_checks):
    with pytest.raises(TraitError, match="params is ndarray; give arrays by name"):
        SequenceLab(np.ones((3, 5, 6)), [0, 1])


def test_three_seeds_and_all_code_weigh_little():
    assert_light(bytes_sent(of_course_size().static_html()), 110_000)


# ---- In the browser ------------------------------------------------------------------------


def open_lab(static_page, lab=None, **options):
    page = static_page((lab or by_hand()).static_html(), **options)
    wait_for_status(page.locator("[data-mh-widget]"), "next symbol")
    return page


def picture(page, nth: int) -> str:
    """The pattern of a head, by its number through all layers."""
    return (
        page.locator(".mh-headrow")
        .nth(nth)
        .locator("canvas")
        .first.evaluate("canvas => canvas.toDataURL()")
    )


def test_switching_a_head_of_layer_0_redraws_layer_1(static_page):
    page = open_lab(static_page)
    before = [picture(page, head) for head in range(4)]
    expect(page.get_by_text("all heads on", exact=True).first).to_be_hidden()
    page.get_by_role("button", name="Head 0.0").press("Space")
    expect(page.get_by_role("status")).to_contain_text("Head 0.0 is ablated: head 1.0 attends to")
    expect(page.get_by_role("status")).to_contain_text("13\u00a0% instead of 100\u00a0%")
    after = [picture(page, head) for head in range(4)]
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, False, True]
    with_all = page.locator(".mh-headrow").nth(2).locator("canvas").last
    assert with_all.evaluate("canvas => canvas.toDataURL()") == before[2]
    expect(page.locator(".mh-next")).to_contain_text("With all heads on: \u2068D\u2069 93\u00a0%")
    page.get_by_role("button", name="Head 0.0").press("Space")
    expect(page.locator(".mh-next")).not_to_contain_text("With all heads on")
    assert [picture(page, head) for head in range(4)] == before


def test_a_symbol_is_changed_by_keyboard_and_stands_in_the_link(static_page):
    page = open_lab(static_page)
    page.get_by_role("button", name="4 D", exact=True).press("Enter")
    change = page.get_by_label("Change it to")
    expect(change).to_have_value("4")
    change.focus()
    page.keyboard.press("A")
    expect(change).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Position 4 holds \u2068A\u2069 instead")
    page.get_by_role("button", name="7 C", exact=True).press("Enter")
    page.wait_for_url("**#~SequenceLab1:tokens=4:1")
    said = "Head 1.0 attends most to 4 \u2068A\u2069 (after the earlier \u2068C\u2069): 100\u00a0%."
    line = page.locator(".mh-headrow").nth(2).locator(".mh-shaded")
    expect(line).to_have_attribute("aria-label", said)
    linked = open_lab(static_page, hash="#~SequenceLab1:tokens=4:1")
    assert linked.locator(".mh-place button").all_inner_texts()[4] == "4 A"
    assert picture(linked, 2) == picture(page, 2)


ROWS = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText))"


def test_the_page_computes_what_pytorch_does(static_page):
    lab = sequence_lab(seed=1, heads=[0, 2, 3, 5], tokens=[4, 1, 0, 3, 3, 2, 0], query=5)
    page = open_lab(static_page, lab)
    page.get_by_text("As a table").click()
    page.get_by_role("table").last.get_by_role("cell").last.wait_for()
    _, looks, following = page.get_by_role("table").evaluate_all(f"all => all.map({ROWS})")
    shown = np.array([row[2:] for row in looks[1:]], dtype=float) / 100  # (key, head)
    expected = lab.patterns()[:, :, 5].reshape(6, 7).T
    np.testing.assert_allclose(shown, expected, atol=0.000051)
    given = np.array([row[1] for row in looks[2:]], dtype=float) / 100
    shares = lab.next_symbol()
    np.testing.assert_allclose(given, shares[range(6), lab.tokens[1:]], atol=0.000051)
    after = np.array([row[1] for row in following[1:]], dtype=float) / 100
    np.testing.assert_allclose(after, shares[5], atol=0.000051)


def test_nothing_moves_when_a_model_of_the_course_comes(static_page):
    text = "<p>What follows the picture stays where it is.</p>" * 30
    page = static_page(of_course_size().static_html() + text, width=360)
    wait_for_status(page.locator("[data-mh-widget]"), "next symbol")
    assert moved_by_itself(page) <= 0.02


def test_a_head_is_turned_in_less_than_a_plain_loop_of_the_same_machine(static_page):
    assert_takes_less_than_a_loop(open_lab(static_page, of_course_size()), TURN)
