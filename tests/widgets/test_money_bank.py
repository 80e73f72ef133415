"""MoneyBank: its traits, and the walk as a reader takes it; money_bank.test.js has its sums."""

import json

import numpy as np
import pytest
import torch
from multihead import example
from multihead.widgets import MoneyBank
from multihead.widgets.money_bank import widget as money_bank
from traitlets import TraitError
from widget_steps import SMALL

CHAPTER = {name: getattr(example, name) for name in MoneyBank.ARRAYS}


def edited(**entries):
    """Copy the chapter's arrays, with entries replaced: ``X={(0, 1): 5}``."""
    arrays = {name: array.copy() for name, array in CHAPTER.items()}
    for name, changes in entries.items():
        for place, value in changes.items():
            arrays[name][place] = value
    return arrays


# ---- Traits ------------------------------------------------------------------------------------


def test_a_name_it_does_not_have_is_refused():
    with pytest.raises(TypeError, match="MoneyBank has no W_q"):
        MoneyBank(W_q=example.W_Q)


def test_arrays_go_in_and_come_out():
    widget, seen = MoneyBank(), []
    widget.observe(lambda change: seen.append(change["new"]), "W_V")
    widget.W_V = 2 * torch.tensor(example.W_V)
    np.testing.assert_array_equal(seen[0], 2 * example.W_V)
    assert seen[0].dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        widget.X[0, 0] = 5
    widget.X = np.eye(2, 4, dtype=int)
    now = {**CHAPTER, "X": np.eye(2, 4), "W_V": 2 * example.W_V}
    np.testing.assert_array_equal(widget.results().output, example.steps(*now.values()).output)
    widget.form = "paper"
    assert widget.results().Z_prime.shape == (2, 4)
    np.testing.assert_array_equal(MoneyBank().X, example.X)
    widget.X, widget.step = torch.ones(2, 4, dtype=torch.bfloat16), np.int64(5)
    np.testing.assert_array_equal(widget.X, np.ones((2, 4)))
    assert type(widget.step) is int


def test_what_is_typed_in_the_page_arrives_and_what_is_wrong_does_not():
    widget = MoneyBank()
    rows = json.loads("[[100000000000000000000, 0, 1, 0.1], [1, 1, 0, 2]]")
    widget.set_state({"X": rows, "step": 4})
    np.testing.assert_array_equal(widget.X, [[1e20, 0, 1, 0.1], [1, 1, 0, 2]])
    assert widget.get_state("X") == {"X": [[1e20, 0, 1, 0.1], [1, 1, 0, 2]]}
    with pytest.raises(TraitError):
        widget.set_state({"X": [[1, 2]]})
    assert widget.X[0, 0] == 1e20


def test_the_table_without_script_says_what_overflows():
    overflowing = MoneyBank(X=example.X * 1e200, W_Q=example.W_Q * 1e200).fallback()
    assert "overflow" in overflowing.caption
    assert not any(row[0].startswith("output") for row in overflowing.rows)


# ---- The page ----------------------------------------------------------------------------------


def entry(page, name):
    return page.get_by_role("textbox", name=name, exact=True)


def step(page, number):
    page.locator(".mh-stop").nth(number - 1).click()


def status(page):
    return page.get_by_role("status").inner_text()


def table_of(page):
    """The numbers of the page's own table, by the names of its rows."""
    if not page.locator("details").evaluate("d => d.open"):
        page.get_by_text("Every matrix, as a table").click()
        page.locator("details tbody tr").first.wait_for()
    cells = "rows => rows.map(r => [...r.cells].map(c => c.innerText.replace(/ .was .*/, '')))"
    rows = page.locator("details tbody tr").evaluate_all(cells)
    return {name: [text for text in texts if text] for name, *texts in rows}


def texts_of(arrays, form):
    results = example.steps(*arrays.values(), form=form)
    rows = {"Z′": results.Z_prime, "output": results.output, "X": arrays["X"]}
    for name in ("Q", "K", "V", "scores", "pattern", "Z"):
        rows |= {f"{name}{'₁₂'[i]}": m for i, m in enumerate(getattr(results, name))}
    return {
        f"{name}, row {i}": [money_bank._text(x) for x in row]
        for name, matrix in rows.items()
        for i, row in enumerate(matrix, start=1)
    }


