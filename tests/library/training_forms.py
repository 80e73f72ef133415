"""Record the trainings of the chapters, shortened, and repeat them on other processors.

    python training_forms.py record FILE    # run the chapters with a training of one step
    python training_forms.py replay FILE    # train three seeds of each form; print digests
    python training_forms.py sample FILE    # the same for the first two forms of each call
    python training_forms.py seed           # train seed 17 for 100 steps; print its digest

A form is a model, a task, a loss and an optimiser that a chapter passes to `train`, or a loop
that a chapter writes out by hand.
"""

import ast
import hashlib
import json
import os
import sys
import traceback
import warnings
from pathlib import Path
from typing import Any

os.environ["TQDM_DISABLE"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2] / "book"))

import cloudpickle
import multihead.train
import nbformat
import torch
from multihead import numerics
from multihead.attention import MultiHeadAttention
from multihead.claims import statement as claims
from multihead.tasks import LookUps
from multihead.train import data, engine, starts

BOOK = Path(__file__).parents[2] / "book"
STEPS = 2  # the second step is the first that uses the optimiser's state
EXAMPLES_A_DRAW = 16
FIRST_TWO = (" #0", " #1")  # of what one call trains
# Loops written out in a chapter: name and arguments.
BY_HAND = {
    "04": {"fit": {"target_map": torch.eye(12)[None], "width": 2}},
    "06": {
        "train_one": {"seed": 3, "steps": STEPS},
        "train_many": {"seeds": [1, 3, 5], "steps": STEPS},
    },
}
train = engine.train
forms: dict[str, tuple] = {}  # by the place in the chapter that trains, and a number
by_hand: dict[str, tuple] = {}


def record(model: Any, task: Any, checkpoints: Any = (), **options: Any) -> Any:
    """Replace `train`: record the form and train one step, so that the chapter can go on."""
    frames = [f for f in traceback.extract_stack() if f.filename.startswith("chapter ")]
    place = " <- ".join(f"{f.filename}:{f.lineno}" for f in reversed(frames))
    number = sum(key.startswith(place) for key in forms)
    forms[f"{place} #{number}"] = torch.get_default_dtype(), model, task, options
    run = train(model, task, **options | {"steps": 1})
    run.checkpoints = dict.fromkeys(checkpoints, run.params)
    return run


def record_chapter(path: Path) -> None:
    """Run a chapter statement by statement; statements that need a trained model may fail."""
    names: dict[str, Any] = {"__name__": f"chapter_{path.stem[:2]}"}
    cells = nbformat.read(path, as_version=4).cells
    for i, cell in enumerate(c for c in cells if c.cell_type == "code"):
        for statement in ast.parse(cell.source).body:
            place = f"chapter {path.stem[:2]} cell {i}"
            code = compile(ast.Module([statement], []), place, "exec")
            try:
                exec(code, names)
            except Exception as error:
                print(f"{place}: {type(error).__name__}", file=sys.stderr)
    for name, options in BY_HAND.get(path.stem[:2], {}).items():
        by_hand[f"chapter {path.stem[:2]} {name}"] = names[name], options


def call_sites(path: Path) -> set[str]:
    """Find where a chapter calls `train` or `train_starts`."""
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    return {
        f"chapter {path.stem[:2]} cell {i}:{node.lineno}"
        for i, cell in enumerate(cells)
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("train", "train_starts")
    }


def replay(
    dtype: torch.dtype, model: Any, task: Any, options: dict[str, Any], alone: bool
) -> dict[str, Any]:
    """Train the first, a middle and the last seed together, and perhaps the last one alone."""
    torch.set_default_dtype(dtype)
    last = len(options["seeds"]) - 1
    rows = sorted({0, last // 2, last})
    together = _train_rows(model, task, options, rows)
    found: dict[str, Any] = {"digest": digest(together)}
    if alone:
        single = _train_rows(model, task, options, [last])
        found["alone"] = all(torch.equal(together[name][-1:], single[name]) for name in single)
    return found


def replay_by_hand(loop: Any, options: dict[str, Any]) -> dict[str, Any]:
    torch.set_default_dtype(torch.float32)
    made = loop(**options)
    if isinstance(made, torch.nn.Module):
        made = made.state_dict()
    return {"digest": digest(made if isinstance(made, dict) else {"made": made})}


def seed_17() -> str:
    """Train seed 17 of two heads on the two look-ups for 100 steps."""
    torch.set_default_dtype(torch.float32)
    task = LookUps((1, 2))
    run = train(
        lambda g: MultiHeadAttention(12, 2, d_out=8, generator=g), task, seeds=[17], steps=100
    )
    return digest(run.params)


def digest(tensors: dict[str, torch.Tensor]) -> str:
    parts = (tensors[name].detach().numpy().tobytes() for name in sorted(tensors))
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def _train_rows(model: Any, task: Any, options: dict, rows: list[int]) -> dict[str, torch.Tensor]:
    given = options | {"steps": STEPS}
    for name in ("seeds", "data_seeds"):
        if given.get(name) is not None:
            given[name] = [list(given[name])[row] for row in rows]
    if given.get("start"):
        given["start"] = {name: p[rows] for name, p in given["start"].items()}
    run = train(model, task, **given)
    return run.params | {"losses": run.losses}


def record_all(file: Path) -> None:
    multihead.train.train = engine.train = starts.train = record
    claims.display = lambda made: None
    os.chdir(BOOK)
    for chapter in sorted(BOOK.glob("*.ipynb")):
        if call_sites(chapter):
            record_chapter(chapter)
    file.write_bytes(cloudpickle.dumps((forms, by_hand)))


def repeat_all(file: Path, sample: bool) -> dict[str, Any]:
    data.EXAMPLES_A_DRAW = EXAMPLES_A_DRAW
    recorded, loops = cloudpickle.loads(file.read_bytes())
    if sample:
        recorded = {name: form for name, form in recorded.items() if name[-3:] in FIRST_TWO}
    # An emulated processor is slow; of what one call trains, the first is enough alone.
    found = {
        name: replay(*form, alone=not sample or name.endswith("#0"))
        for name, form in recorded.items()
    }
    return found | {name: replay_by_hand(*loop) for name, loop in loops.items()}


def main(what: str, *file: str) -> None:
    warnings.simplefilter("ignore")
    if what == "seed":
        print(json.dumps(seed_17()))
    elif what == "record":
        record_all(Path(*file).absolute())
    else:
        found = repeat_all(Path(*file), sample=what == "sample")
        by = [torch.cpu.get_capabilities()["cpu_name"], numerics.in_force()]
        print(json.dumps({"forms": found, "by": by, "seed 17": seed_17()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
