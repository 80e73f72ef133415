"""A digest changes with the code that a chapter's claims can reach, and with nothing else."""

import json

import nbformat
import pytest
from book_site import fingerprint
from multihead.claims import replications

ATTENTION = """
import math
from multihead.scale import ROOT

def attention(q, k):
    "Compare queries and keys."
    return q * k / math.sqrt(ROOT)
"""
SCALE = "ROOT = 4\nSPARE = 5\n"
CELL = "from multihead.attention import attention\nattention(2, 3)"


class Book:
    """A book of one chapter, with a library of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.write("requirements.txt", "numpy==1.0\nrich==1.0\n")
        self.write("book/multihead/attention.py", ATTENTION)
        self.write("book/multihead/scale.py", SCALE)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def digest(self, *cells):
        fingerprint.definitions.cache_clear()
        fingerprint.modules.cache_clear()
        made = [nbformat.v4.new_code_cell(cell) for cell in cells or (CELL,)]
        made.insert(0, nbformat.v4.new_markdown_cell("Words"))
        nbformat.write(nbformat.v4.new_notebook(cells=made), self.folder / "01-a.ipynb")
        return fingerprint.digest(self.folder / "01-a.ipynb")


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "BOOK", tmp_path / "book")
    monkeypatch.setattr(fingerprint, "LIBRARY", tmp_path / "book" / "multihead")
    yield Book(tmp_path)
    fingerprint.definitions.cache_clear()
    fingerprint.modules.cache_clear()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("book/multihead/attention.py", ATTENTION.replace("q * k", "k - q")),
        ("book/multihead/scale.py", SCALE.replace("4", "9")),
        ("requirements.txt", "numpy==1.1\nrich==1.0\n"),
    ],
)
def test_a_change_of_what_a_chapter_reaches_changes_the_digest(book, name, text):
    first = book.digest()
    book.write(name, text)
    assert book.digest() != first


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("book/multihead/attention.py", ATTENTION.replace("Compare queries", "Match queries")),
        ("book/multihead/attention.py", "# A remark\n" + ATTENTION.replace("q * k", "(q  *  k)")),
        ("book/multihead/scale.py", SCALE.replace("5", "6")),
        ("book/multihead/heads/looks.py", "def look(x):\n    return x\n"),
        ("book/multihead/show/figures.py", "def attention(x):\n    return x\n"),
        ("requirements.txt", "numpy==1.0\nrich==1.1\n"),
    ],
)
def test_a_change_of_anything_else_does_not(book, name, text):
    first = book.digest()
    book.write(name, text)
    assert book.digest() == first


def test_moved_code_keeps_its_digest(book):
    first = book.digest()
    (book.folder / "book/multihead/attention.py").unlink()
    book.write("book/multihead/layers/__init__.py", "from multihead.layers.one import attention\n")
    book.write("book/multihead/layers/one.py", ATTENTION)
    assert book.digest("from multihead.layers import attention\nattention(2, 3)") == first
    assert book.digest("from multihead import layers", "layers.attention(2, 3)") == first
    assert book.digest("from multihead.layers import one as o\no.attention(2, 3)") == first
    assert book.digest("import multihead.layers\nmultihead.layers.one.attention(2, 3)") == first


def test_moved_code_that_changes_on_its_way_does_not(book):
    first = book.digest()
    book.write("book/multihead/attention.py", ATTENTION.replace("math.sqrt", "math.exp"))
    assert book.digest() != first


def test_what_the_library_does_on_import_counts_for_every_chapter(book):
    first = book.digest("steps = 200")
    book.write("book/multihead/numerics.py", "def pin():\n    threads(1)\n")
    pinned = book.digest("steps = 200")
    book.write("book/multihead/numerics.py", "def pin():\n    threads(2)\n")
    assert len({first, pinned, book.digest("steps = 200")}) == 3


def test_a_name_of_another_package_is_what_it_stands_for(book):
    first = book.digest("from torch.nn import functional as F\nF.pad(x)")
    assert book.digest("import torch\n\ntorch.nn.functional.pad(x)") != first  # another tree
    assert book.digest("import torch.nn.functional as F", "F.pad(x)") == first
    assert book.digest("from torch.optim import functional as F\nF.pad(x)") != first


def test_words_and_remarks_in_cells_do_not_count(book):
    first = book.digest("steps = 200\nalt = 'Some words on it.'")
    assert book.digest("steps = 200  # a remark", "alt = 'Other words on it.'") == first
    assert book.digest("steps = 201\nalt = 'Some words on it.'") != first
    assert book.digest("fused = False") != book.digest("fused = 0")
    assert book.digest("fused = False") != book.digest("fused = None")
    assert book.digest("alt = 'QK'") != book.digest("alt = 'VO'")


def test_a_loop_that_shadows_a_module_keeps_its_name(book):
    book.write("book/multihead/heads/looks.py", "def look(x):\n    return x\n")
    cell = "from multihead import heads\nrows = [heads for heads in pairs]\nheads.look(rows)"
    assert book.digest(cell) != book.digest(cell.replace("[heads for", "[0 for"))


def test_every_training_of_the_library_is_reached_by_a_chapter_that_calls_it():
    texts = fingerprint.reached("run = quick_layers(2)")
    defined = {text.split("'")[5] for text in texts if text.startswith("('FunctionDef'")}
    assert {"quick_layers", "_quick", "train", "prepare", "batches", "pin"} <= defined


def test_stored_digests_can_be_compared():
    stored = json.loads(replications.FILE.read_text("utf-8"))
    assert {len(kept["made_from"]) for kept in stored.values()} == {16}
