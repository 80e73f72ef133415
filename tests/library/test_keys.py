"""A key says the same as its exercise's folder, holds data only, and needs NumPy only."""

import json
import re
import shutil
import subprocess
import sys
import zlib

import numpy as np
import pytest
from conftest import ROOT
from multihead.checks import check, numbers
from multihead.exercises import answers, folders, keys
from multihead.exercises.sheets import call
from multihead.exercises.verdict import judge

NAMES = folders.names()
ALL_KEYS = 400_000  # bytes, compressed as in the zip of notebooks


def seeds(name):
    return keys.VARIANTS if folders.load(name).by_hand else keys.VARIANTS[:1]


@pytest.fixture(scope="module")
def keys_folder(tmp_path_factory):
    """The keys of all exercises, in a folder."""
    folder = tmp_path_factory.mktemp("keys")
    for name, text in keys.of_folders().items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def without_folders(keys_folder, tmp_path, monkeypatch):
    """What a reader has who does not have the repository."""
    monkeypatch.setattr(keys, "FOLDER", keys_folder)
    monkeypatch.setattr(folders, "FOLDER", tmp_path / "none")
    keys.read.cache_clear()
    yield
    keys.read.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_a_key_has_the_same_inputs_and_says_the_same_of_every_answer(
    name, keys_folder, monkeypatch
):
    monkeypatch.setattr(keys, "FOLDER", keys_folder)
    keys.read.cache_clear()
    exercise = folders.load(name)
    for seed in seeds(name):
        ours, key = folders.sheet(name, seed), keys.sheet(name, seed)
        for case, stored in zip(ours.cases, key.cases, strict=True):
            assert [*case] == [*stored]
            for one, other in zip(case.values(), stored.values(), strict=True):
                assert type(one) is type(other)
                np.testing.assert_array_equal(one, other, strict=isinstance(one, np.ndarray))
        for function in (exercise.reference, *exercise.wrong.values()):
            answers_given = [call(function, case) for case in ours.cases]
            assert judge(key, answers_given).message == judge(ours, answers_given).message
        answers_given = [
            call(exercise.reference, case) for case in key.cases
        ]  # of the inputs in the key
        assert judge(key, answers_given)


def test_without_the_folders_check_reads_keys(without_folders):
    assert "expected an array" in check("split_heads", lambda q, n_heads: None).message
    right = np.array(keys.sheet("new_row", 7).right[0])
    assert check("new_row", right, seed=7)
    assert not check("new_row", right, seed=0)
    assert np.array_equal(numbers("new_row", 7)["x"], keys.sheet("new_row", 7).cases[0]["x"])
    assert check("mean_of_two", np.arange(20.0))  # an experiment: only the form


def test_what_a_key_does_not_hold_is_refused_by_name(without_folders, tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"split_heads .*seed 0.* 5"):
        check("split_heads", len, seed=5)
    with pytest.raises(ValueError, match=r"new_row .*seeds 0 to 9.* 10"):
        numbers("new_row", 10)
    with pytest.raises(ValueError, match=r"new_row .*seed='hw1-3f2a'.* class"):
        numbers("new_row", "hw1-3f2a")
    with pytest.raises(ValueError, match=r"'nothing'.* all_patterns"):
        check("nothing", 1)
    monkeypatch.setattr(keys, "FOLDER", tmp_path / "gone")
    with pytest.raises(FileNotFoundError, match=r"gone.*beside .*notebooks"):
        check("new_row", 1)


def test_all_keys_are_small(keys_folder):
    packed = [zlib.compress(path.read_bytes(), 9) for path in keys_folder.iterdir()]
    assert len(packed) > 60
    assert sum(map(len, packed)) <= ALL_KEYS


def texts(value):
    """Give every text in a key."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def test_a_key_holds_no_line_of_a_solution(keys_folder):
    for path in keys_folder.iterdir():
        folder = folders.folder_of(path.stem)
        sources = [p.read_text("utf-8") for p in folder.glob("*.py")]
        sources += re.findall(
            r"^```python\n(.*?)^```", (folder / "exercise.md").read_text(), re.M | re.S
        )
        lines = {line.strip() for source in sources for line in source.splitlines()}
        code = {line for line in lines if len(line) > 12 and re.search(r"[=(]", line)}
        exercise = set(texts(json.loads(path.read_text("utf-8"))))
        misconceptions = set(folders.load(path.stem).wrong) if path.stem in NAMES else set()
        assert not [
            text for text in exercise - misconceptions if any(line in text for line in code)
        ]


def test_what_is_not_finite_or_was_raised_comes_back():
    sheet = folders.sheet("merge_heads", 0)
    odd = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-300, 1 / 3])
    stored = sheet._replace(wrong={"odd": [odd, answers.Raised.saying("IndexError: 5")]})
    key = json.loads(keys.written({0: stored}))
    back = [keys._value(value) for value in key["sheets"]["0"]["wrong"]["odd"]]
    assert np.allclose(back[0], odd, rtol=1e-7, atol=0, equal_nan=True)
    assert back[1].text == "IndexError: 5"


def test_with_a_key_check_needs_numpy_only(keys_folder, tmp_path):
    """On a disk without the repository, and without PyTorch."""
    library = ROOT / "book" / "multihead"
    shutil.copytree(library, tmp_path / "multihead", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(keys_folder, tmp_path / "keys")
    code = """if True:
        import sys
        blocked = "torch scipy matplotlib IPython traitlets anywidget jaxtyping yaml jinja2".split()
        sys.modules |= dict.fromkeys(blocked)
        import numpy as np
        from multihead.checks import check
        def merge_heads(Z):
            return np.concatenate(Z, axis=1)
        print(check(merge_heads))
        print(check("merge_heads", lambda Z: Z.reshape(Z.shape[1], -1)))
        print(sorted(m for m in sys.modules if m.startswith("multihead.")))
    """
    completed = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = ['.']\n{code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.startswith("merge_heads: visible checks pass.\nmerge_heads: not yet.")
    assert "Likely: " in completed.stdout
