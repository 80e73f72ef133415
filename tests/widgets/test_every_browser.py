"""Every widget says the same in Chromium, Firefox and WebKit."""

import re

import pytest
from any_browser import use
from recorded_pages import serving
from small_widgets import CASES


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where there is a page for each widget."""
    folder = tmp_path_factory.mktemp("widgets")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>'
    for name, case in CASES.items():
        (folder / f"{name}.html").write_text(head + case.make().static_html(), "utf-8")
    with serving(folder) as address:
        yield address


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_a_widget_says_the_same_in_every_browser(window, chromium, address, name):
    expected = use(chromium, f"{address}/{name}.html", CASES[name])
    assert use(window, f"{address}/{name}.html", CASES[name]) == expected
    assert any(re.search(r"\d", text) for text in expected["texts"])
    assert all(expected["drawn"])
