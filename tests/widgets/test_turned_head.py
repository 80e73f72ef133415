"""TurnedHead: its state in Python, and what it shows in a browser.

Its arithmetic is tested in `turned_head.test.js`.
"""

import numpy as np
import pytest
from multihead.widgets import TurnedHead
from playwright.sync_api import expect
from traitlets import TraitError
from weight import assert_light, bytes_sent


@pytest.mark.parametrize(
    ("trait", "value"),
    [("angle", 361), ("angle", -1), ("angle", True), ("angle", 0.5), ("together", "yes")],
)
def test_bad_state_is_rejected_and_the_old_one_stays(trait, value):
    pair = TurnedHead(30, together=False)
    with pytest.raises(TraitError, match=trait):
        setattr(pair, trait, value)
    assert (pair.angle, pair.together) == (30, False)


@pytest.mark.parametrize("angle", [0, 90, 200])
def test_turning_together_changes_numbers_and_not_what_the_head_does(angle):
    found = TurnedHead(angle).similarity
    does = [found[name] for name in ("W_Q W_Kᵀ", "pattern", "Z W_O")]
    inside = [found[name] for name in ("W_Q", "W_V", "Z")]
    np.testing.assert_allclose(does, 1, atol=1e-12)
    np.testing.assert_allclose(inside, np.cos(np.deg2rad(angle)), atol=1e-12)


def test_turning_half_of_it_makes_another_head():
    found = TurnedHead(90, together=False).similarity
    assert max(found["pattern"], found["Z W_O"]) < 0.9


def test_it_is_light():
    assert_light(bytes_sent(TurnedHead().static_html()), 15_000)


def numbers(page) -> list[float]:
    return [float(text) for text in page.locator(".mh-number").all_inner_texts()]


def test_the_slider_moves_the_numbers_and_leaves_what_the_head_does(static_page):
    page = static_page(TurnedHead().static_html())
    assert numbers(page) == [0, 0, 0, 1, 1, 1]
    page.get_by_role("slider").press("Home")
    expect(page.get_by_role("status")).to_contain_text("the same in every number")
    assert numbers(page) == [1] * 6
    page.get_by_role("slider").fill("180")
    expect(page.get_by_role("status")).to_contain_text("same head in other numbers")
    assert numbers(page) == [-1, -1, -1, 1, 1, 1]


def test_turning_half_of_it_changes_the_pattern(static_page):
    page = static_page(TurnedHead().static_html())
    patterns = page.locator("canvas").evaluate_all("all => all.map((c) => c.toDataURL())")
    assert patterns[0] == patterns[1]
    page.get_by_role("button", name="W_K and W_O turn along").click()
    expect(page.get_by_role("status")).to_contain_text("another head")
    patterns = page.locator("canvas").evaluate_all("all => all.map((c) => c.toDataURL())")
    assert patterns[0] != patterns[1]


def test_a_zero_is_said_without_a_sign(static_page):
    page = static_page(TurnedHead().static_html())
    pictures = page.locator("svg[aria-label^='Queries']")
    for angle in ("89", "91"):
        page.get_by_role("slider").fill(angle)
        said = " ".join(pictures.evaluate_all("all => all.map((svg) => svg.ariaLabel)"))
        assert " 0.0" in said
        assert "-0.0" not in said


def test_the_names_of_the_words_stay_inside_their_picture(static_page):
    page = static_page(TurnedHead().static_html(), width=360)
    for angle in (0, 45, 90, 200, 300):
        page.get_by_role("slider").fill(str(angle))
        outside = page.locator(".mh-plane").evaluate_all(
            """planes => planes.flatMap((plane) => {
              const box = plane.getBoundingClientRect();
              return [...plane.querySelectorAll("text")].map((t) => t.getBoundingClientRect())
                .filter((t) => t.left < box.left || t.right > box.right || t.top < box.top ||
                        t.bottom > box.bottom);
            }).length"""
        )
        assert outside == 0, angle


@pytest.mark.parametrize("width", [1280, 360])
def test_controls_and_picture_are_on_one_screen(static_page, width):
    page = static_page(TurnedHead().static_html(), width=width)
    assert page.locator(".mh-turned").bounding_box()["height"] <= 720
