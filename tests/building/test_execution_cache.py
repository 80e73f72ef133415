"""A chapter runs again if what it depends on changed, and only then."""

import os
from types import SimpleNamespace

import pytest
from book_site.building import execution_cache


@pytest.fixture
def root(tmp_path):
    """The least that has a digest: one module and the pins."""
    library = tmp_path / "book" / "multihead"
    library.mkdir(parents=True)
    (library / "answer.py").write_text("ANSWER = 42\n")
    (tmp_path / "requirements.txt").write_text("torch==2\n")
    return tmp_path


@pytest.mark.parametrize(
    "changed",
    [
        "book/multihead/widgets/new.js",
        "book/replications.json",
        "book/sweeps.json",
        "book/real_text/seed-00.npz",
        "requirements.txt",
    ],
)
def test_the_cache_key_follows_code_widgets_numbers_and_pins(root, changed):
    before = execution_cache.library_digest(root)
    path = root / changed
    path.parent.mkdir(exist_ok=True)
    path.write_text("changed")
    assert execution_cache.library_digest(root) != before


@pytest.mark.parametrize("name", ["MANY_HEADS_SEED_SET", "ATEN_CPU_CAPABILITY", "MKL_CBWR"])
def test_the_cache_key_follows_what_changes_every_number(root, monkeypatch, name):
    monkeypatch.delenv(name, raising=False)
    before = execution_cache.library_digest(root)
    monkeypatch.setenv(name, "7")
    assert execution_cache.library_digest(root) != before


@pytest.mark.parametrize(
    "left",
    [
        *("book/multihead/.ruff_cache/x", "book/multihead/widgets/__pycache__/x.pyc"),
        "book/chapter.ipynb",
    ],
)
def test_the_cache_key_ignores_chapters_and_what_tools_leave_in_the_library(root, left):
    before = execution_cache.library_digest(root)
    path = root / left
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("left")
    assert execution_cache.library_digest(root) == before


def test_each_state_of_the_library_has_a_cache_of_its_own(root, monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    config = SimpleNamespace()
    execution_cache.configure(SimpleNamespace(srcdir=root), config)
    digest = execution_cache.library_digest(root)
    assert config.library_digest == digest
    assert config.nb_execution_cache_path == str(root / "_build" / ".jupyter_cache" / digest)
