"""What the tests share: shape checking, fresh seeds, the built book; more in `pytest_plugins`."""

import os
from pathlib import Path

import jaxtyping
import pytest
from hypothesis import settings
from nbval.plugin import IPyNbCell
from notebooks import NOTEBOOKS
from seed_set import SEED_SET
from xdist.scheduler import LoadScopeScheduling

pytest_plugins = [
    "advice",
    "browser",
    "page_server",
    "browser_engines",
    "jupyterlab_pages",
    "graded_class",
    "editor_pages",
]  # the modules beside this one
pytest.register_assert_rewrite("widget_steps")

ROOT = Path(__file__).parents[1]

LIBRARY = ROOT / "book" / "multihead"
# To check each call of the other modules too would take the quick tests of the library from 99 to
# 139 seconds.
SHAPED = [
    ".".join(path.relative_to(LIBRARY.parent).with_suffix("").parts)
    for path in LIBRARY.rglob("*.py")
    if "from jaxtyping import" in path.read_text("utf-8")
]
jaxtyping.install_import_hook(SHAPED, "beartype.beartype")
settings.register_profile("many-heads", deadline=None, derandomize=True)
settings.load_profile("many-heads")


os.environ.pop("MANY_HEADS_SEED_SET", None)  # the library's own tests use set 0


PARTS = 8  # of the chapters; a commit has the turn of one


def pytest_report_header():
    return f"chapters run on seed set {SEED_SET}, part {SEED_SET % PARTS + 1} of {PARTS}"


class FreshSeeds:
    """Run chapters on seeds that no page shows, and make a claim that fails an error.

    The build has run every chapter on the page's own seeds.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        """Leave chapters to `ALL=1` that are neither this commit's turn nor named."""
        named = {Path(argument.split("::")[0]).resolve() for argument in config.args}
        for item in items:
            if isinstance(item, IPyNbCell):
                chapter = Path(item.parent.path)
                if chapter not in named and NOTEBOOKS.index(chapter) % PARTS != SEED_SET % PARTS:
                    item.add_marker(pytest.mark.long)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        with pytest.MonkeyPatch.context() as patch:
            if isinstance(item, IPyNbCell):
                patch.setenv("MANY_HEADS_SEED_SET", str(SEED_SET))
                patch.setenv("MANY_HEADS_CLAIMS", "strict")
            return (yield)


def pytest_configure(config):
    config.pluginmanager.register(FreshSeeds())  # a hook in this file would not see book/


# What takes longest, and starts first: the end of a run must not wait for one worker.
LONGEST = [
    "tests/library/test_numerics.py",
    "tests/grading/test_instructor_page.py",
    "tests/site/test_downloads.py",
    "tests/building/test_build.py",
    "tests/widgets/test_every_widget.py",
    "tests/grading/test_feedback.py",
    "tests/grading/test_grade.py",
]


class ByFile(LoadScopeScheduling):
    """Keep each file on one worker, notebooks above all; the site may be split by its pages."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        return file + nodeid.partition("[")[2] if file.endswith("test_site.py") else file


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Put the chapters first, then the longest files; the others keep their order."""
    place = {file: i for i, file in enumerate(LONGEST, start=1)}

    def turn(item) -> int:
        file = item.nodeid.split("::")[0]
        return 0 if isinstance(item, IPyNbCell) else place.get(file, len(LONGEST) + 1)

    items.sort(key=turn)


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)


@pytest.fixture
def no_shape_checks():
    """Turn off shape checks, so that a wrong shape reaches the library's own error."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def site():
    """The built book; `make test` builds it first."""
    html = ROOT / "_build" / "html"
    assert (html / "index.html").is_file(), "no built book: run `make book` first"
    return html
