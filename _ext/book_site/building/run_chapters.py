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
MARKDOWN_READER = {"type": "plugin", "name": "myst_nb_md"}  # of notebooks written as Markdown


def has_code(path: Path) -> bool:
    """Say whether a page holds code that the build runs."""
    return path.suffix == ".ipynb" or is_myst_markdown_notebook(path.read_text("utf-8"))


def run_in_parallel(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    if app.config.nb_execution_mode != "cache":
        return
    paths = [path for name in docnames if has_code(path := Path(env.doc2path(name)))]
    cache = get_cache(app.config.nb_execution_cache_path)
    # Later chapters train more. They go first, so that at the end no core waits for one of them.
    for path in sorted(paths, reverse=True):
        reader = DEFAULT_READ_DATA if path.suffix == ".ipynb" else MARKDOWN_READER
        cache.add_nb_to_project(str(path), read_data=reader)
    pending = cache.list_unexecuted([str(path) for path in paths])
    if len(pending) < 2:
        return
    LOG.info("running %d pages at once", len(pending))
    executor_log = logging.getLogger(f"{__name__}.executor")
    executor_log.setLevel(logging.WARNING)
    executor = load_executor("local-parallel", cache, logger=executor_log)
    executor.run_and_cache(
        filter_uris=[record.uri for record in pending], timeout=app.config.nb_execution_timeout
    )
