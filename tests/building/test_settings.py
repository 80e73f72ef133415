"""What is stored of claims in other settings: of the settings and the chapters as they are."""

import json

import pytest
from conftest import ROOT
from proved import digests

from bench.settings import settings as tried_now

STORED = json.loads((ROOT / "book" / "settings.json").read_text("utf-8"))


def test_the_rows_are_of_the_settings_that_are_tried_and_none_is_empty():
    assert [*STORED["settings"]] == [*tried_now()]
    for chapter in STORED["chapters"].values():
        for values in chapter["found"].values():
            assert len(values) == len(STORED["settings"])
            assert all(isinstance(value, float) or value for value in values)


@pytest.mark.parametrize("chapter", STORED["chapters"])
def test_what_was_found_is_of_the_chapter_as_it_is(chapter):
    now = digests()[ROOT / "book" / f"{chapter}.ipynb"]
    how = f"stale: run bench/settings.py --chapters {chapter[:2]} and commit book/settings.json"
    assert STORED["chapters"][chapter]["made_from"] == now, how
