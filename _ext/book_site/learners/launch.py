"""The launch buttons of a chapter: Binder, Colab and, if one is named, a JupyterHub.

All open the branch of the repository that holds what the zip holds (`notebooks_zip.py`), so they
are right in a fork too. Without the repository's address a page has none. `HUB_URL` names a
JupyterHub with nbgitpuller.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from book_site.build.repository import repository_url
from book_site.pages.site_address import given_address

BRANCH = "notebooks"
BINDER = "https://mybinder.org"
COLAB = "https://colab.research.google.com"


def configure(app: Sphinx, config: Config) -> None:
    hub = given_address("HUB_URL", "https://hub.example.edu/")
    options = config.html_theme_options
    options.pop("launch_buttons", None)
    if repository_url(Path(app.srcdir)):
        options["repository_branch"] = BRANCH
        options["launch_buttons"] = {
            "notebook_interface": "jupyterlab",
            "binderhub_url": BINDER,
            "colab_url": COLAB,
            "jupyterhub_url": hub or "",
        }
    elif hub:
        raise ExtensionError(
            f"HUB_URL={hub} needs the address of the repository to pull from; "
            "set GITHUB_REPOSITORY=owner/name too"
        )


def keep_to_notebooks(app: Sphinx, pagename: str, templatename: str, context: dict, doctree):
    """Leave out the button of a notebook that is written as text: JupyterLab shows text."""
    if context.get("page_source_suffix") == ".md":
        buttons = context.get("header_buttons", [])
        context["header_buttons"] = [b for b in buttons if b.get("label") != "launch-buttons"]
