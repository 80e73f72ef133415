"""TurnedHead: what it shows in a browser.

Its arithmetic is tested in `turned_head.test.js`.
"""

from multihead.widgets import TurnedHead
from playwright.sync_api import expect


def numbers(page) -> list[float]:
    return [float(text) for text in page.locator(".mh-number").all_inner_texts()]


def test_the_slider_moves_the_numbers_and_leaves_what_the_head_does(static_page):
    page = static_page(TurnedHead().static_html())
    assert numbers(page) == [0, 0, 0, 1, 1, 1]
    page.get_by_role("slider").press("Home")
    expect(page.get_by_role("status")).to_contain_text("have the same weights")
    assert numbers(page) == [1] * 6
    page.get_by_role("slider").fill("180")
    expect(page.get_by_role("status")).to_contain_text("same head with different weights")
    assert numbers(page) == [-1, -1, -1, 1, 1, 1]


def test_turning_half_of_it_changes_the_pattern(static_page):
    page = static_page(TurnedHead().static_html())
    patterns = page.locator("canvas").evaluate_all("all => all.map((c) => c.toDataURL())")
    assert patterns[0] == patterns[1]
    page.get_by_role("button", name="Rotate W_K and W_O too").click()
    expect(page.get_by_role("status")).to_contain_text("a different head")
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
