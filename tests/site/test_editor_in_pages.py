"""The editor of a code exercise: the keyboard, an endless loop, what is kept and what is marked."""

import re
from urllib.parse import urljoin

import pytest
from accessibility import RULES, violations
from editor_pages import PAGE, Exercise
from exercise_sources import BY_NAME
from playwright.sync_api import expect
from visits import DRAWN, OVERFLOW, REACHED

from bench import exercises

SCROLLED_DOWN = "box => box.scrollTop > 0"
LOOP = "while True:\n    pass\n"
HOSTILE = "<img src=x onerror=\"document.title='ran'\">"
RIGHT = exercises.right(BY_NAME["split_heads"])


@pytest.fixture
def split(recorded):
    """An exercise whose editor is open, on a page that has it."""
    split = Exercise(recorded.page, "split-heads")
    if split.begin.is_visible():
        split.begin.click()
        split.says("Python is ready.")
    return split


def test_a_mistake_is_told_in_the_page_and_text_stays_text(recorded, split):
    split.write(f"print({HOSTILE!r})\n1 / 0\n")
    split.run.click()
    split.says("split_heads: your code stopped with a ZeroDivisionError.")
    expect(split.output).to_contain_text(HOSTILE)
    expect(split.output).to_contain_text('File "your code", line 2')
    assert split.section.locator("img").count() == 0
    assert recorded.page.title() != "ran"


def test_a_wrong_answer_gets_its_mistake_first_and_a_small_example_and_all_else_folded(
    recorded, split
):
    page = recorded.page
    page.set_viewport_size({"width": 360, "height": 500})
    text, named = exercises.wrong(BY_NAME["split_heads"])
    split.write(f"{text}\nprint('so far')\n")
    split.run.focus()
    split.run.press("Enter")
    split.says(named)
    first, second = split.status.locator("p").all_text_contents()
    assert first == f"split_heads: not yet. {named}"
    assert re.fullmatch("Chapter 04 explains this in “.+”.", second)
    expect(split.status.locator("p").first).to_be_in_viewport()
    expect(split.run).to_be_focused()
    example = split.section.get_by_role("group", name="The smallest counter-example")
    shown = example.text_content().splitlines()
    assert len(shown) <= 6
    assert [line.partition("[")[0].partition(" ")[0] for line in shown[-2:]] == [
        "expected",
        "yours",
    ]
    folds = split.section.locator(".mh-code details")
    assert folds.locator("> summary").all_text_contents() == [
        "The counter-example in full",
        "What your code printed",
    ]
    assert [fold.get_attribute("open") for fold in folds.all()] == [None, None]
    expect(split.output).to_be_hidden()
    folds.last.locator("summary").click()
    expect(split.output).to_have_text("so far\n")
    link = split.status.get_by_role("link")
    assert page.request.get(urljoin(page.url, link.get_attribute("href"))).ok
    split.write(f"print('here')\n{RIGHT}")
    split.run.click()
    split.says("split_heads: visible checks pass.")
    expect(split.output).to_have_text("here\n")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_it_fits_and_is_accessible(recorded, split):
    page = recorded.page
    text, named = exercises.wrong(BY_NAME["split_heads"])
    split.write(text)
    split.run.click()
    split.says(named)
    split.section.get_by_text("The counter-example in full").click()
    whole = split.section.get_by_role("group", name="In full")  # longer than it is high
    for theme, width in RULES:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.evaluate(DRAWN)
        page.evaluate(REACHED)
        assert page.evaluate(OVERFLOW) == 0
        for button in (split.run, split.stop, split.again):
            assert button.bounding_box()["height"] >= 44
        assert violations(page, theme, width) == []
        whole.press("End")
        page.wait_for_function(SCROLLED_DOWN, arg=whole.element_handle())
        whole.press("Home")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_the_keyboard_indents_and_leaves_the_editor(recorded, split):
    split.write("if 1:")
    split.editor.press("End")
    for key in ("Enter", "x", "Home", "Tab"):
        split.editor.press(key)
    expect(split.editor).to_contain_text("        x")
    split.editor.press("Escape")
    split.editor.press("Tab")
    expect(split.run).to_be_focused()
    split.again.click()
    expect(split.editor).to_contain_text("def split_heads(q, n_heads):")
    split.editor.press("Control+z")
    expect(split.editor).to_contain_text("        x")


