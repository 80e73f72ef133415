"""A clone has our bytes whatever its user told Git, as on Windows; so have zips made from it."""

import subprocess

from book_site.learners.packing import lay_out
from conftest import ROOT

from tools.downloads import grading_zip


def git(folder, *words):
    me = ["-c", "user.name=-", "-c", "user.email=-", "-c", "commit.gpgSign=false"]
    subprocess.run(["git", "-C", folder, *me, *words], check=True)


def test_a_clone_with_windows_line_ends_has_our_bytes(tmp_path):
    """It is of a repository of the same files, so that what is not committed counts too."""
    ours = grading_zip.contents(ROOT)
    ours[".gitattributes"] = (ROOT / ".gitattributes").read_bytes()
    lay_out(ours, tmp_path / "ours")
    git(tmp_path, "init", "-q", "ours")
    git(tmp_path / "ours", "add", "--all", "--force")
    git(tmp_path / "ours", "commit", "-q", "-m", "all")
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", "ours", "clone")
    clone = tmp_path / "clone"
    assert [name for name, data in ours.items() if (clone / name).read_bytes() != data] == []
