"""How a page shows a verdict; Node runs the tests of `verdict_view.test.js`."""

from pathlib import Path

from javascript import run_tests


def test_a_page_shows_a_verdict(tmp_path):
    run_tests(Path(__file__).with_name("verdict_view.test.js"), tmp_path)
