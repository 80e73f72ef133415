"""Which launch buttons a page has, from the settings of the build."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.learners import launch
from sphinx.errors import ExtensionError


def launch_options(monkeypatch, root: Path, **settings: str) -> dict:
    """Return what the theme is told of launch buttons in an environment."""
    for name in ("GITHUB_REPOSITORY", "HUB_URL"):
        monkeypatch.setenv(name, settings.get(name, ""))
    config = SimpleNamespace(html_theme_options={})
    launch.configure(SimpleNamespace(srcdir=root), config)
    return config.html_theme_options.get("launch_buttons", {})


def test_a_hub_has_a_button_only_if_it_is_named(tmp_path, monkeypatch):
    options = launch_options(monkeypatch, tmp_path, GITHUB_REPOSITORY="a/b")
    assert options["binderhub_url"]
    assert options["jupyterhub_url"] == ""
    assert launch_options(monkeypatch, tmp_path) == {}


@pytest.mark.parametrize(
    ("repository", "hub", "error"),
    [
        ("a/b", "hub.example.edu", "HUB_URL='hub.example.edu'.*https://"),
        ("", "https://hub.example.edu", "HUB_URL=https://hub.*GITHUB_REPOSITORY=owner/name"),
    ],
)
def test_a_hub_that_cannot_be_used_is_named(tmp_path, monkeypatch, repository, hub, error):
    with pytest.raises(ExtensionError, match=error):
        launch_options(monkeypatch, tmp_path, GITHUB_REPOSITORY=repository, HUB_URL=hub)


def test_exercises_open_where_their_chapter_opens():
    """The same services as the theme's buttons, with the notebook of the exercises."""
    urls = launch.addresses("https://github.com/a/b", "https://hub.example.edu/", "book/e.ipynb")
    assert urls == {
        "Binder": "https://mybinder.org/v2/gh/a/b/notebooks?urlpath=lab/tree/book/e.ipynb",
        "JupyterHub": "https://hub.example.edu/hub/user-redirect/git-pull?"
        "repo=https%3A//github.com/a/b&urlpath=lab/tree/b/book/e.ipynb&branch=notebooks",
        "Colab": "https://colab.research.google.com/github/a/b/blob/notebooks/book/e.ipynb",
    }
    assert "JupyterHub" not in launch.addresses("https://github.com/a/b", "", "book/e.ipynb")


@pytest.mark.parametrize(
    ("page", "known", "labels"),
    [
        ("book/exercises/04-c", True, ["launch-buttons", "download"]),
        ("book/exercises/04-c", False, ["download"]),
        ("book/questions", True, ["download"]),
    ],
)
def test_only_exercises_of_a_known_repository_get_buttons(page, known, labels):
    options = {"repository_url": "https://github.com/a/b", "launch_buttons": {"jupyterhub_url": ""}}
    app = SimpleNamespace(config=SimpleNamespace(html_theme_options=options if known else {}))
    context = {"header_buttons": [{"label": "download"}]}
    launch.add_buttons(app, page, "", context, None)
    assert [button["label"] for button in context["header_buttons"]] == labels
    launch.say_needs(app, page, "", context, None)
    if len(labels) > 1:
        urls = [button["url"] for button in context["header_buttons"][0]["buttons"]]
        assert all(url.endswith("book/exercises-04-c.ipynb") for url in urls)


def test_each_button_says_what_its_service_needs():
    """The theme's own too, which only a chapter has; the logo's name would be read twice."""
    buttons = [
        {"text": name, "icon": f"_static/images/{name}.svg"}
        for name in ("Binder", "JupyterHub", "Colab")
    ]
    options = {"launch_buttons": {"jupyterhub_url": "https://hub.example.edu/"}}
    app = SimpleNamespace(config=SimpleNamespace(html_theme_options=options))
    context = {"header_buttons": [{"label": "launch-buttons", "buttons": buttons}]}
    launch.say_needs(app, "book/04-c", "", context, None)
    assert buttons == [
        {"text": "Binder (needs no account, but a few minutes to start)"},
        {"text": "JupyterHub (needs an account on hub.example.edu)"},
        {"text": "Colab (needs a Google account)"},
    ]
