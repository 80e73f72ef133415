"""Chapters in other settings: what runs of them, what is changed, and what is stored of it."""

import ast
from dataclasses import dataclass

import pytest
import torch
from multihead import tasks
from multihead import train as training
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps

from bench import needed, one_setting, settings, sizes
from bench.changed_training import Setting, changed

CHAPTERS = settings.asked()


def code_needed(code, *names):
    return [ast.unparse(part) for part in needed.needed(code, set(names))]


def test_of_a_chapter_runs_what_a_claim_needs():
    code = """
import numpy as np, torch
rows = []
STEPS = 3
def fit(n, steps=STEPS): return np.ones(n)
for n in (1, 2):
    rows.append(fit(n))
run = fit(7)
show(run)
assert run.all()
claim("other", "Other", share(run))
run = rows[0]
claim("this", "This", median(run))
"""
    statements = code_needed(code, "this")
    assert statements[-2:] == ["run = rows[0]", "claim('this', 'This', median(run))"]
    assert [part.split("\n")[0] for part in statements[:-2]] == [
        "import numpy as np, torch",
        "rows = []",
        "STEPS = 3",
        "def fit(n, steps=STEPS):",
        "for n in (1, 2):",
    ]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem[:2])
def test_what_stands_for_a_size_is_in_its_chapter_and_is_changed(path):
    ids, number = CHAPTERS[path], path.name[:2]
    plain = "\n".join(map(ast.unparse, needed.needed(one_setting.source_of(path), ids)))
    pairs = sizes.WRITTEN.get(number, [])
    assert [old for old, _ in pairs if old not in plain] == []
    other = sizes.resized(plain, number, Setting(n_pos=10, n_content=2, width=1.5))
    assert (other != plain) == bool(pairs)
    ast.parse(other)


def layer(g):
    return MultiHeadAttention(12, 2, d_out=LookUps().d_out, generator=g)


def test_a_setting_changes_rate_start_batch_width_and_sizes_and_then_nothing():
    plan = {"seeds": [5], "steps": 1, "checkpoints": (0, 1)}
    usual = training.train(layer, LookUps(), **plan)
    with changed(Setting(rate=3, start=0.1)):
        other = training.train(layer, LookUps(), **plan)
    before, after = (usual.checkpoints[i]["W_Q"] for i in (0, 1))
    start, end = (other.checkpoints[i]["W_Q"] for i in (0, 1))
    assert torch.allclose(start, 0.1 * before)
    change = (end - start).abs().max() / (after - before).abs().max()
    assert change.item() == pytest.approx(3, rel=0.01)
    with changed(Setting(width=1.5, n_pos=10, n_content=2)):
        assert training.train(layer, LookUps(), **plan).params["W_O"].shape == (1, 2, 9, 4)
        word = tasks.current_word()
        assert (word.n_pos, word.n_content) == (10, 2)

        @dataclass(frozen=True)
        class Own(LookUps):
            more: int = 1

        assert (Own((1, 3)).n_pos, Own().n_content, Own(n_pos=9).n_pos) == (10, 2, 9)
    again = training.train(layer, LookUps(), **plan)
    assert torch.equal(again.params["W_Q"], usual.params["W_Q"])


def test_an_error_stops_what_needs_it_and_no_stale_number_is_kept(tmp_path, monkeypatch):
    code = "from multihead.claims import claim\n"
    code += 'x = 1\nclaim("one", "1", x)\nx = 1 / 0\nclaim("two", "2", x)\nclaim("three", "3", 3)'
    monkeypatch.setattr(one_setting, "source_of", lambda path: code)
    outcome = one_setting.run_chapter(tmp_path / "99-a.ipynb", {"one", "two", "three"}, Setting())
    assert outcome["found"] == {"one": 1, "three": 3}
    assert [error.partition(":")[0] for error in outcome["errors"]] == [
        "ZeroDivisionError",
        "NameError",
    ]
