"""No widget imports from another widget's folder: what two share lives in a room of its own."""

import re
from pathlib import Path

import pytest
from multihead.widgets.base.widget import BASE

NAMED = re.compile(
    r'"\.\./(\w+)/|multihead\.widgets\.(\w+)|multihead\.widgets import ([\w, ]+|\([^)]*\))'
)


def wrong_imports(widgets: Path) -> list[str]:
    """Say which file of a room imports from a room that it may not, and where that should go.

    A widget is a folder with a ``view.js``; the others are shared rooms. All may import from
    ``base``, and a widget from any shared room.
    """
    rooms = {file.parent for kind in ("js", "py") for file in widgets.glob(f"*/*.{kind}")}
    shared = {room.name for room in rooms if not (room / "view.js").exists()}
    said = []
    for room in sorted(rooms):
        allowed = {room.name, "base"} | (shared if room.name not in shared else set())
        for file in sorted([*room.glob("*.js"), *room.glob("*.py")]):
            imported = NAMED.findall(file.read_text(encoding="utf-8"))
            names = {name for groups in imported for name in re.findall(r"\w+", " ".join(groups))}
            said += [
                f"{room.name}/{file.name} imports from {other}/; move what both use to base/ or "
                f"to a shared room by subject ({', '.join(sorted(shared))})"
                for other in sorted(names & {room.name for room in rooms} - allowed)
            ]
    return said


def test_no_widget_imports_from_another():
    assert wrong_imports(BASE.parent) == []


@pytest.mark.parametrize(
    ("file", "line", "other"),
    [
        ("dice/side.js", 'import {\n  a,\n  b,\n} from "../coin/face.js";', "coin"),
        ("base/text.js", 'import { a } from "../luck/odds.js";', "luck"),
        ("luck/odds.js", 'import { a } from "../coin/face.js";', "coin"),
        ("dice/widget.py", "from multihead.widgets.coin.widget import SIDES", "coin"),
        ("dice/widget.py", "from multihead.widgets import base, coin", "coin"),
        ("dice/side.js", 'import { a } from "../luck/odds.js";', None),
        ("dice/widget.py", "from multihead.widgets.base import Widget", None),
    ],
)
def test_an_import_from_another_widget_is_named(tmp_path, file, line, other):
    for name in ("base/text.js", "luck/odds.js", "coin/view.js", "coin/face.js", "dice/view.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / file).write_text(f"{line}\n", encoding="utf-8")
    move = "move what both use to base/ or to a shared room by subject (base, luck)"
    assert wrong_imports(tmp_path) == ([f"{file} imports from {other}/; {move}"] if other else [])
