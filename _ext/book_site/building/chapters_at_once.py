"""Run the chapters that are not in the execution cache on all cores, before Sphinx reads pages.

Sphinx would run them one after another. A chapter that fails is not cached, so Sphinx runs it again
and reports the error with its page.
"""

import logging
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.executors import load_executor
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import getLogger

LOG = getLogger(__name__)


def run_chapters(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    if app.config.nb_execution_mode != "cache":
        return
    paths = [path for name in docnames if (path := Path(env.doc2path(name))).suffix == ".ipynb"]
    cache = get_cache(app.config.nb_execution_cache_path)
    # Later chapters train more. They go first, so that at the end no core waits for one of them.
    for path in sorted(paths, reverse=True):
        cache.add_nb_to_project(str(path))
    waiting = cache.list_unexecuted([str(path) for path in paths])
    if len(waiting) < 2:
        return
    LOG.info("running %d chapters at once", len(waiting))
    quiet = logging.getLogger(f"{__name__}.executor")
    quiet.setLevel(logging.WARNING)
    executor = load_executor("local-parallel", cache, logger=quiet)
    executor.run_and_cache(
        filter_uris=[record.uri for record in waiting], timeout=app.config.nb_execution_timeout
    )
