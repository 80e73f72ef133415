"""Chapters in other settings: which are tried, and why a claim is not asked in one."""

import math

import nbformat
import pytest
from conftest import ROOT
from multihead import setting
from multihead.claims import replications

from bench import not_asked, settings

TRIED = settings.settings()
IDS = {claim.id for kept in replications.load().values() for claim in kept["claims"]}


def test_each_setting_changes_something_and_can_be_written_as_readers_write_it():
    assert all(str(tried) for tried in TRIED.values())
    for tried in TRIED.values():
        again = setting.read(str(tried))
        assert again.n_pos, again.optimizer == (tried.n_pos, tried.optimizer)
        assert again.rate == pytest.approx(tried.rate, rel=1e-5)


def test_what_a_claim_is_about_is_not_changed():
    why = not_asked.why_not_asked
    assert why("adam-both-first", TRIED["SGD, momentum 0.9"]) == "is about Adam"
    assert why("adam-both-first", TRIED["rate × 3"]) == ""
    assert why("telescope-coin-one-head", TRIED["7 tokens of 5"]) == "a sentence of 8 words"
    assert why("telescope-coin-one-head", TRIED["noise 0.3 in targets"]) == "the targets are tokens"
    assert why("shared-w-o-6", TRIED["heads × 1.5 wide"]) == "is about the width"
    assert why("two-heads-r2", TRIED["layer norm before"]) == "no stream of its own"
    assert why("tiny-it-one-layer", TRIED["layer norm before"]) == ""


REASONS = (
    not_asked.NEVER,
    not_asked.OTHER_SIZES,
    not_asked.OTHER_WIDTHS,
    not_asked.OTHER_OPTIMIZER,
    not_asked.NO_ATTENTION,
    not_asked.TOKENS,
    {"": not_asked.WITH_STREAM},
)


@pytest.mark.parametrize("begin", sorted({b for r in REASONS for bs in r.values() for b in bs}))
def test_a_reason_is_one_for_some_claim(begin):
    assert [id for id in IDS if id.startswith(begin)]


def test_a_chapter_is_run_in_a_setting_and_what_fails_stops_no_other_claim(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "book"))
    cells = [
        "from multihead import setting\nfrom multihead.claims import claim",
        'claim("one", "1", setting.current().rate, above=0, seeds=1)',
        "assert 1 > 2",
        "x = 1 / 0",
        'claim("two", "2", x, above=0, seeds=1)',
        'claim("three", "3", 3, above=0, seeds=1)',
        'claim("four", "4", float("nan"), above=0, seeds=1)',
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    chapter = tmp_path / "99-a.ipynb"
    nbformat.write(notebook, chapter)
    tried = setting.read("rate=3")
    run = settings.run_in(chapter, tried)
    assert settings.value("four", tried, run["found"]) == "no number came out"
    assert math.isnan(run["found"].pop("four"))
    assert run["found"] == {"one": 3, "three": 3}
    assert [error.partition(":")[0] for error in run["errors"]] == [
        "ZeroDivisionError",
        "NameError",
    ]


def test_a_value_says_why_there_is_none():
    rate = TRIED["rate × 3"]
    assert settings.value("two-heads-r2", rate, None) == "not run yet"
    assert settings.value("two-heads-r2", rate, {}) == "no number came out"
    assert settings.value("two-heads-r2", rate, {"two-heads-r2": 0.123456}) == 0.1235
    late = {"nudge-steps-tenfold": 0.0}
    assert settings.value("nudge-steps-tenfold", rate, late) == "not reached in as many steps"


@pytest.mark.parametrize(
    ("stored", "waits"),
    [
        ([0.5, 2.5], False),
        ([0.5, settings.NO_NUMBER], False),
        ([settings.NOT_REACHED, 2.5], False),
        ([0.5, "is about the width"], True),
        ([0.5], True),
    ],
)
def test_a_chapter_runs_again_where_a_claim_was_not_asked(stored, waits, tmp_path, monkeypatch):
    chapter = ROOT / "book/05-same-input-different-gradients.ipynb"
    name, ids = "rate × 3", {"one", "two"}
    made_from, program = settings.code(chapter)
    rows = {id: [value] for id, value in zip(("one", "two"), stored, strict=False)}
    part = {"made_from": made_from, "program": program, "found": rows}
    whole = {"settings": {name: {}}, "chapters": {chapter.stem: part}}
    monkeypatch.setattr(settings.results, "read", lambda _: whole)
    monkeypatch.setattr(settings, "KEPT", tmp_path)
    monkeypatch.setattr(settings, "settings", lambda: {name: TRIED[name]})
    assert [*settings.waiting({chapter: ids})] == [(chapter, name, TRIED[name])] * waits
