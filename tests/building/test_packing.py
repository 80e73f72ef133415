"""What every folder for learners has: pins, a first cell, and a zip that is always the same."""

import zipfile

from book_site.learners import packing
from conftest import ROOT
from multihead.real_text import stored_seeds
from multihead.real_text.stored import SHIPPED


def test_only_the_pins_of_a_chapter_and_the_library_are_taken():
    requirements = "# run a chapter\na==1\nb-c==2.0\n\n# the library\nd==3\n\n# tests\ne==4\n"
    assert packing.pins(requirements) == ["a==1", "b-c==2.0", "d==3"]


def test_who_takes_the_library_takes_what_it_stores():
    taken = packing.library(ROOT)
    stored = ("replications.json", "sweeps.json", "real_text/tokens.json", "real_text/text.json")
    seeds = [f"real_text/seed-{seed:02}.npz" for seed in SHIPPED]
    for name in (*stored, *seeds):
        assert taken[f"book/{name}"] == (ROOT / "book" / name).read_bytes()
    assert sum("seed-" in name for name in taken) == len(SHIPPED) < len(stored_seeds())


def test_the_same_files_make_the_same_zip(tmp_path):
    files = {"a/b.txt": "é".encode(), "c": b""}
    one, two = tmp_path / "x" / "1.zip", tmp_path / "x" / "2.zip"
    for target in (one, two):
        packing.pack(files, target, top="top", made_from="0123456789ab")
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "top/a/b.txt": "é".encode(),
            "top/c": b"",
        }
        assert archive.comment == b"0123456789ab"
        assert {entry.date_time for entry in archive.infolist()} == {packing.DATE}
    packing.lay_out(files, tmp_path / "out")
    assert (tmp_path / "out" / "a" / "b.txt").read_text("utf-8") == "é"
