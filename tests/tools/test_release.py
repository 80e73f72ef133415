"""A release names one version everywhere, and holds what the build makes."""

import hashlib
import json
import shutil

import pytest
import yaml
from built_pages import soup_of
from conftest import ROOT

from tools.project import release

CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
ARCHIVED = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))


@pytest.fixture
def root(tmp_path):
    """A copy of the two files that name the version."""
    for name in ("CITATION.cff", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


# ---- One version -------------------------------------------------------------------------------


def test_the_changelog_and_the_citation_name_the_same_version_and_day():
    version, day, text = release.newest_change((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert (version, day) == (CITED["version"], str(CITED["date-released"]))
    assert text.count("\n- ") > 3


def test_a_tag_of_this_version_may_be_released(root):
    assert release.version_faults(root, f"v{CITED['version']}") == []


@pytest.mark.parametrize("old", [f"[{CITED['version']}]", str(CITED["date-released"])])
def test_a_changelog_of_another_version_or_day_is_refused(root, old):
    log = root / "CHANGELOG.md"
    log.write_text(log.read_text("utf-8").replace(old, old.replace("1", "7").replace("2", "1")))
    (fault,) = release.version_faults(root, f"v{CITED['version']}")
    assert "CHANGELOG.md ends with" in fault


# ---- How to cite -------------------------------------------------------------------------------


def test_the_page_of_references_says_how_to_cite_this_version(site):
    page = soup_of(site / "book" / "references.html").get_text()
    (author,) = CITED["authors"]
    words = f"{author['name']} ({CITED['date-released'].year}). {CITED['title']}. "
    assert f"{words}Version {CITED['version']}." in page
    assert f"{{{{{author['name']}}}}}" in page
    assert f"version = {{{CITED['version']}}}" in page


def test_the_archive_is_told_what_the_citation_says():
    assert ARCHIVED["title"] == CITED["title"]
    assert ARCHIVED["creators"] == [{"name": author["name"]} for author in CITED["authors"]]
    assert ARCHIVED["description"] == f"<p>{CITED['abstract']}</p>"
    assert ARCHIVED["keywords"] == CITED["keywords"]
    assert CITED["license"] in ARCHIVED["notes"]


# ---- The files ---------------------------------------------------------------------------------


def test_a_release_has_its_files_their_checksums_and_its_notes(tmp_path):
    downloads, target = tmp_path / "downloads", tmp_path / "release"
    downloads.mkdir()
    for name in release.FILES:
        (downloads / name).write_text(f"content of {name}")
    release.collect(downloads, "- What is new\n", target)
    assert {file.name for file in target.iterdir()} == {*release.FILES, "SHA256SUMS", "notes.md"}
    sums = dict(reversed(line.split()) for line in (target / "SHA256SUMS").read_text().splitlines())
    assert sums == {
        name: hashlib.sha256(f"content of {name}".encode()).hexdigest() for name in release.FILES
    }
    assert (target / "notes.md").read_text() == "- What is new\n"
