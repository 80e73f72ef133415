"""The repository's address, found in one place; without it the theme's buttons are left out."""

import os
import re
import subprocess
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config


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
    url = repository_url(Path(app.srcdir))
    options = config.html_theme_options
    options.pop("repository_url", None)
    for button in ("use_repository_button", "use_issues_button"):
        options[button] = url is not None
    if url:
        options["repository_url"] = url
    words = f"[the repository]({url})" if url else "the repository"
    config.myst_substitutions = {**config.myst_substitutions, "repository": words}
