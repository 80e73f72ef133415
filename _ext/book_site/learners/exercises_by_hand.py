"""An exercise by hand is answered on its page, with the words of `check` and no Python.

Its key goes into the page as data, with its numbers as the page writes them, for each variant. The
scripts in `exercises_by_hand/` draw the fields; what a notebook needs is folded below them. Without
script, and where the book is no site, the page is as it was written.
"""

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from book_site.learners import exercise_variants
from book_site.learners.exercise_keys import exercise_keys
from book_site.learners.exercise_notebooks import is_exercise_page

PARTS = Path(__file__).with_name("exercises_by_hand")
SCRIPT, STYLE = "exercises_by_hand.js", "exercises_by_hand.css"
FIELDS_HTML = """<div class="mh-by-hand"><script type="application/json">{}</script>
<script>answerByHand(document.currentScript.parentElement)</script></div>"""
NOTEBOOK_FOLD = """<details class="mh-in-notebook" open><summary>In a notebook</summary>
<script>document.currentScript.parentElement.open = false</script>"""


def write_scripts(app: Sphinx) -> None:
    """Write the scripts as one, and their style."""
    write_bundle(app, PARTS, SCRIPT)
    shutil.copy(PARTS / "style.css", Path(app.outdir) / "_static" / STYLE)


def write_bundle(app: Sphinx, parts: Path, name: str) -> None:
    """Write a folder's `page.js` and what it imports as one script.

    Pages load it that were opened as files too, which may load no modules.
    """
    script = Path(app.outdir) / "_static" / name
    sources = PARTS.parent.rglob("*.js")  # folders import from each other
    if script.exists() and script.stat().st_mtime > max(path.stat().st_mtime for path in sources):
        return
    from multihead.widgets.base.bundle import bundle  # loads PyTorch

    script.parent.mkdir(parents=True, exist_ok=True)
    text = re.sub("^export ", "", bundle(parts / "page.js"), flags=re.MULTILINE)
    script.write_text(f"{{\n{text}}}\n", "utf-8")


def add_files(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if 'class="mh-by-hand"' in context.get("body", ""):
        app.add_js_file(SCRIPT)
        app.add_css_file(STYLE)


def note_dependencies(app: Sphinx, doctree: nodes.document) -> None:
    """Let a page be made anew when one of its exercises has changed, or where these lead to."""
    root = Path(app.srcdir)
    if is_exercise_page(app.env.docname):
        for name in exercise_sections(doctree):
            key = keys_by_name(root).get(name, {"sections": {}})
            chapters = [root / f"book/{page}.ipynb" for _, _, page in key["sections"].values()]
            for path in [*root.glob(f"exercises/*/{name}/*.*"), *chapters]:
                app.env.note_dependency(str(path))


def add_fields(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the fields of each exercise by hand before its stub, and fold what follows."""
    if app.builder.name != "html" or not is_exercise_page(docname):
        return
    for name, section in exercise_sections(doctree).items():
        key = keys_by_name(Path(app.srcdir)).get(name)
        if key and key["by_hand"]:
            put_fields(
                section, {"name": name, "storageKey": storage_key(docname, name), "key": key}
            )


def storage_key(docname: str, name: str) -> str:
    """Return the name under which a reader's answer is kept on the device."""
    chapter = re.sub(r"\d+-", "", docname.rpartition("/")[2])
    return f"answer/{chapter}/{name}"


@cache
def keys_by_name(root: Path) -> dict[str, Any]:
    """Return the keys by the names of their exercises."""
    texts = exercise_keys(root).items()
    return {Path(path).stem: json.loads(text) for path, text in texts}


def exercise_sections(doctree: nodes.document) -> dict[str, nodes.section]:
    """Return the sections of a page that are exercises, by the name of the exercise."""
    return {
        target.removeprefix("exercise-").replace("-", "_"): section
        for section in doctree.findall(nodes.section)
        for target in section["ids"]
        if target.startswith("exercise-")
    }


def put_fields(section: nodes.section, exercise: dict[str, Any]) -> None:
    stub = next(
        b for b in section.findall(nodes.literal_block) if b.astext().startswith("answer =")
    )
    variants = exercise_variants.mark_variants(section, exercise["key"])
    data = exercise | field_labels(stub.astext(), exercise["key"]) | variants
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    index = section.index(stub)
    fold_for_notebooks(section, index)
    section.insert(index, nodes.raw("", FIELDS_HTML.format(text), format="html"))


def fold_for_notebooks(section: nodes.section, start: int) -> None:
    """Fold what a notebook needs, from a place in a section to its solution or its end."""
    solutions = [i for i, node in enumerate(section) if "dropdown" in node.get("classes", [])]
    end = solutions[0] if solutions else len(section)
    section.insert(end, nodes.raw("", "</details>", format="html"))
    section.insert(start, nodes.raw("", NOTEBOOK_FOLD, format="html"))


def field_labels(stub: str, key: dict[str, Any]) -> dict[str, Any]:
    """Take from the comment of a stub a label for each field, if it has as many."""
    note = stub.partition("# ")[2].strip()
    parts = re.split("[,;] ", note)
    fields = len(key["sheets"]["0"]["right"][0]["numbers"])
    return {"note": note, "labels": parts if note and len(parts) == fields else []}
