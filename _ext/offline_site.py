"""Make the built book self-contained, fresh and free of dead controls.

- Nothing is fetched from another host: MathJax is copied in, thebe is dropped.
- The execution cache is keyed on the library and the pins too, not on the cells alone.
- The repository's address is found here and nowhere else; buttons need it to appear.
- A page that is missing, or a widget that would be dead without a kernel, fails the build.
"""

import hashlib
import importlib.util
import os
import re
import subprocess
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.fileutil import copy_asset

MATHJAX_PARTS = ("tex-chtml.js", "output/chtml/fonts/woff-v2")
FONTAWESOME = re.compile(r"\s*<script[^>]*fontawesome\.js[^>]*></script>")
LIVE_ONLY_WIDGET = "application/vnd.jupyter.widget-view+json"


def library_digest(root: Path) -> str:
    """Hash everything but the cells that a chapter's output depends on."""
    library = root / "book" / "multihead"
    files = [p for p in library.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    digest = hashlib.sha256()
    for path in sorted([*files, root / "requirements.txt"]):
        digest.update(str(path.relative_to(root)).encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def repository_url(root: Path) -> str | None:
    """Find https://github.com/owner/name from CI's environment, else from the git remote."""
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
    config.library_digest = library_digest(root)
    config.nb_execution_cache_path = str(
        root / "_build" / ".jupyter_cache" / config.library_digest
    )
    url = repository_url(root)
    options = config.html_theme_options
    options.pop("repository_url", None)
    options.pop("launch_buttons", None)
    for button in ("use_repository_button", "use_issues_button"):
        options[button] = url is not None
    if url:
        options["repository_url"] = url
        options["launch_buttons"] = {
            "binderhub_url": "https://mybinder.org",
            "colab_url": "",
            "notebook_interface": "jupyterlab",
        }


def drop_scripts(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Leave out thebe, which names a CDN, and the widget state, which repeats every widget."""
    context["script_files"] = [
        script
        for script in context["script_files"]
        if "thebe" not in str(getattr(script, "filename", None) or "")
        and "THEBE_JS_URL" not in script.attributes.get("body", "")
        and script.attributes.get("type") != "application/vnd.jupyter.widget-state+json"
    ]


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    vendor_mathjax(out)
    for docname in sorted(app.env.found_docs):
        if not Path(app.builder.get_outfilename(docname)).is_file():
            raise ExtensionError(f"{docname} is in the book but no page came out for it")
    for page in out.rglob("*.html"):
        html = page.read_text("utf-8")
        if LIVE_ONLY_WIDGET in html:
            raise ExtensionError(
                f"{page.relative_to(out)} shows a plain ipywidget, which is dead without a "
                "kernel; use a widget of multihead.widgets"
            )
        # The theme's icons come from its web font; this script would draw them a second time.
        page.write_text(FONTAWESOME.sub("", html), "utf-8")
    for unused in ("scripts/fontawesome.js", "scripts/fontawesome.js.map", "sphinx-thebe.js"):
        (out / "_static" / unused).unlink(missing_ok=True)


def vendor_mathjax(out: Path) -> None:
    package = Path(importlib.util.find_spec("sphinx-mathjax-offline").origin).parent
    for part in MATHJAX_PARTS:
        target = out / "_static" / "mathjax" / part
        copy_asset(package / "static" / "mathjax" / part, target.parent if target.suffix else target)


def setup(app: Sphinx) -> dict:
    app.add_config_value("library_digest", "", "env")
    app.connect("config-inited", configure, priority=100)
    app.connect("html-page-context", drop_scripts, priority=900)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
