"""Run the pages that are not in the execution cache on all cores, before Sphinx reads them.

Sphinx would run them one after another. A page that fails is not cached, so Sphinx runs it again
and reports the error with its page.
"""

import logging
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.executors import load_executor
from jupyter_cache.readers import DEFAULT_READ_DATA
from myst_nb.core.read import is_myst_markdown_notebook
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import getLogger

LOG = getLogger(__name__)
AS_TEXT = {"type": "plugin", "name": "myst_nb_md"}  # how a notebook written as Markdown is read


def runs(path: Path) -> bool:
    """Say whether a page holds code that the build runs."""
    return path.suffix == ".ipynb" or is_myst_markdown_notebook(path.read_text("utf-8"))


def run_chapters(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    if app.config.nb_execution_mode != "cache":
        return
    paths = [path for name in docnames if runs(path := Path(env.doc2path(name)))]
    cache = get_cache(app.config.nb_execution_cache_path)
    # Later chapters train more. They go first, so that at the end no core waits for one of them.
    for path in sorted(paths, reverse=True):
        how = DEFAULT_READ_DATA if path.suffix == ".ipynb" else AS_TEXT
        cache.add_nb_to_project(str(path), read_data=how)
    waiting = cache.list_unexecuted([str(path) for path in paths])
    if len(waiting) < 2:
        return
    LOG.info("running %d pages at once", len(waiting))
    quiet = logging.getLogger(f"{__name__}.executor")
    quiet.setLevel(logging.WARNING)
    executor = load_executor("local-parallel", cache, logger=quiet)
    executor.run_and_cache(
        filter_uris=[record.uri for record in waiting], timeout=app.config.nb_execution_timeout
    )
