"""A digest changes with what the claims of a chapter compute, and with nothing else."""

import json
import shutil

import nbformat
import pytest
from book_site import fingerprint
from multihead.claims import replications

ATTENTION = """
import math
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import nn

from multihead.checks import sizes, warn
from multihead.scale import ROOT


class Looks(NamedTuple):
    q: torch.Tensor
    k: torch.Tensor


@dataclass(frozen=True)
class Task:
    "A task."

    width: int = 4
    noise: float = 0.5

    def sample(self, n, generator):
        content = torch.randn(n, self.width, generator=generator)
        return content + self.noise

    def __repr__(self):
        return f"a task {self.width} wide"


class Other:
    def sample(self, n, generator):
        return n


class Layer(nn.Module):
    def __init__(self, width: int, *, scale: float = 1.0):
        super().__init__()
        sizes(width=width)
        self.W = nn.Parameter(torch.zeros(width))
        self.scale = scale

    def looks(self, x) -> Looks:
        return Looks(x @ self.W * self.scale, x.mean(dim=1))

    def forward(self, x, gate=None):
        look = self.looks(x)
        return look.q if gate is None else look.k * gate


def attention(q: "Float[Tensor, 'query d']", k, dim=-1):
    "Compare queries and keys."
    if len(q) < len(k):
        raise ValueError(f"{len(q)} queries, {len(k)} keys; give as many")
    if not q.any():
        warn("nothing to compare")
    scores = torch.einsum("i d, j d -> i j", q, k) / math.sqrt(ROOT)
    return scores.softmax(dim=dim)


def trained(task, steps, rate=0.1):
    run = [task.sample(step, None) for step in range(steps)]
    for step, drawn in enumerate(run):
        run[step] = drawn * rate
    return run


def many(task, **options):
    return trained(task, **options)
"""
CHECKS = """
import warnings


def sizes(least=1, **named):
    for name, size in named.items():
        if size < least:
            raise ValueError(f"{name} is {size}; use {least} or more")


def warn(cause):
    message = f"{cause}, so the result is 0"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
"""
SCALE = "ROOT = 4\nSPARE = 5\n"
SHOW = "def show(figure, alt, largest=1):\n    return figure\n"
STATEMENT = "def claim(id, what, found, above=None, below=None, seeds=None):\n    pass\n"
CELLS = [
    "import torch\nfrom multihead import attention as room\n"
    "from multihead.show.figures import show\n"
    "from multihead.claims.statement import claim",
    "task = room.Task(width=3)\nplan = {'steps': 20}\nplan['rate'] = 0.2",
    "def layer(g, width=3):\n    return room.Layer(width, scale=2.0)",
    "runs = room.many(task, **plan)\nmore = room.trained(task, 5, rate=0.3)",
    "drawn = task.sample(4, None)\nmodel = layer(None)\nq = model.looks(drawn).q",
    "pattern = room.attention(q, model(drawn, gate=2), dim=-1)",
    "for name, run in {'short': more, 'long': runs}.items():\n    print(f'{name}: {run}')",
    "for name in ('a', 'b'):\n    runs.append(name)",
    "for name in ('a', 'b'):\n    more.append(name)\n    print(name, 'of two')",
    "alt = 'The pattern, '\nalt += 'a picture.'\nshow(pattern, alt, largest=2)",
    "words = 'the cat sat'.split()\nlast = {word: i for i, word in enumerate(words)}['sat']",
    "what = 'The first share'\n"
    "claim('first', f'{what} is high', pattern.max(), above=0.5, seeds=last)",
]


