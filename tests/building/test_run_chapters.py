"""Pages with code run side by side only if two or more have to run."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.building import run_chapters
from jupyter_cache.readers import get_reader


class Cache:
    """A cache of notebooks that has run none of those it is asked about, but for some."""

    def __init__(self, executed: set[str]):
        self.executed, self.project = executed, []

    def add_nb_to_project(self, path, read_data):
        get_reader(dict(read_data))  # there is none for another kind
        self.project.append(Path(path).name)

    def list_unexecuted(self, paths):
        return [SimpleNamespace(uri=path) for path in paths if Path(path).name not in self.executed]


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run a book of four pages; return what ran at once and what the cache was told."""
    monkeypatch.chdir(tmp_path)
    Path("words.md").write_text("# Words\n", "utf-8")
    Path("text.md").write_text("---\nfile_format: mystnb\n---\n# Words and code\n", "utf-8")

    def run(mode: str = "cache", has: tuple[str, ...] = ()):
        cache, executions = Cache(set(has)), []
        executor = SimpleNamespace(run_and_cache=lambda **options: executions.append(options))
        monkeypatch.setattr(run_chapters, "get_cache", lambda path: cache)
        monkeypatch.setattr(run_chapters, "load_executor", lambda *a, **options: executor)
        config = SimpleNamespace(
            nb_execution_mode=mode, nb_execution_cache_path="there", nb_execution_timeout=300
        )
        suffixes = {"one": ".ipynb", "text": ".md", "two": ".ipynb", "words": ".md"}
        env = SimpleNamespace(doc2path=lambda name: name + suffixes[name])
        run_chapters.run_in_parallel(SimpleNamespace(config=config), env, list(suffixes))
        return executions, cache.project

    return run


def test_pages_that_have_not_run_go_at_once_and_pages_of_words_do_not(run):
    executions, project = run()
    assert executions == [{"filter_uris": ["one.ipynb", "text.md", "two.ipynb"], "timeout": 300}]
    assert {*project} == {"one.ipynb", "text.md", "two.ipynb"}


def test_later_chapters_which_train_more_go_first(run):
    assert run()[1] == ["two.ipynb", "text.md", "one.ipynb"]


def test_one_chapter_alone_is_left_to_sphinx(run):
    assert run(has=("text.md", "two.ipynb"))[0] == []


def test_a_build_that_runs_nothing_asks_no_cache(run):
    assert run(mode="off") == ([], [])
