"""Each setting that was tried has words, and an edge is said in them."""

import json

import pytest
from book_site.text import setting_words
from conftest import ROOT

DRAWS = [f"all at once ({i})" for i in (1, 2, 3)]
SETTINGS = json.loads((ROOT / "book" / "settings.json").read_text("utf-8"))["settings"]


def test_every_setting_has_a_name_of_its_own_and_every_name_a_setting():
    names = [*map(setting_words.name, SETTINGS)]
    assert len({*names}) == len(names)
    single = {name for name in SETTINGS if name not in DRAWS}
    assert single == setting_words.WORDS.keys()


def test_the_page_says_what_each_setting_changes():
    page = (ROOT / "book" / "settings.md").read_text("utf-8")
    table = page.partition("## What was changed")[2].partition("\n## ")[0]
    assert [w.name for w in setting_words.WORDS.values() if w.name not in table] == []


@pytest.mark.parametrize(
    ("ends", "holds", "words"),
    [
        (["AdamW"], ["rate × 3"], "AdamW"),
        (["rate ÷ 3", "AdamW"], ["rate × 3"] * 2, "a third of the learning rate and AdamW"),
        (["AdamW", "start × 3"], ["rate × 3"], "all that was tried except a tripled learning rate"),
        (["AdamW"], [], "all that was tried"),
        (
            ["AdamW", *DRAWS[:2]],
            [*DRAWS[2:], *setting_words.WORDS],
            "AdamW and all changed at once (2 of 3)",
        ),
        (DRAWS[:1], ["AdamW"], "all changed at once"),
    ],
)
def test_an_edge_is_said_in_words(ends, holds, words):
    assert setting_words.edge(ends, holds).replace("\N{NO-BREAK SPACE}", " ") == words
