"""The weights that TextLab fetches when a reader asks for them: a file for each seed it names.

They are scripts, which a page opened as a file may load too, and come from `book/real_text/`.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx

WIDGET = 'data-mh-widget="TextLab"'
SEED_FILE = re.compile(r'"_static/real_text/seed-(\d+)\.js"')


def seeds_on_page(html: str) -> set[int]:
    """Return the seeds that a page may ask for."""
    return {int(seed) for seed in SEED_FILE.findall(html)} if WIDGET in html else set()


def write_model_files(app: Sphinx, seeds: Iterable[int]) -> None:
    """Write the file of each seed."""
    for seed in sorted(seeds):
        from multihead.widgets.text_lab.quantize import SITE_FILE, seed_script  # loads PyTorch

        script = Path(app.outdir) / SITE_FILE.format(seed)
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(seed_script(seed), "ascii")
