"""What a reader has done is kept on the device: the scripts that every page loads for it."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.learners import kept
from javascript import run_tests

FILES = sorted(Path(__file__).parent.glob("kept*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_javascript(file, tmp_path):
    run_tests(file, tmp_path)


def test_every_page_loads_all_scripts_and_what_touches_the_storage_first():
    config = SimpleNamespace(html_static_path=["of the theme"])
    kept.add_files(None, config)
    assert config.html_static_path == ["of the theme", str(kept.FOLDER)]
    loaded = []
    kept.load(SimpleNamespace(add_js_file=lambda name, **how: loaded.append((name, how))))
    assert {name for name, _ in loaded} == {path.name for path in kept.FOLDER.glob("*.js")}
    assert loaded[0][0] == "kept.js"
    assert all(how == {"loading_method": "defer"} for _, how in loaded)
