"""The launch buttons of a chapter: Binder, Colab and, if one is named, a JupyterHub.

All open the branch of the repository that holds what the zip holds (`notebooks_zip.py`), so they
are right in a fork too. Without the repository's address a page has none. `HUB_URL` names a
JupyterHub with nbgitpuller.
"""

from pathlib import Path
from urllib.parse import urlencode, urlsplit

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from book_site.building.repository import repository_url
from book_site.learners.exercise_notebooks import is_exercise_page, notebook_file
from book_site.pages.site_address import address_from_environment

BRANCH = "notebooks"
BINDER = "https://mybinder.org"
COLAB = "https://colab.research.google.com"
NEEDS = {
    "Binder": "no account, but a few minutes to start",
    "Colab": "a Google account",
    "JupyterHub": "an account on {}",
}


def configure(app: Sphinx, config: Config) -> None:
    hub = address_from_environment("HUB_URL", "https://hub.example.edu/")
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


def addresses(repository: str, hub: str | None, notebook: str) -> dict[str, str]:
    """Return where a notebook of the learners' branch opens, by the name of the service."""
    owner, name = repository.split("/")[-2:]
    path = f"lab/tree/{notebook}"
    urls = {"Binder": f"{BINDER}/v2/gh/{owner}/{name}/{BRANCH}?urlpath={path}"}
    if hub:
        query = {"repo": repository, "urlpath": f"lab/tree/{name}/{notebook}", "branch": BRANCH}
        query = urlencode(query, safe="/")
        urls["JupyterHub"] = f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{query}"
    return urls | {"Colab": f"{COLAB}/github/{owner}/{name}/blob/{BRANCH}/{notebook}"}


def add_buttons(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Give a page of exercises the buttons that a chapter has; they open its notebook."""
    options = app.config.html_theme_options
    if not is_exercise_page(pagename) or "launch_buttons" not in options:
        return
    notebook = f"book/{notebook_file(pagename.split('/')[-1])}"
    hub = options["launch_buttons"]["jupyterhub_url"]
    context["header_buttons"].insert(
        0,
        {
            "type": "group",
            "buttons": [
                {
                    "type": "link",
                    "text": service,
                    "tooltip": f"Open these exercises in {service}",
                    "url": address,
                }
                for service, address in addresses(options["repository_url"], hub, notebook).items()
            ],
            "icon": "fas fa-rocket",
            "text": "",
            "tooltip": "Open these exercises elsewhere",
            "label": "launch-buttons",
        },
    )


def say_needs(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Say in each button what its service needs of a reader, in place of the service's logo."""
    hub = app.config.html_theme_options.get("launch_buttons", {}).get("jupyterhub_url", "")
    for group in context.get("header_buttons", []):
        if group.get("label") == "launch-buttons":
            for button in group["buttons"]:
                button.pop("icon", None)
                needs = NEEDS[button["text"]].format(urlsplit(hub).netloc)
                button["text"] += f" (needs {needs})"


def drop_from_text_pages(app: Sphinx, pagename: str, templatename: str, context: dict, doctree):
    """Leave out the button of a notebook that is written as text: JupyterLab shows text."""
    if context.get("page_source_suffix") == ".md":
        buttons = context.get("header_buttons", [])
        context["header_buttons"] = [b for b in buttons if b.get("label") != "launch-buttons"]
