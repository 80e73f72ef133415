"""No widget imports from another widget's folder: what two share lives in a room of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from multihead.widgets.base.bundle import IMPORT
from multihead.widgets.base.widget import BASE

WIDGETS = BASE.parent
PACKAGE = "multihead.widgets."


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
        for file in sorted(room.glob("*.*")):
            said += [
                f"{room.name}/{file.name} imports {path} from {other}/; move what both use to "
                f"base/ or to a shared room by subject ({', '.join(sorted(shared))})"
                for other, path in imported(file, widgets)
                if other not in allowed
            ]
    return said


def imported(file: Path, widgets: Path) -> Iterator[tuple[str, str]]:
    """Give the room and the module of each import from the widgets' folder."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        paths = [(file.parent / match[1]).resolve() for match in IMPORT.finditer(text)]
        yield from ((path.relative_to(widgets).parts[0], path.name) for path in paths)
    if file.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            for module in modules(node):
                if module.startswith(PACKAGE):
                    yield module.removeprefix(PACKAGE).split(".")[0], module


def modules(node: ast.AST) -> list[str]:
    """Name what an import may be of: `from a import b` is of `a.b`, or of `b` in `a`."""
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_no_widget_imports_from_another():
    assert wrong_imports(WIDGETS) == []


@pytest.mark.parametrize(
    ("file", "line", "said"),
    [
        ("dice/side.js", 'import { a } from "../coin/face.js";', "face.js from coin/"),
        ("dice/side.js", 'import {\n  a,\n  b,\n} from "../coin/face.js";', "face.js from coin/"),
        ("base/text.js", 'import { a } from "../coin/face.js";', "face.js from coin/"),
        ("base/text.js", 'import { a } from "../luck/odds.js";', "odds.js from luck/"),
        ("luck/odds.js", 'import { a } from "../coin/face.js";', "face.js from coin/"),
        ("dice/widget.py", "from multihead.widgets.coin.widget import SIDES", "from coin/"),
        ("dice/widget.py", "from multihead.widgets import coin", "multihead.widgets.coin from"),
        ("dice/widget.py", "import multihead.widgets.coin.widget", "coin.widget from coin/"),
        ("dice/side.js", 'import { a } from "../luck/odds.js";', None),
        ("dice/side.js", 'import { a } from "../base/text.js";', None),
        ("dice/side.js", 'import { a } from "./view.js";', None),
        ("luck/odds.js", 'import { a } from "../base/text.js";', None),
        ("dice/widget.py", "from multihead.widgets.luck import ODDS", None),
        ("dice/widget.py", "from multihead.widgets.base import Widget", None),
        ("dice/widget.py", "from multihead.tasks import LookUps", None),
    ],
)
def test_an_import_from_another_widget_is_named(tmp_path, file, line, said):
    for name in ("base/text.js", "luck/odds.js", "coin/view.js", "coin/face.js", "dice/view.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / file).write_text(f"{line}\n", encoding="utf-8")
    found = wrong_imports(tmp_path)
    if said is None:
        assert found == []
        return
    [message] = found
    assert message.startswith(f"{file} imports ")
    assert said in message
    assert message.endswith("to base/ or to a shared room by subject (base, luck)")
