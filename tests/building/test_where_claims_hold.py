"""What is stored of claims in other settings: of the settings and the chapters as they are."""

import json
from dataclasses import asdict

from conftest import ROOT

from bench.settings import settings as current_settings

STORED = json.loads((ROOT / "book" / "settings.json").read_text("utf-8"))


def test_the_rows_are_of_the_settings_that_are_tried_and_none_is_empty():
    settings = {name: asdict(setting) for name, setting in current_settings().items()}
    assert STORED["settings"] == settings
    assert [*STORED["settings"]] == [*settings]
    for chapter in STORED["chapters"].values():
        for values in chapter["found"].values():
            assert len(values) == len(STORED["settings"])
            assert all(isinstance(value, float) or value for value in values)
