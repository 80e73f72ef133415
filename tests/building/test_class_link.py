"""The link that pulls the notebooks into a student's folder, or what stands in its place."""

from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

from book_site.learners import class_link

REPOSITORY = "https://github.com/Someone/many-heads"


def test_the_link_pulls_the_branch_and_opens_a_notebook_in_its_folder():
    link = urlsplit(class_link.class_link("https://hub.edu/", f"{REPOSITORY}/", "book/x y.ipynb"))
    assert (link.netloc, link.path) == ("hub.edu", "/hub/user-redirect/git-pull")
    assert parse_qs(link.query) == {
        "repo": [f"{REPOSITORY}/"],
        "branch": ["notebooks"],
        "urlpath": ["lab/tree/many-heads/book/x y.ipynb"],
    }


def test_the_page_shows_the_link_or_says_why_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "Someone/many-heads")
    config = SimpleNamespace(myst_substitutions={"other": "kept"})
    class_link.configure(SimpleNamespace(srcdir=tmp_path), config)
    assert config.myst_substitutions["other"] == "kept"
    text = config.myst_substitutions["class_link"]
    assert class_link.class_link(class_link.HUB, REPOSITORY) in text
    assert f"Replace `{class_link.HUB}`" in text
    assert "does not know its address" in class_link.link_text(None)
    assert "git-pull" not in class_link.link_text(None)
