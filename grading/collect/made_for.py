"""Of which assignment and release a notebook says it is, and whether a page of the site wrote it.

Students can write anything there: it changes what a person is told, and no mark.
"""

from typing import Any

from nbformat import NotebookNode

from grading.collect.ipynb import RefusedError


def refuse_another(nb: NotebookNode, name: str) -> None:
    """Refuse a notebook that says it is of an assignment of another name."""
    said = _said(nb)
    other = said.get("assignment") or said.get("variant", "").rpartition("-")[0] or name
    if other != name:
        raise RefusedError(f"is {other}, and this is {name}: hand in {name}.ipynb")


def note(nb: NotebookNode, release: NotebookNode) -> str | None:
    """Say that a notebook has the numbers of another class, or is of another release, if so."""
    said, given = _said(nb), _said(release)
    for key, told in {
        "variant": "the numbers of its exercises by hand are those of {}, and this class has {}",
        "release": "it is of release {}, and students now have {}, with other exercises or numbers",
    }.items():
        if key in said and key in given and said[key] != given[key]:
            return told.format(said[key], given[key])
    return None


def from_page(nb: NotebookNode) -> bool:
    """Say whether a page wrote it: then it has one cell for each exercise, and no others."""
    return "page" in _said(nb)


def _said(nb: NotebookNode) -> dict[str, Any]:
    return nb.metadata.get("many_heads", {})
