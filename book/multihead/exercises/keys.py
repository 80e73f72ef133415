"""The key of an exercise: what `check` compares with where the exercise's folder is not.

A key is data in one JSON file: the inputs of each case, what is right, what each usual mistake
gives, the mistake's name and the section that explains it. It holds no line of a solution. Reading
one runs no code, and needs NumPy only.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from multihead.exercises import answers, assignment_file, book_sections, folders
from multihead.exercises.sheets import Seal, Sheet

FOLDER = Path(__file__).parents[2] / "keys"
VARIANTS = range(10)  # seeds of an exercise by hand; of one on code only the first, the page's
DIGITS = 8  # of a result; far more than any tolerance asks for
NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def names() -> list[str]:
    """List the exercises that have a key, in alphabetical order."""
    return sorted(
        path.stem for path in FOLDER.glob("*.json") if path.name != assignment_file.FILE.name
    )


def without_reference() -> list[str]:
    """List the experiments, which a person grades."""
    return [name for name in names() if not read(name)["sheets"]]


def sheet(name: str, seed: int | str) -> Sheet:
    """Read from its key what an answer to an exercise is compared with.

    The seed of an exercise by hand may be the label of a class's numbers.

    Raises
    ------
    FileNotFoundError
        If there is no key at all.
    ValueError
        If there is no key of this name, or it does not hold this seed.
    """
    known_names = names()
    if not known_names:
        raise FileNotFoundError(f"{FOLDER} is missing; keep it beside the notebooks, as in the zip")
    key: dict[str, Any] = read(name) if name in known_names else {"sheets": {}}
    if str(seed) not in key["sheets"]:
        raise ValueError(_missing_seed_text(name, seed, key, known_names))
    stored = key["sheets"][str(seed)]
    return Sheet(
        name,
        key["by_hand"],
        key["tolerance"],
        [{argument: _value(v) for argument, v in case.items()} for case in stored["cases"]],
        [_value(v) for v in stored["right"]],
        {mistake: [_value(v) for v in results] for mistake, results in stored["wrong"].items()},
        key["answered_by"],
        _seal(stored.get("seal")),
        explained=book_sections.read(key),
        chapters=key["chapters"],
    )


def of_folders(chapters: str | None = None) -> dict[str, str]:
    """Make the keys of all exercises of the repository, by the name of their file.

    ``chapters`` is where the chapters are read, if that is known.
    """
    text_by_file = {f"{name}.json": written({}) for name in folders.without_reference()}
    for name in folders.names():
        seeds = VARIANTS if folders.load(name).by_hand else VARIANTS[:1]
        sheets: dict[int | str, Sheet] = {seed: folders.sheet(name, seed) for seed in seeds}
        text_by_file[f"{name}.json"] = written(sheets, chapters)
    return dict(sorted(text_by_file.items()))


def written(sheets: Mapping[int | str, Sheet], chapters: str | None = None) -> str:
    """Write the key of an exercise from its sheets by seed; an experiment has none."""
    first = next(iter(sheets.values()), None)
    key = {
        "by_hand": bool(first and first.by_hand),
        "tolerance": first and first.tolerance,
        "answered_by": list(first.answered_by) if first else [],
        **book_sections.stored(first.explained if first else {}),
        "chapters": chapters,
        "sheets": {
            seed: {
                "cases": [{k: _plain(v) for k, v in case.items()} for case in sheet.cases],
                "right": [_plain(v, DIGITS) for v in sheet.right],
                "wrong": {
                    m: [_plain(v, DIGITS) for v in results] for m, results in sheet.wrong.items()
                },
            }
            | ({"seal": sheet.seal._asdict()} if sheet.seal else {})
            for seed, sheet in sheets.items()
        },
    }
    return json.dumps(key, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@cache
def read(name: str) -> dict[str, Any]:
    """Read a key from its file."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def _missing_seed_text(
    name: str, seed: int | str, key: dict[str, Any], known_names: list[str]
) -> str:
    """Say why there is nothing for a seed, and who has it."""
    if isinstance(seed, str):
        return folders.OF_A_CLASS.format(name=name, label=seed)
    if name not in known_names:
        return f"no exercise is named {name!r}; there are {', '.join(known_names)}"
    *_, last = key["sheets"]
    if not last.isdecimal():
        return f"the key of {name} holds the numbers of a class; give seed={last!r}, not {seed}"
    seeds = f"seeds 0 to {last}" if key["by_hand"] else f"seed {last}"
    return f"the key of {name} holds {seeds}, not {seed}; the repository has others"


def _seal(stored: dict[str, Any] | None) -> Seal | None:
    return Seal(**stored)._replace(shape=tuple(stored["shape"])) if stored else None


def _plain(value: Any, digits: int = 17) -> Any:
    """Turn a value into what JSON has."""
    if isinstance(value, answers.Raised):
        return {"raised": value.text}
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return _number(value, digits)
    array = answers.read(value)
    numbers = [_number(v, digits) for v in array.ravel().tolist()]
    kind = "tensor" if answers.is_tensor(value) else "array"
    return {kind: array.dtype.name, "shape": array.shape, "numbers": numbers}


def _number(value: Any, digits: int) -> Any:
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return str(value)
    short = float(f"{value:.{digits}g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def _value(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    if "raised" in stored:
        return answers.Raised.saying(stored["raised"])
    dtype = stored.get("array") or stored["tensor"]
    numbers = [NOT_FINITE.get(v, v) for v in stored["numbers"]]
    array = np.array(numbers, dtype=dtype).reshape(stored["shape"])
    if "array" in stored:
        return array
    import torch  # only a task on PyTorch has tensors

    return torch.from_numpy(array)
