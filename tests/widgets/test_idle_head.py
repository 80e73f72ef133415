"""IdleHead: what Python has of it, and what it shows in a browser.

Its arithmetic in the page is tested in `idle_head.test.js`.
"""

import numpy as np
import pytest
from idle_head_reference import SCORES, STATES, VALUES, at_query
from multihead.widgets import IdleHead
from playwright.sync_api import expect
from traitlets import TraitError


@pytest.mark.parametrize("state", STATES, ids=str)
def test_python_has_the_row_and_the_output(state):
    head, expected = IdleHead(SCORES, VALUES, **state), at_query(**state)
    assert np.allclose(head.row, expected["row"], rtol=0, atol=1e-14)
    assert np.allclose(head.output, expected["output"], rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("scores", "values", "message"),
    [
        (np.zeros(3), np.ones((5, 2)), "3 scores but 5 value vectors"),
        (np.zeros((3, 1)), np.ones((3, 2)), r"scores has shape \(3, 1\); give \(token,\)"),
        (np.zeros(13), np.ones((13, 2)), r"scores has shape \(13,\).*up to 12"),
        (np.zeros(3), np.ones(3), r"values has shape \(3,\); give \(token, d_head\)"),
        (np.zeros(3), np.ones((3, 9)), r"values has shape \(3, 9\).*d_head up to 8"),
        (np.zeros(3), np.zeros((3, 2)), "all 6 entries of values are 0"),
        ([], np.ones((3, 2)), r"scores has shape \(0,\)"),
        ([0, np.inf, 0], np.ones((3, 2)), "scores holds 1 NaN or infinite"),
        ([0, 0], [["a"], ["b"]], "values holds <U1; give real numbers"),
    ],
)
def test_what_is_not_one_head_is_refused(scores, values, message):
    with pytest.raises(TraitError, match=message):
        IdleHead(scores, values)


def numbers(page, title: str) -> list[str]:
    return page.get_by_role("group", name=title).locator(".mh-number").all_inner_texts()


def test_under_the_gate_the_row_stays_and_the_output_goes(static_page):
    page = static_page(IdleHead().static_html())
    row = numbers(page, "The row")
    assert row == [*6 * ["0.17"], "no sink"]
    assert numbers(page, "The head's output") == ["0.31", "1.00", "0.31"]
    page.get_by_role("button", name="Output gate").click()
    expect(page.get_by_role("status")).to_contain_text("multiplies the weighted sum by 0.05")
    assert numbers(page, "The row") == row
    assert numbers(page, "The head's output") == ["0.31", "0.05", "0.01"]


def test_masking_shows_who_relied_on_the_null_token(static_page):
    page = static_page(IdleHead().static_html())
    mask = page.get_by_role("button", name="Mask the null token")
    for preset, before, after in (
        ("Null token", "0.01", "0.37"),
        ("Sink logit", "0.01", "0.01"),
        ("Output gate", "0.01", "0.02"),
    ):
        page.get_by_role("button", name=preset, exact=True).click()
        expect(mask).to_have_attribute("aria-pressed", "false")
        assert numbers(page, "The head's output")[-1] == before
        mask.click()
        expect(page.get_by_role("status")).to_contain_text("null token masked")
        assert numbers(page, "The row")[5] == "masked"
        assert numbers(page, "The head's output")[-1] == after


def test_the_sliders_end_in_no_sink_and_no_gate(static_page):
    page = static_page(IdleHead(sink=2.0, gate=2.0).static_html())
    for name, key, words in (
        ("Sink's logit", "Home", "no sink"),
        ("Gate's logit", "End", "no gate"),
        ("Null token's score", "Home", "-6.0"),
    ):
        slider = page.get_by_role("slider", name=name)
        slider.press(key)
        expect(slider).to_have_attribute("aria-valuetext", words)
    assert numbers(page, "The row") == [*5 * ["0.20"], "0.00", "no sink"]
