"""What a reader has done is kept on the device: the scripts that keep it, on every page.

`progress.js` alone touches the storage; the others ask it. They are plain scripts that share names,
since browsers refuse modules to a page that is opened as a file. What was kept before a chapter or
a part of it moved is kept under another name now, which `moved_names.js` says.
"""

import json
import re
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.pages.moved_pages import read_moved

SCRIPTS_FOLDER = Path(__file__).with_name("progress")
MOVED_NAMES = "moved_names.js"
SCRIPTS = (
    MOVED_NAMES,
    "progress.js",
    "guesses.js",
    "exercise_marks.js",
    "path_marks.js",
    "chapter_marks.js",
    "saved_file.js",
    "controls.js",
)
SCRIPTS_OF_SOME_PAGES = {  # and what stands in these pages
    "vote.js": ("mh-vote", "data-answer="),
    "review.js": ('class="mh-guess"', 'class="mh-by-hand"', 'class="mh-review"'),
    "review_page.js": ('class="mh-review"',),
    "twelve_questions.js": ('class="mh-twelve"',),
}
GUESS, ANSWER = "predict-", "exercise-"  # how the ids of their places on a page begin
EXERCISE = re.compile(rf"^\(({ANSWER}[\w-]+)\)=$", re.MULTILINE)


def add_files(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(SCRIPTS_FOLDER))


def load_files(app: Sphinx) -> None:
    """Let every page load them, in their order, once it stands."""
    app.add_css_file("progress.css", priority=900)
    for script in SCRIPTS:
        app.add_js_file(script, loading_method="defer")


def add_scripts(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Let a page load the scripts that only some pages need."""
    for script, marks in SCRIPTS_OF_SOME_PAGES.items():
        if any(mark in context.get("body", "") for mark in marks):
            app.add_js_file(script, loading_method="defer")


def write_moved_names(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    names = json.dumps(moved_names(Path(app.srcdir)), indent=1)
    (static / MOVED_NAMES).write_text(f"globalThis.movedNames = {names};\n", "utf-8")


def moved_names(root: Path) -> dict[str, str]:
    """Return the former name of what is kept, and its name now where that is another one."""
    moved, pages = read_moved(root, {}), pages_of_places(root)
    names = {
        f"{kind}/{chapter(old)}": f"{kind}/{chapter(new)}"
        for old, new in moved.pages.items()
        if old.startswith("book/") and "exercises/" not in old
        for kind in ("finished", "place")
    }
    for page, ids in moved.former.items():
        for id in ids:
            if page_now := pages.get(id):
                former, name = stored_name(page, id), stored_name(page_now, id)
                names |= {former: name, review_name(former): review_name(name)}
    return {former: name for former, name in names.items() if former != name}


def pages_of_places(root: Path) -> dict[str, str]:
    """Return where each prediction and each exercise stands now, by its id on the page."""
    pages = {}
    for path in (root / "book").glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            pages[GUESS + cell["id"]] = path.name
    for path in (root / "book/exercises").glob("*.md"):
        pages |= dict.fromkeys(EXERCISE.findall(path.read_text("utf-8")), path.name)
    return pages


def chapter(page: str) -> str:
    return re.sub(r"^\d+-", "", PurePosixPath(page).stem)


def stored_name(page: str, id: str) -> str:
    """Return under which name a guess or an answer is kept, by its page and its id there."""
    if id.startswith(ANSWER):
        return f"answer/{chapter(page)}/{id.removeprefix(ANSWER).replace('-', '_')}"
    return f"guess/{chapter(page)}/{id.removeprefix(GUESS)}"


def review_name(name: str) -> str:
    """Return under which name is kept when a prediction or an exercise comes again."""
    return re.sub(r"^(guess|answer)/", "review/", name)
