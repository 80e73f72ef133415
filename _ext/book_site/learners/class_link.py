"""The link that gives each student of a JupyterHub the notebooks, and newer ones later.

nbgitpuller pulls the branch that holds what learners get, and no solutions. The page for
instructors shows the link of the repository that builds the book; where that is unknown, none.
"""

from pathlib import Path
from urllib.parse import urlencode

from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.building.repository import repository_url
from book_site.learners.launch import BRANCH

FIRST_NOTEBOOK = "book/01-self-attention.ipynb"
HUB = "https://hub.example.edu"


def class_link(hub: str, repository: str, notebook: str = FIRST_NOTEBOOK) -> str:
    """Return the address that pulls the notebooks into a student's folder and opens one."""
    folder = repository.rstrip("/").split("/")[-1]
    query = {"repo": repository, "branch": BRANCH, "urlpath": f"lab/tree/{folder}/{notebook}"}
    return f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(query)}"


def link_text(repository: str | None) -> str:
    """Return what the page for instructors says, in MyST."""
    if repository is None:
        return (
            "This book was built from a copy that does not know its address on GitHub. "
            "So the link is not here; a published book shows it."
        )
    link = class_link(HUB, repository)
    return f"```text\n{link}\n```\n\nReplace `{HUB}` by the address of your hub."


def configure(app: Sphinx, config: Config) -> None:
    link = link_text(repository_url(Path(app.srcdir)))
    config.myst_substitutions = {**config.myst_substitutions, "class_link": link}
