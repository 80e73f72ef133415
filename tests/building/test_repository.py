"""Where the repository's address comes from, and the buttons that need it."""

import subprocess
from types import SimpleNamespace

import pytest
from book_site.building import repository


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("git@github.com:someone/many-heads.git", "https://github.com/someone/many-heads"),
        ("https://github.com/someone/many.heads", "https://github.com/someone/many.heads"),
        ("https://example.org/someone/many-heads.git", None),
        ("../somewhere/else", None),
    ],
)
def test_the_address_comes_from_the_remote(tmp_path, monkeypatch, remote, url):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", remote], check=True)
    assert repository.repository_url(tmp_path) == url


def test_the_environment_goes_before_the_remote(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "a/b")
    assert repository.repository_url(tmp_path) == "https://github.com/a/b"


@pytest.mark.parametrize(("address", "has"), [("a/b", True), ("", False)])
def test_the_buttons_of_the_repository_need_its_address(tmp_path, monkeypatch, address, has):
    monkeypatch.setenv("GITHUB_REPOSITORY", address)
    config = SimpleNamespace(
        html_theme_options={"repository_url": "of an earlier build"}, myst_substitutions={}
    )
    repository.configure(SimpleNamespace(srcdir=tmp_path), config)
    assert config.html_theme_options == {
        "use_repository_button": has,
        "use_issues_button": has,
        **({"repository_url": "https://github.com/a/b"} if has else {}),
    }
    words = "[the repository](https://github.com/a/b)" if has else "the repository"
    assert config.myst_substitutions == {"repository": words}
