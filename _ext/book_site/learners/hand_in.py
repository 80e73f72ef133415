"""What a class hands in from pages: one file for its LMS, with code and numbers and no marks.

`grading/assign/page_link.py` writes the link of a class. On pages that are opened with it, the
scripts in `hand_in/` show the numbers of the class and what is answered, and write the file. It is
a notebook, so that it is collected and graded as any other. The site says which exercises it has
and which of them only notebooks can answer.
"""

import json
import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx

from book_site.building.pages_of_exercises import PAGES
from book_site.building.required_matches import found
from book_site.learners import code_in_page, exercises_by_hand

PARTS = Path(__file__).with_name("hand_in")
SCRIPT, STYLE, EXERCISES = "hand_in.js", "hand_in.css", "hand_in_exercises.js"
SECTION = re.compile(r"^\(exercise-([\w-]+)\)=\n## (.+)\n", re.MULTILINE)
ON_PAGES = (
    'class="mh-by-hand"',
    'class="mh-code"',
    'class="mh-hand-in"',
    'class="mh-exercise-list',
)
FACTS = re.compile(r"\*([\w ]+), \w+, about (\d+) minutes\.\*")
MARKUP = re.compile(r"[*`$]")


def write_scripts(app: Sphinx) -> None:
    """Write the scripts as one, and beside them which exercises the site has."""
    exercises = exercises_of_site(Path(app.srcdir), bool(app.config.python_in_pages))
    if not exercises:
        return
    exercises_by_hand.write_bundle(app, PARTS, SCRIPT)
    static = Path(app.outdir) / "_static"
    shutil.copy(PARTS / "style.css", static / STYLE)
    text = json.dumps(exercises, ensure_ascii=False, separators=(",", ":"))
    (static / EXERCISES).write_text(f"globalThis.handInExercises = {text};\n", "utf-8")


def exercises_of_site(root: Path, has_python: bool) -> dict[str, tuple]:
    """Return each exercise with title, page, minutes, and what answers it.

    That is fields, whose shape follows, code, or a notebook.
    """
    exercises = {}
    for page in sorted((root / PAGES).glob("*.md")):
        _, *parts = SECTION.split(page.read_text("utf-8"))
        for place, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            name = place.replace("-", "_")
            kind = answered_by(root, name, text, has_python)
            shape = [shape_of_answer(root, name)] if kind == "fields" else []
            minutes = int(found(FACTS, text, page.name)[0][2])
            exercises[name] = (MARKUP.sub("", title), page.stem, minutes, kind, *shape)
    return exercises


def answered_by(root: Path, name: str, text: str, has_python: bool) -> str:
    """Say what answers an exercise on its page; an experiment has no key."""
    key = exercises_by_hand.keys_by_name(root).get(name, code_in_page.NO_KEY)
    if key["sheets"] and key["by_hand"]:
        return "fields"
    in_page = code_in_page.asks_for_code(key) and has_python
    return "code" if in_page and not code_in_page.NEEDS_MORE.search(text) else "notebook"


def shape_of_answer(root: Path, name: str) -> list[int]:
    key = exercises_by_hand.keys_by_name(root)[name]
    return key["sheets"]["0"]["right"][0]["shape"]


def add_files(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load them after what keeps answers: where one answers, hands in, or chooses exercises."""
    if any(mark in context.get("body", "") for mark in ON_PAGES):
        for script in (EXERCISES, SCRIPT):
            app.add_js_file(script, loading_method="defer")
        app.add_css_file(STYLE)
