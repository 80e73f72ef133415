"""Join ES modules into one text, which a widget can carry in one trait."""

import re
from collections.abc import Iterator
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', flags=re.MULTILINE)
COMMENT = re.compile(r"^ *(?://.*|/\*\*[\s\S]*?\*/)\n", flags=re.MULTILINE)  # on lines of its own


def bundle(*modules: Path) -> str:
    """Join modules and all that they import into one module without imports or comments.

    Each file comes once and after what it imports. Names stay as they are, so no two files may
    use one name at top level, and an import may not rename.

    Raises
    ------
    ValueError
        If a file imports in another form than ``import { a, b } from "./file.js";``, or itself,
        directly or through others.
    """
    order: list[Path] = []
    for module in modules:
        _visit(module.resolve(), order)
    texts = (IMPORT.sub("", path.read_text(encoding="utf-8")) for path in order)
    return "\n".join(COMMENT.sub("", text) for text in texts)


def _visit(module: Path, order: list[Path], through: tuple[Path, ...] = ()) -> None:
    if module in through:
        circle = " → ".join(path.name for path in (*through, module))
        raise ValueError(f"imports go in a circle: {circle}; move what is shared to a third file")
    if module in order:
        return
    for imported in _imports(module):
        _visit(imported, order, (*through, module))
    order.append(module)


def _imports(module: Path) -> Iterator[Path]:
    text = module.read_text(encoding="utf-8")
    other = re.search(r"^(import\b.*|export\b.* from .*)$", IMPORT.sub("", text), re.MULTILINE)
    refused = other or re.search(r"^import \{[^}]*\bas\b[^}]*\}", text, re.MULTILINE)
    if refused:
        line = refused[0]
        raise ValueError(f'{module.name} says {line!r}; write import {{ a, b }} from "./file.js";')
    for match in IMPORT.finditer(text):
        yield (module.parent / match[1]).resolve()
