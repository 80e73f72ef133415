"""What pages take from npm: written with its licences, always the same, and noted by the build."""

from pathlib import Path
from types import SimpleNamespace

from book_site.building import page_scripts
from small_book import write_page_scripts


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_it_is_written_with_its_licences_and_the_same_each_time(tmp_path):
    write_page_scripts(tmp_path)
    files = files_of(tmp_path)
    assert {*files} > {"search/minisearch.js", "reveal/reveal.js", "editor/codemirror.js"}
    for folder in ("search", "reveal", "editor"):
        (licence,) = (files[name] for name in files if name.startswith(folder) and "LIC" in name)
        assert licence.count(b"Permission is hereby granted") >= 1
    of_editor = files["editor/codemirror.LICENSE.txt"].decode()
    assert "(C) 2018-2021 by" in of_editor, "CodeMirror's"
    assert "(C) 2020 by" in of_editor, "its parser's"
    (tmp_path / "search" / "of-an-older-version.js").touch()
    write_page_scripts(tmp_path)
    assert files_of(tmp_path) == files


def noted(root: Path) -> str:
    config = SimpleNamespace()
    page_scripts.configure(SimpleNamespace(srcdir=root), config)
    return config.page_scripts


def test_the_build_notes_whether_it_is_there_and_what_changed(tmp_path):
    assert noted(tmp_path) == ""
    script = page_scripts.folder(SimpleNamespace(srcdir=tmp_path)) / "search" / "minisearch.js"
    script.parent.mkdir(parents=True)
    script.write_text("1")
    first = noted(tmp_path)
    assert first
    script.write_text("2")
    assert noted(tmp_path) != first
