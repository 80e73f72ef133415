"""Run what a chapter's claims need in one setting. Part of bench/settings.py."""

import ast
from pathlib import Path
from unittest.mock import patch

import nbformat
import numpy as np
import torch
from multihead import claims

from bench import needed, sizes
from bench.changed_training import Setting, changed


def source_of(path: Path) -> str:
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "code")


def code_of(path: Path, ids: set[str], setting: Setting) -> list[ast.stmt]:
    """Read what a chapter's claims need, written for other sizes."""
    code = "\n".join(map(ast.unparse, needed.needed(source_of(path), ids)))
    return ast.parse(sizes.resized(code, path.name[:2], setting)).body


def run_chapter(path: Path, ids: set[str], setting: Setting) -> dict:
    """Run what a chapter's claims need in one setting; return what they found, and errors."""
    torch.set_num_threads(1)
    ids = {id for id in ids if not sizes.not_asked(id, setting)}
    found, errors, space = {}, [], {}

    def keep(id: str, what: str, value: float, **bounds: float) -> None:
        found[id] = float(value)

    with changed(setting), patch.object(claims, "claim", keep):
        for part in code_of(path, ids, setting):
            try:
                exec(compile(ast.Module([part], []), path.name, "exec"), space)
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}".split("\n")[0])
                for name in needed.bound(part):  # no later part goes on with what was there before
                    space.pop(name, None)
    return {"found": {k: v for k, v in found.items() if k in ids}, "errors": errors}


def value(id: str, setting: Setting, found: dict[str, float] | None) -> float | str:
    if why := sizes.not_asked(id, setting):
        return why
    if found is None:
        return "not run yet"
    number = found.get(id, np.nan)
    if id.startswith("nudge-steps-") and number <= 0:
        return "not reached in as many steps"
    return float(f"{number:.4g}") if np.isfinite(number) else "no number came out"