def test_code_that_ends_python_is_told_and_the_next_run_starts_it_again(split):
    split.write("import os\nos._exit(3)\n")
    split.run.click()
    split.says("Python ended: Program terminated with exit(3)")
    expect(split.editor).to_contain_text("os._exit(3)")
    split.write(RIGHT)
    split.run.click()
    split.says("split_heads: visible checks pass.")


def test_an_endless_loop_is_stopped_and_no_text_is_lost(recorded, split):
    split.write(f"print('before')\n{LOOP}")
    split.run.click()
    expect(split.output).to_have_text("before\n")
    split.says("Running. Stop ends it.")
    other = Exercise(recorded.page, "merge-heads")
    other.begin.click()
    other.run.click()
    other.says("Other code of this page is still running. Stop it first.")
    split.stop.click()
    split.says("Stopped. Your code is unchanged")
    expect(split.run).to_be_focused()
    expect(split.editor).to_contain_text("while True:")


def test_what_was_written_is_there_after_a_reload_and_what_is_done_is_marked(recorded, split):
    page = recorded.page
    split.write(f"# {HOSTILE}\n{RIGHT}")
    split.run.click()
    split.says("split_heads: visible checks pass.")
    done = page.locator(".page-toc a[href='#split-into-heads']")
    expect(done).to_have_text("Split into heads ✓ done")
    page.reload()
    expect(split.begin).to_have_text("Write it here, right before")
    split.begin.click()
    expect(split.editor).to_contain_text(HOSTILE)
    assert page.title() != "ran"
    page.goto(f"{recorded.address}/book/04-all-heads-at-once.html")
    listed = page.locator("article li a[href$='#split-into-heads']")
    expect(listed).to_have_text("Split into heads ✓ done")
    expect(page.locator(".bd-links a[href*='exercises/04']")).to_contain_text("✓ 1 done")


def test_what_was_kept_is_used_only_if_it_is_text(recorded, split):
    recorded.page.goto(f"{recorded.address}/{PAGE}")
    for value in (None, 3, {"code": 3}, {"code": "x" * 60_000}, {"section": HOSTILE}):
        recorded.page.evaluate(
            "v => progress.write('answer/all-heads-at-once/split_heads', v)", value
        )
        recorded.page.reload()
        split.begin.click()
        expect(split.editor).to_contain_text("def split_heads(q, n_heads):")


FOCUS = """name =>
  document.querySelector(`section:has(> #exercise-${name}) .cm-content`).focus()"""
BEGIN = FOCUS.replace(".cm-content", ".mh-code button")
LINE = """name =>
  document.querySelector(`section:has(> #exercise-${name}) .cm-line`)?.textContent"""


def test_in_firefox_keys_go_to_the_editor_that_has_the_focus(firefox, code_site):
    firefox.resize(1280)
    firefox.go(f"{code_site}/{PAGE}")
    firefox.wait_for("() => document.querySelector('.mh-code button') !== null")
    for name in ("split-heads", "merge-heads"):
        firefox.ask(BEGIN, name)
        firefox.press("Enter")
        firefox.wait_for(f"(name) => ({LINE})(name) !== undefined", name)
        firefox.press("2")
    firefox.ask(FOCUS, "split-heads")
    firefox.press("3")
    assert firefox.ask(LINE, "split-heads") == "23import numpy as np"
    assert firefox.ask(LINE, "merge-heads") == "2import numpy as np"