def test_the_walk_shows_every_step(static_page):
    page = static_page(MoneyBank(step=1).static_html())
    titles = []
    for number in range(1, 9):
        assert page.locator("[aria-current=step]").inner_text().startswith(str(number))
        titles.append(page.locator(".mh-title").inner_text())
        assert f"Step {number} of 8" in status(page)
        page.get_by_role("button", name="Next →").press("Enter")
    assert [t.split(".")[0] for t in titles] == list("12345678")
    assert page.get_by_role("button", name="Next →").get_attribute("aria-disabled") == "true"
    assert page.locator("[aria-current=step]").inner_text().startswith("8")
    page.get_by_role("button", name="← Back").click()
    assert page.locator(".mh-title").inner_text() == "7. Side by side"
    assert table_of(page).items() >= texts_of(CHAPTER, "wide").items()


def test_random_edits_typed_in_the_page_equal_numpy(static_page):
    rng = np.random.default_rng(7)
    arrays = edited()
    page = static_page(MoneyBank().static_html())
    for name, value in zip(arrays, [1e-7, 1e30, -2.5, 12345.678, 0.1], strict=True):
        place = tuple(int(rng.integers(size)) for size in arrays[name].shape)
        arrays[name][place] = value
        step(page, {"X": 1, "W_O": 8}.get(name, 2))
        *head, i, j = place
        row = example.WORDS[i] if name == "X" else example.COORDINATES[i]
        column = example.COORDINATES[j] if name in ("X", "W_O") else j + 1
        row = 4 * head[0] + i + 1 if name == "W_O" else row
        mark = "" if name in ("X", "W_O") else "¹²"[head[0]]
        entry(page, f"{name}{mark}, row {row}, column {column}").fill(str(value))
        assert table_of(page).items() >= texts_of(arrays, "wide").items()
    page.get_by_role("button", name="Paper").click()
    assert table_of(page).items() >= texts_of(arrays, "paper").items()


def test_an_edit_is_followed_marked_and_undone(static_page):
    page = static_page(MoneyBank(step=3, projection="V").static_html())
    box = entry(page, "W_V¹, row finance, column 1")
    box.fill("-3")
    assert status(page) == (
        "W_V¹, row finance, column 1 is -3, was 1. This changes V₁, Z₁, Z′, output."
    )
    marked = page.locator(".mh-stop.mh-changed .mh-number").all_inner_texts()
    assert marked == ["2", "3", "6", "7", "8"]  # scores and patterns do not depend on values
    outcome = page.get_by_role("button", name="-6: V₁, row money, column 1, 2 in the chapter")
    assert "mh-changed" in outcome.locator("..").get_attribute("class")
    weight = outcome.evaluate("b => getComputedStyle(b).fontWeight")
    corner = outcome.evaluate("b => getComputedStyle(b.parentElement, '::after').content")
    assert (weight, corner) == ("700", '""')
    legend = page.locator(".mh-legend")
    assert legend.inner_text().startswith("1 of the chapter's numbers is changed.")
    page.get_by_role("button", name="Reset").click()
    assert box.input_value() == "1"
    assert status(page) == "All numbers are the chapter's."
    assert page.locator(".mh-changed").count() == 0
    assert legend.is_hidden()


def test_what_is_no_number_is_refused_where_it_is_typed(static_page):
    page = static_page(MoneyBank().static_html())
    box = entry(page, "X, row money, column finance")
    box.fill("7")
    good = table_of(page)
    for typed in ("", "1e999", "<img src=x onerror=alert(1)>"):
        box.fill(typed)
        assert box.get_attribute("aria-invalid") == "true"
        problem = page.get_by_role("alert").inner_text()
        assert problem.endswith("X, row money, column finance stays 7.")
        assert box.get_attribute("aria-description") == problem
        assert table_of(page) == good
    box.blur()
    assert box.input_value() == typed
    entry(page, "X, row bank, column water").fill("4")  # another entry does not clear it
    assert box.get_attribute("aria-invalid") == "true"
    box.press("Escape")
    assert (box.input_value(), box.get_attribute("aria-invalid")) == ("7", "false")
    assert page.get_by_role("alert").inner_text() == ""
    assert page.locator("img").count() == 0
    box = entry(page, "X, row bank, column water")
    box.fill("abc")
    page.get_by_role("button", name="Reset").click()
    box.fill("abc")  # now the numbers are the chapter's, and only this text is there to reset
    page.get_by_role("button", name="Reset").click()
    assert (box.input_value(), box.get_attribute("aria-invalid")) == ("1", None)
    assert page.get_by_role("alert").inner_text() == ""


