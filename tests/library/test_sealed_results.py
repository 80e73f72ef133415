"""Stored results say what made them, and an edited number or a stale chapter is seen."""

import importlib.util
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from multihead import results
from stale_evidence import report_stale

FOUND = {
    "steps": [[1, None], [0.5, 2]],
    "of": [{"share": 0.125, "ends": {"low": 0}}],
    "says": "a [b]",
}


def test_a_result_comes_back_as_it_was_sealed(tmp_path):
    file = tmp_path / "kept.json"
    assert results.read(file) == {}
    results.write(file, {"one": results.sealed("abc", **FOUND)})
    stored = results.read(file)["one"]
    assert stored == {"made_from": "abc", "content": stored["content"]} | FOUND
    assert results.is_whole(stored)
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("name", "value"),
    [("steps", [[1, None], [0.5, 3]]), ("made_from", "abd"), ("more", 1)],
)
def test_an_edited_result_is_not_whole(name, value):
    assert not results.is_whole(results.sealed("abc", **FOUND) | {name: value})
    assert not results.is_whole({"made_from": "abc"} | FOUND)


# What is stored. Some files are one result, others have many, perhaps under a name.
TOGETHER = {
    "book/real_text/guesses.json": "bench/guesses_of_text.py",
    "book/real_text/similarity.json": "bench/same_heads.py",
    "book/real_text/smollm2.json": "bench/heads_of_smollm2.py WHEEL",
    "book/real_text/text.json": "tools/authors/real_text.py --again",
    "book/real_text/tokens.json": "tools/authors/real_text.py --again",
    "book/real_text/windows.json": "bench/windows_of_text.py",
    "hub/measured.json": "bench/hub.py --save",
}
EACH = {
    "book/real_text/heads.json": "bench/heads_of_text.py --seeds {}",
    "book/real_text/seeds.json": "bench/real_text.py --seeds {}",
    "book/replications.json": "make replicate CHAPTERS={:.2}",
    "book/settings.json": "bench/settings.py --chapters {:.2}",
    "book/sweeps.json": "bench/{}.py",
    "book/where_it_ends.json": "bench/where_it_ends.py --only {}",
}
# Where old links lead: written once, by hand.
FORMER = {Path(f"book/{name}.json") for name in ("claim_anchors", "former_addresses")}
WHOLE = {file: results.read(ROOT / file) for file in TOGETHER | EACH}
PARTS = [
    pytest.param(part, how.format(name), id=f"{Path(file).stem}: {name}")
    for file, how in EACH.items()
    for name, part in WHOLE[file].get("chapters", WHOLE[file]).items()
] + [pytest.param(WHOLE[file], how, id=Path(file).stem) for file, how in TOGETHER.items()]


def test_every_stored_file_is_guarded():
    folders = "book", "book/real_text", "hub"
    there = {path.relative_to(ROOT) for at in folders for path in (ROOT / at).glob("*.json")}
    assert there - FORMER == {*map(Path, WHOLE)}


@pytest.mark.parametrize(("part", "how"), PARTS)
def test_a_stored_result_is_as_its_program_wrote_it(part, how):
    assert results.is_whole(part), f"edited by hand or half written; run again: {how}"


@pytest.mark.parametrize("file", WHOLE)
def test_reading_and_writing_changes_no_byte_of_what_is_stored(file, tmp_path):
    results.write(tmp_path / "again.json", WHOLE[file])
    assert (tmp_path / "again.json").read_bytes() == (ROOT / file).read_bytes()


@pytest.fixture(scope="module")
def digests() -> dict[str, str]:
    """Compute each digest, by a copy of the module whose calls are not checked for types."""
    folder = ROOT / "_ext/book_site/fingerprint"
    spec = importlib.util.spec_from_file_location("fingerprint", folder / "__init__.py")
    fingerprint = sys.modules["fingerprint"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fingerprint)
    return {path.stem: fingerprint.digest(path) for path in (ROOT / "book").glob("*.ipynb")}


@pytest.mark.parametrize("chapter", WHOLE["book/replications.json"])
def test_replications_are_of_their_chapter_as_it_is(chapter, digests):
    if WHOLE["book/replications.json"][chapter]["made_from"] != digests.get(chapter):
        report_stale(
            f"chapter {chapter[:2]} is stale: its computing code changed since its replication; "
            f"run `make replicate CHAPTERS={chapter[:2]}`"
        )


@pytest.mark.parametrize("chapter", WHOLE["book/settings.json"]["chapters"])
def test_settings_are_of_their_chapter_as_it_is(chapter, digests):
    if WHOLE["book/settings.json"]["chapters"][chapter]["made_from"] != digests.get(chapter):
        report_stale(
            f"chapter {chapter[:2]} is stale: its computing code changed since its settings were "
            f"tried; run bench/settings.py --chapters {chapter[:2]}"
        )
