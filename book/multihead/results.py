"""Results that a program found and stored as JSON, and what tells whether they are still true.

A stored result has two digests beside what was found: ``made_from``, of the code that found it, and
``content``, of the result itself. So old code shows, and so does a number that somebody edited.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def read(file: Path) -> dict[str, Any]:
    """Read a file of results; nothing if there is none."""
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def write(file: Path, whole: Mapping[str, Any]) -> None:
    """Replace a file of results at once; a list without objects takes one line."""
    half = file.with_suffix(".part")
    half.write_text(_laid_out(whole) + "\n", "utf-8")
    half.replace(file)


def sealed(made_from: str, **fields: Any) -> dict[str, Any]:
    """Join what was found with the digest of the code that found it, and with one of all this."""
    result = {"made_from": made_from} | fields
    return {"made_from": made_from, "content": digest(result)} | fields


def is_whole(result: Mapping[str, Any]) -> bool:
    """Say whether a result is as :func:`sealed` left it."""
    rest = {name: value for name, value in result.items() if name != "content"}
    return result.get("content") == digest(rest)


def digest(value: Any) -> str:
    """Hash a value that JSON can hold; the order of names in an object does not count."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _laid_out(value: Any, indent: str = "\n") -> str:
    if not _is_deep(value):
        return json.dumps(value, ensure_ascii=False)
    deeper = indent + " "
    if isinstance(value, Mapping):
        items = value.items()
        parts = [f"{json.dumps(k, ensure_ascii=False)}: {_laid_out(v, deeper)}" for k, v in items]
        return f"{{{deeper}{(',' + deeper).join(parts)}{indent}}}"
    return f"[{deeper}{(',' + deeper).join(_laid_out(part, deeper) for part in value)}{indent}]"


def _is_deep(value: Any) -> bool:
    """Say whether a value takes more than one line."""
    if isinstance(value, Mapping):
        return any(isinstance(part, Mapping | list | tuple) for part in value.values())
    is_list = isinstance(value, list | tuple)
    return is_list and any(isinstance(part, Mapping) or _is_deep(part) for part in value)