class Book:
    """A book of one chapter, with a library of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.cells = CELLS
        self.write("requirements.txt", "numpy==1.0\nrich==1.0\n")
        for name, text in {
            "__init__.py": "",
            "attention.py": ATTENTION,
            "checks.py": CHECKS,
            "scale.py": SCALE,
            "show/figures.py": SHOW,
            "claims/statement.py": STATEMENT,
        }.items():
            self.write(f"book/multihead/{name}", text)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def change(self, *pairs):
        """Replace texts in all cells and all of the library; each stands somewhere."""
        paths = sorted(self.folder.rglob("*.py"))
        texts = {path: path.read_text() for path in paths} | dict(enumerate(self.cells))
        for old, new in pairs:
            assert any(old in text for text in texts.values()), old
            texts = {key: text.replace(old, new) for key, text in texts.items()}
        for path in paths:
            path.write_text(texts[path])
        self.cells = [texts[i] for i in range(len(self.cells))]

    def digest(self, *cells):
        cells_to_write = [nbformat.v4.new_code_cell(cell) for cell in cells or self.cells]
        cells_to_write.insert(0, nbformat.v4.new_markdown_cell("Words"))
        nbformat.write(nbformat.v4.new_notebook(cells=cells_to_write), self.folder / "01-a.ipynb")
        return fingerprint.digest(self.folder / "01-a.ipynb")


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "BOOK", tmp_path / "book")
    monkeypatch.setattr(fingerprint, "LIBRARY", tmp_path / "book" / "multihead")
    return Book(tmp_path)


@pytest.mark.parametrize(
    "pairs",
    [
        [("attention(", "compare(")],
        [("ROOT", "FOURTH")],
        [("scores", "products")],
        [("for step, drawn in", "for i, one in"), ("run[step] = drawn", "run[i] = one")],
        [("{word: i for i, word in", "{w: n for n, w in")],
        [("k, dim=-1):", "k, axis=-1):"), ("gate=2), dim=", "gate=2), axis="), ("=dim)", "=axis)")],
        [("rate=0", "pace=0"), ("* rate", "* pace"), ("'rate'", "'pace'")],
        [("width", "breadth")],
        [(".looks(", ".seen("), ("def looks", "def seen")],
        [("    q: torch", "    asks: torch"), (").q", ").asks"), ("look.q", "look.asks")],
        [("self.W ", "self.weights ")],
        [("sample", "draw")],
        [("import attention as room", "import attention as here"), ("room.", "here.")],
        [("task", "problem")],
        [("options", "further")],
        [("largest", "highest")],
    ],
)
def test_a_name_changed_everywhere_keeps_the_digest(book, pairs):
    first = book.digest()
    book.change(*pairs)
    assert book.digest() == first


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Compare queries", "Match queries"),
        ("'query d'", "'query width'"),
        ("width: int = 4", "width: 'whole' = 4"),
        ("{len(k)} keys; give as many", "{len(k) - 1} keys are missing"),
        ("is {size}; use", "has {size}; it must be"),
        ("sizes(width=width)", "sizes(breadth=width)"),
        ("so the result is 0", "which gives 0"),
        ("a task {self.width} wide", "a task"),
        ("'The pattern, '", "'What it looks at, '"),
        ("'of two'", "'of both'"),
        ("'short'", "'brief'"),
        ("largest=2", "largest=3"),
        ("'The first share'", "'The largest share'"),
        ("claim('first', f'{what} is high', ", "claim(f'{what} is high', "),
        ("above=0.5", "above=0.4, below=1"),
        ("scores = ", "# A remark\n    scores   =  "),
        ("SPARE = 5", "SPARE = 6"),
        ("return figure\n", "return figure, alt\n"),
    ],
)
def test_words_that_are_only_shown_do_not_count(book, old, new):
    first = book.digest()
    book.change((old, new))
    assert book.digest() == first


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ROOT = 4", "ROOT = 9"),
        ("len(q) < len(k)", "len(q) <= len(k)"),
        ("raise ValueError", "raise TypeError"),
        ("if not q.any()", "if q.any()"),
        ("i d, j d -> i j", "i d, j d -> j i"),
        ('einsum("i d, j d -> i j", q, k)', 'einsum("i d, j d -> i j", k, q)'),
        ("k, dim=-1", "k, dim=-2"),
        ("look.q if", "look.k if"),
        ("look.q if gate is None else look.k * gate", "look.k * gate if gate is None else look.q"),
        ("    q: torch.Tensor\n    k: torch.Tensor", "    k: torch.Tensor\n    q: torch.Tensor"),
        ("@dataclass(frozen=True)", "@dataclass"),
        ("self.noise", "self.width"),
        ("least=1", "least=2"),
        ("width=3)\nplan", "noise=3)\nplan"),
        ("{'steps': 20}", "{'rate': 20}"),
        ("plan['rate']", "plan['steps']"),
        ("5, rate=0.3", "6, rate=0.3"),
        ("looks(drawn).q", "looks(drawn).k"),
        ("gate=2", "gate=None"),
        ("seeds=last", "seeds=3"),
        ("room.many(task, **plan)", "room.trained(task, **plan)"),
    ],
)
def test_a_small_change_of_meaning_changes_the_digest(book, old, new):
    first = book.digest()
    book.change((old, new))
    assert book.digest() != first


@pytest.mark.parametrize(
    ("pins", "same"),
    [("numpy==1.1\nrich==1.0\n", False), ("numpy==1.0\nrich==1.1\n", True)],
)
def test_the_versions_of_what_computes_count(book, pins, same):
    first = book.digest()
    book.write("requirements.txt", pins)
    assert (book.digest() == first) is same


def test_the_borders_of_cells_and_moved_claims_keep_the_digest(book):
    first = book.digest()
    assert book.digest("\n".join(CELLS)) == first
    split = CELLS[-1].replace("what = 'The first share'\n", "").replace("{what}", "That")
    assert book.digest(*CELLS[:-1], split) == first


def test_moved_code_keeps_its_digest(book):
    cell = "from multihead.attention import attention\nattention(2, 3)"
    first = book.digest(cell)
    (book.folder / "book/multihead/attention.py").unlink()
    book.write("book/multihead/layers/__init__.py", "from multihead.layers.one import attention\n")
    book.write("book/multihead/layers/one.py", ATTENTION)
    assert book.digest("from multihead.layers import attention\nattention(2, 3)") == first
    assert book.digest("from multihead import layers", "layers.attention(2, 3)") == first
    assert book.digest("from multihead.layers import one as o\no.attention(2, 3)") == first
    assert book.digest("import multihead.layers\nmultihead.layers.one.attention(2, 3)") == first
    book.write("book/multihead/layers/one.py", ATTENTION.replace("math.sqrt", "math.exp"))
    assert book.digest("from multihead.layers import attention\nattention(2, 3)") != first


def test_what_a_chapter_does_not_reach_does_not_count(book):
    cell = "from multihead.scale import ROOT\nsteps = ROOT"
    first = book.digest(cell)
    book.change(("math.sqrt", "math.exp"))
    assert book.digest(cell) == first


def test_what_the_library_does_on_import_counts_for_every_chapter(book):
    first = book.digest("steps = 200")
    book.write("book/multihead/__init__.py", "from multihead.numerics import pin\n\npin()\n")
    book.write("book/multihead/numerics.py", "import os\n\ndef pin():\n    os.nice(1)\n")
    pinned = book.digest("steps = 200")
    book.write("book/multihead/numerics.py", "import os\n\ndef pin():\n    os.nice(2)\n")
    assert len({first, pinned, book.digest("steps = 200")}) == 3


def test_a_name_of_another_package_is_what_it_stands_for(book):
    first = book.digest("from torch.nn import functional as F\nF.pad(x)")
    assert book.digest("import torch\n\ntorch.nn.functional.pad(x)") == first
    assert book.digest("import torch.nn.functional as F", "F.pad(x)") == first
    assert book.digest("from torch.optim import functional as F\nF.pad(x)") != first


def test_values_that_look_alike_are_told_apart(book):
    digests = [book.digest(f"assert f({value})") for value in ("False", "0", "None", "'0'", "0.0")]
    assert len(set(digests)) == len(digests)


def test_programs_may_import_from_each_other(book):
    one = "from multihead.scale import ROOT\n\ndef twice(x):\n    return 2 * x + ROOT\n"
    other = "from .one import twice\n\nassert twice(3)\n"
    first = fingerprint.of_source(one, other)
    renamed = [text.replace("twice", "double") for text in (one, other)]
    assert fingerprint.of_source(*renamed) == first
    assert fingerprint.of_source(one.replace("2 *", "3 *"), other) != first
    book.change(("ROOT = 4", "ROOT = 5"))
    assert fingerprint.of_source(one, other) != first


@pytest.mark.parametrize(("chapter", "trains"), [("03-money-bank", False), ("12-copies", True)])
def test_a_chapter_that_trains_reaches_the_training(chapter, trains, tmp_path, monkeypatch):
    path = fingerprint.BOOK / f"{chapter}.ipynb"
    first = fingerprint.digest(path)
    shutil.copytree(fingerprint.LIBRARY, tmp_path / "book/multihead")
    shutil.copy(fingerprint.BOOK.parent / "requirements.txt", tmp_path)
    monkeypatch.setattr(fingerprint, "BOOK", tmp_path / "book")
    monkeypatch.setattr(fingerprint, "LIBRARY", tmp_path / "book/multihead")
    engine = tmp_path / "book/multihead/train/engine.py"
    engine.write_text(engine.read_text("utf-8").replace("LANES = 16", "LANES = 8"), "utf-8")
    assert (fingerprint.digest(path) != first) is trains


def test_stored_digests_can_be_compared():
    stored = json.loads(replications.FILE.read_text("utf-8"))
    assert {len(kept["made_from"]) for kept in stored.values()} == {16}
