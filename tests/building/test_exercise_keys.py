"""The keys that learners get are made once for the same exercises, and anew when one changes."""

import pytest
from book_site.learners import exercise_keys
from multihead.exercises import keys


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A book with one exercise, whose keys count how often they were made."""
    made = iter(range(9))
    monkeypatch.setattr(keys, "of_folders", lambda: {"two.json": str(next(made))})
    for name in ("checks.py", "wrong.py", "exercise.md"):
        path = tmp_path / "exercises/all_heads/two" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "requirements.txt").write_text("numpy==2.0\n")
    return tmp_path


def test_keys_are_made_once_and_again_when_an_exercise_changes(root):
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"0"}
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"0"}
    (root / "exercises/all_heads/two/wrong.py").write_text("another")
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"1"}
    (root / "requirements.txt").write_text("numpy==2.1\n")
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"2"}


def test_a_book_without_exercises_has_no_keys(tmp_path):
    assert exercise_keys.exercise_keys(tmp_path) == {}
