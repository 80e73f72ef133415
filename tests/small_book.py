"""A small book with our configuration and extensions, which a test may break and build."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[1]
JUPYTER_BOOK = Path(sys.executable).with_name("jupyter-book")


class SmallBook:
    """A book of two pages with our own configuration and extensions."""

    def __init__(self, root: Path):
        self.root = root
        for name in ("_config.yml", "CITATION.cff", "_ext", "requirements.txt"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name)
        self.library = root / "book" / "multihead" / "answer.py"
        shutil.copytree(ROOT / "book" / "multihead", self.library.parent)
        self.write("_toc.yml", "format: jb-book\nroot: book/intro\nchapters:\n- file: book/one\n")
        self.write("book/intro.md", "# A small book\n")
        self.write("book/references.bib", "")
        self.library.write_text("ANSWER = 'forty-two'\n")
        self.notebook("from multihead.answer import ANSWER\nprint(ANSWER)")

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)

    def list(self, *names: str) -> None:
        """Add pages to the table of contents."""
        lines = "".join(f"- file: book/{name}\n" for name in names)
        self.write("_toc.yml", (self.root / "_toc.yml").read_text() + lines)

    def notebook(self, code: str, name: str = "one") -> None:
        title, cell = nbformat.v4.new_markdown_cell("# One"), nbformat.v4.new_code_cell(code)
        nb = nbformat.v4.new_notebook(
            cells=[title, cell], metadata={"kernelspec": {"name": "python3", "display_name": "-"}}
        )
        nbformat.write(nb, self.root / "book" / f"{name}.ipynb")

    def build(self, *options: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [JUPYTER_BOOK, "build", "-W", "-n", "--keep-going", *options, self.root],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "GITHUB_REPOSITORY": "",
                "SITE_URL": "",
                "HUB_URL": "",
                **environment,
            },
        )

    @property
    def page(self) -> str:
        return (self.root / "_build" / "html" / "book" / "one.html").read_text()
