"""Two heads as modules of their own: the same as chapter 05 writes out, to the bit."""

import nbformat
import pytest
import torch
from conftest import ROOT
from multihead.heads import head_pair, matrix, measure_pairs, patterns_apart
from multihead.tasks import LookUps
from multihead.train import train_starts

TASK = LookUps((1, 2), n_pos=5, n_content=3)
WRITTEN_OUT = ("def pattern_of(head", "class Head(", "class Sum(", "def matrix(", "def start(")
STARTS = [
    {},
    {"equal": "QKVO"},
    {"equal": "QK", "zero": "O"},
    {"equal": "QKVO", "negated": "VO"},
    {"equal": "QKVO", "nudge": 0.01},
]


@pytest.fixture(scope="module")
def chapter():
    """The names that chapter 05 gives to what it writes out, for our task."""
    notebook = nbformat.read(ROOT / "book/05-same-input-different-gradients.ipynb", as_version=4)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    names = {"task": TASK}
    (imports,) = (c for c in code if "from multihead.train import (" in c)
    exec(imports, names)
    for begin in WRITTEN_OUT:
        (cell,) = (c for c in code if any(line.startswith(begin) for line in c.splitlines()))
        exec(cell, names)
    return names


@pytest.mark.parametrize("options", STARTS)
def test_a_pair_is_that_of_the_chapter(chapter, options):
    g, again = torch.Generator().manual_seed(3), torch.Generator().manual_seed(3)
    ours, theirs = head_pair(g, TASK, **options), chapter["start"](again, **options)
    for name, W in theirs.named_parameters():
        assert torch.equal(ours.get_parameter(name), W)
    x, _ = TASK.sample(7, torch.Generator())
    assert torch.equal(ours(x), theirs(x))
    head, other = ours.parts[1], theirs.parts[1]
    keep = torch.rand(7, 5, 5)
    assert torch.equal(head(x, keep), other(x, keep))
    assert torch.equal(head.pattern(x), chapter["pattern_of"](other, x))


def test_a_letter_that_names_no_matrix_is_refused():
    with pytest.raises(ValueError, match="PX names no matrix of a head; use QKVO"):
        head_pair(torch.Generator(), TASK, equal="QX", negated="P")


def test_what_became_of_pairs_is_measured_by_start():
    starts = {
        "equal": lambda g: head_pair(g, TASK, d_head=2, equal="QKVO"),
        "drawn": lambda g: head_pair(g, TASK, d_head=2),
    }
    run = train_starts([*starts.values()], TASK, seeds=[3, 11, 5], steps=7, batch=2)
    x, y = TASK.sample(4, torch.Generator())
    pairs = measure_pairs(run, starts, TASK, x, y)
    assert pairs["equal"].weights_apart.tolist() == [0, 0, 0]
    assert pairs["equal"].patterns_apart.tolist() == [0, 0, 0]
    drawn = run.model_of(4)
    assert pairs["drawn"].patterns_apart[1] == patterns_apart(drawn, x)
    assert pairs["drawn"].r2[1] == TASK.score(drawn(x), y)
    apart = max((matrix(drawn.parts[0], k) - matrix(drawn.parts[1], k)).abs().max() for k in "QKVO")
    assert pairs["drawn"].weights_apart[1] == apart