def test_row_and_column_of_the_chosen_entry_are_marked_by_pointer_and_keys(static_page):
    page = static_page(MoneyBank().static_html())
    total = page.locator(".mh-sum")
    assert total.inner_text() == "Q₁ [bank, 2] = 1 × 0 + 1 × 0 + 0 × 0 + 2 × 1 = 2"

    def hot(kind):
        return page.locator(f".mh-stage .mh-{kind}-hot").evaluate_all(
            "cells => cells.map(c => c.querySelector('input')?.ariaLabel ?? c.innerText)"
        )

    bank = [f"X, row bank, column {c}" for c in example.COORDINATES]
    assert hot("row") == bank
    assert hot("column") == [f"W_Q¹, row {c}, column 2" for c in example.COORDINATES]
    chosen = page.locator(".mh-entry[aria-pressed=true]")
    chosen.focus()
    chosen.press("ArrowRight")
    chosen.press("ArrowUp")
    assert total.inner_text().startswith("Q₁ [money, 3] = 2 × 0")
    assert page.locator(".mh-entry[tabindex='0']").count() == 1
    page.get_by_role("button", name="Q₁, row bank, column 4").hover()
    assert total.inner_text() == "Q₁ [bank, 4] = 1 × 0 + 1 × 1 + 0 × 0 + 2 × 0 = 1"
    assert hot("row") == bank
    page.mouse.move(0, 0)
    assert total.inner_text().startswith("Q₁ [money, 3]")
    page.get_by_role("button", name="Q₁, row bank, column 4").click()
    page.mouse.move(0, 0)
    assert total.inner_text().startswith("Q₁ [bank, 4]")
    entry(page, "W_Q¹, row water, column 1").focus()
    assert total.inner_text().startswith("Q₁ [bank, 1]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.ariaLabel") == "W_Q¹, row stuff, column 1"
    page.get_by_role("button", name="V₂", exact=True).press("Enter")
    assert page.evaluate("document.activeElement.innerText") == "V₂"
    assert total.inner_text().startswith("V₂ [bank, 1]")
    step(page, 7)
    page.get_by_role("button", name="Z′, row money, column 7").click()
    assert total.inner_text().startswith("Z′ [money, 7] = Z₂ [money, 3]")
    step(page, 4)
    assert total.inner_text().startswith("scores₂ [money, bank]")


def test_the_sign_of_an_entry_changes_without_a_minus_key(static_page):
    page = static_page(MoneyBank(step=8).static_html(), width=360, has_touch=True)
    assert page.get_by_role("button", name="Change the sign").is_hidden()
    box = entry(page, "W_O, row 3, column finance")
    assert box.get_attribute("inputmode") == "decimal"
    box.tap()
    page.get_by_role("button", name="Change the sign").tap()
    assert box.input_value() == "-0.5"
    assert "in the chapter 0.50" in page.locator(".mh-tool").inner_text()


def test_the_form_changes_the_shapes(static_page):
    page = static_page(MoneyBank(step=7).static_html())
    page.get_by_role("button", name="Paper").click()
    assert status(page) == (
        "Paper form: Q₁ 2 × 4 → 2 × 2, Z₁ 2 × 4 → 2 × 2, Z′ 2 × 8 → 2 × 4, W_O 8 × 4 → 4 × 4; "
        "64 weights, were 128."
    )
    assert page.locator(".mh-stage table").last.locator("caption").inner_text() == "Z′ 2 × 4"
    assert page.locator(".mh-stage table").last.locator("tbody td").count() == 8
    step(page, 8)
    assert page.locator(".mh-stage input").count() == 16
    entry(page, "W_O, row 4, column water").fill("9")
    page.get_by_role("button", name="Wide").click()
    assert entry(page, "W_O, row 6, column water").input_value() == "9"  # head 2, second row
    entry(page, "W_O, row 8, column water").fill("5")
    page.get_by_role("button", name="Paper").click()
    assert "The paper form does not use 1 of them." in page.locator(".mh-legend").inner_text()


