"""Make the built book self-contained, up to date and free of controls that do not work.

- Nothing is fetched from another host: thebe is dropped.
- The key of the execution cache includes the library and the pins, not only the cells.
- Only this module finds the repository's address; without it some buttons are left out.
- A missing page, or a widget that does not work without a kernel, fails the build.
"""

import hashlib
import os
import re
import subprocess
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

STYLE = Path(__file__).parents[1] / "pages" / "site.css"
FIXES = (
    # The theme's icons come from its web font; this script would draw them a second time.
    (re.compile(r"\s*<script[^>]*fontawesome\.js[^>]*></script>"), ""),
    # The theme puts Sphinx's own search on every page; find.py has another.
    (re.compile(r'\s*<script src="[^"]*search(tools|index)\.js"></script>'), ""),
    (re.compile(r'\s*<script src="[^"]*language_data\.js"></script>'), ""),
    # The book's name above the search field is outside every landmark.
    (
        re.compile(r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)'),
        '<div class="sidebar-primary-item" role="navigation" aria-label="Book">',
    ),
    # docutils gives references roles that ARIA has withdrawn.
    (re.compile(r' role="doc-biblioentry"| role="list"(?= class="citation-list")'), ""),
)
UNUSED = (
    "_static/scripts/fontawesome.js",
    "_static/scripts/fontawesome.js.map",
    "_static/sphinx-thebe.js",
    "_static/webpack-macros.html",
    "_static/sbt-webpack-macros.html",
)
LIVE_ONLY_WIDGET = "application/vnd.jupyter.widget-view+json"


def library_files(root: Path) -> list[Path]:
    """List the library's files, without what Python and other tools leave in its folders."""
    library = root / "book" / "multihead"
    return [p for p in library.rglob("*") if p.is_file() and not is_cache(p.relative_to(library))]


def library_digest(root: Path) -> str:
    """Hash what a chapter's output depends on besides its cells: code, pins, numbers, settings."""
    others = [root / "requirements.txt", *root.glob("book/replications.json")]
    settings = ("MANY_HEADS_SEED_SET", "ATEN_CPU_CAPABILITY", "MKL_CBWR")
    digest = hashlib.sha256(repr([os.environ.get(name) for name in settings]).encode())
    for path in sorted([*library_files(root), *others]):
        digest.update(str(path.relative_to(root)).encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def is_cache(path: Path) -> bool:
    """Tell what Python and ruff leave in a folder from the library itself."""
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def repository_url(root: Path) -> str | None:
    """Read https://github.com/owner/name from CI's environment, or else from the git remote."""
    address = os.environ.get("GITHUB_REPOSITORY")
    if address:
        return f"https://github.com/{address}"
    git = ["git", "-C", str(root), "remote", "get-url", "origin"]
    try:
        remote = subprocess.run(git, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return None
    found = re.search(r"github\.com[:/]([\w.-]+/[\w.-]+?)(\.git)?/?\s*$", remote)
    return f"https://github.com/{found[1]}" if found else None


def configure(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    os.environ["TQDM_DISABLE"] = "1"  # on a slow machine a progress bar would appear on the page
    config.library_digest = library_digest(root)
    config.nb_execution_cache_path = str(root / "_build" / ".jupyter_cache" / config.library_digest)
    config.html_static_path.append(str(STYLE))
    url = repository_url(root)
    options = config.html_theme_options
    options.pop("repository_url", None)
    for button in ("use_repository_button", "use_issues_button"):
        options[button] = url is not None
    if url:
        options["repository_url"] = url


def drop_scripts(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Leave out thebe, which loads from a CDN, and the state, which repeats every widget's data."""

    def is_used(script) -> bool:
        text = f"{script.filename or ''} {script.attributes.get('body', '')}"
        state = script.attributes.get("type") == "application/vnd.jupyter.widget-state+json"
        return not state and "thebe" not in text.lower()

    context["script_files"] = list(filter(is_used, context["script_files"]))


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for unused in UNUSED:
        (out / unused).unlink(missing_ok=True)
    for docname in sorted(app.env.found_docs):
        if not Path(app.builder.get_outfilename(docname)).is_file():
            raise ExtensionError(f"{docname} is in the book but its page was not written")
    for page in out.rglob("*.html"):
        html = page.read_text("utf-8")
        if LIVE_ONLY_WIDGET in html:
            raise ExtensionError(
                f"{page.relative_to(out)} shows a plain ipywidget, which does not work "
                "without a kernel; use a widget of multihead.widgets"
            )
        for pattern, replacement in FIXES:
            html = pattern.sub(replacement, html)
        page.write_text(html, "utf-8")


def setup(app: Sphinx) -> dict:
    app.add_config_value("library_digest", "", "env")
    app.connect("config-inited", configure, priority=100)
    app.add_css_file(STYLE.name, priority=900)  # after the theme's
    app.connect("html-page-context", drop_scripts, priority=900)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
