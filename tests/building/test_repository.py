"""Where the repository's address and commit come from, and the button that needs the one."""

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


def test_the_commit_is_gits_and_nothing_where_git_has_none(tmp_path, monkeypatch):
    git, me = ["git", "-C", tmp_path], ["-c", "user.name=-", "-c", "user.email=-"]
    assert repository.commit(tmp_path) == ""
    subprocess.run([*git, "init", "-q"], check=True)
    assert repository.commit(tmp_path) == ""
    subprocess.run([*git, *me, "commit", "-q", "--allow-empty", "-m", "One"], check=True)
    git_log = subprocess.run(
        [*git, "log", "--format=%H"], capture_output=True, text=True, check=True
    )
    assert repository.commit(tmp_path) == git_log.stdout[:12]
    monkeypatch.setenv("PATH", "")
    assert repository.commit(tmp_path) == ""


@pytest.mark.parametrize(("address", "has"), [("a/b", True), ("", False)])
def test_the_button_of_the_repository_needs_its_address(tmp_path, monkeypatch, address, has):
    monkeypatch.setenv("GITHUB_REPOSITORY", address)
    config = SimpleNamespace(
        html_theme_options={"repository_url": "of an earlier build"}, myst_substitutions={}
    )
    repository.configure(SimpleNamespace(srcdir=tmp_path), config)
    assert config.html_theme_options == {
        "use_repository_button": has,
        **({"repository_url": "https://github.com/a/b"} if has else {}),
    }
    words = "[the repository](https://github.com/a/b)" if has else "the repository"
    assert config.myst_substitutions == {"repository": words}
