"""The repository's address and commit, found in one place; without an address, no dead buttons."""

import os
import re
import subprocess
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

DIGITS = 12  # of a commit: enough to tell it from all others


def repository_url(root: Path) -> str | None:
    """Read https://github.com/owner/name from CI's environment, or else from the git remote."""
    name = os.environ.get("GITHUB_REPOSITORY")
    if name:
        return f"https://github.com/{name}"
    remote = git_output(root, "remote", "get-url", "origin")
    match = re.search(r"github\.com[:/]([\w.-]+/[\w.-]+?)(\.git)?/?$", remote)
    return f"https://github.com/{match[1]}" if match else None


def commit(root: Path) -> str:
    """Return the first digits of the commit that the book is from; nothing where Git has none."""
    return git_output(root, "rev-parse", "--verify", "--quiet", "HEAD")[:DIGITS]


def git_output(root: Path, *arguments: str) -> str:
    """Return what Git says of a repository: nothing, if it fails or is not there."""
    command = ["git", "-C", str(root), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""


def configure(app: Sphinx, config: Config) -> None:
    url = repository_url(Path(app.srcdir))
    options = config.html_theme_options
    options.pop("repository_url", None)
    options["use_repository_button"] = url is not None
    if url:
        options["repository_url"] = url
    link = f"[the repository]({url})" if url else "the repository"
    config.myst_substitutions = {**config.myst_substitutions, "repository": link}