def test_what_overflows_is_said(static_page):
    page = static_page(MoneyBank(step=3).static_html())
    trouble = page.locator(".mh-overflow-note")
    assert trouble.is_hidden()
    entry(page, "X, row bank, column place").fill("1e200")
    entry(page, "W_Q¹, row place, column 2").fill("1e200")
    assert trouble.inner_text().startswith("Q₁ holds a number beyond 1.8e308")
    assert page.locator(".mh-sum").inner_text().endswith("1.00e+200 × 1.00e+200 = ∞")
    entry(page, "W_Q¹, row place, column 2").fill("1")
    assert trouble.is_hidden()


def test_numbers_set_in_python_are_marked_and_reset_goes_to_the_chapter(static_page):
    page = static_page(MoneyBank(X=example.X + 1, form="paper", step=1).static_html())
    box = entry(page, "X, row money, column water")
    assert (box.input_value(), box.get_attribute("title")) == ("1", "0 in the chapter")
    assert page.locator(".mh-stage .mh-changed").count() == 8
    page.get_by_role("button", name="Reset").click()
    assert box.input_value() == "0"
    assert page.locator(".mh-changed").count() == 0


# What is seen of an element that its own place cuts off, and whether it takes up any.
CUT = """all => all.filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1
  && getComputedStyle(e).overflowX !== "visible").map(e => e.className)"""


def in_the_book(static_page, widget, width):
    """Open a widget in a column as wide as a chapter's, above a paragraph."""
    column = '<div style="max-width: 688px; margin: auto">'
    html = f"{column}{widget.static_html()}<p class=after>After it.</p></div>"
    page = static_page(html, width=width)
    page.set_viewport_size({"width": width, "height": 800})
    return page


@pytest.mark.parametrize("form", ["wide", "paper"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_six_matrices_are_all_there_and_can_be_changed(static_page, width, form):
    page = in_the_book(static_page, MoneyBank(step=2, form=form), width)
    names = [f"W_{p}{head}" for head in "¹²" for p in "QKV"]
    plain = [name.replace("_", "") for name in names]
    shown = page.locator("caption b:visible").all_inner_texts()
    assert set(plain) <= {text.replace("\n", "") for text in shown}
    assert page.locator(".mh-money *").evaluate_all(CUT) == []
    right = "all => Math.max(...all.map(e => e.getBoundingClientRect().right))"
    assert page.locator("table:visible").evaluate_all(right) <= width
    size = {"wide": 16, "paper": 8}[form]
    for name, written in zip(names, plain, strict=True):
        pick = page.get_by_role("button", name=written, exact=True)
        assert pick.is_visible() == (width == 360)
        if width == 360:
            pick.click()
            assert page.locator(".mh-stage input:visible").count() == size
        entry(page, f"{name}, row place, column 2").fill("5")


# Goes to a step; tells which is current, where parts are, how low the picture ends below the first,
# and by how much it is too high for its place.
STEP = """async (number) => {
  document.querySelectorAll(".mh-stop")[number - 1].click();
  await new Promise(requestAnimationFrame);
  const find = (selector) => document.querySelector(selector);
  const [next] = [...document.querySelectorAll("button")].filter((b) => b.innerText === "Next →");
  const parts = [next, ...[".after", ".mh-status", ".mh-settings"].map(find)];
  const places = parts.map((part) => part.getBoundingClientRect().top);
  const end = find(".mh-stage").getBoundingClientRect().bottom - places[0];
  const { scrollHeight, clientHeight } = find(".mh-fixed-height");
  return [find("[aria-current=step]").innerText[0], places, end, scrollHeight - clientHeight];
}"""


@pytest.mark.parametrize("form", ["wide", "paper"])
@pytest.mark.parametrize("width", [1280, 640, 360])
def test_a_step_moves_nothing_but_the_picture_and_both_fit_a_screen(static_page, width, form):
    page = in_the_book(static_page, MoneyBank(form=form), width)
    places = []
    for number in range(1, 9):
        current, tops, end, over = page.evaluate(STEP, number)
        assert current == str(number)
        assert end <= 800
        assert over <= 1
        places.append(tops)
    np.testing.assert_allclose(places, [places[0]] * 8, atol=0.5)


@pytest.mark.parametrize("width", [1280, 640, 360])
def test_every_step_fits_its_page_and_a_finger_with_long_numbers(static_page, width):
    arrays = edited(X={(0, 0): -3}, W_V={(0, 1, 1): 1e30})
    page = static_page(MoneyBank(**arrays).static_html(), width=width)
    for number in range(1, 9):
        step(page, number)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.locator(":is(button, input, summary):visible").evaluate_all(SMALL) == []
