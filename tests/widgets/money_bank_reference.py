"""What NumPy and Python give where `money_bank.test.js` computes and writes numbers itself."""

import numpy as np
from multihead import example
from multihead.widgets import MoneyBank
from multihead.widgets.money_bank import widget

CHAPTER = {name: getattr(example, name) for name in MoneyBank.ARRAYS}


def reference() -> dict:
    """Give the chapter's example, and random ones as NumPy works them out."""
    walk = MoneyBank()
    return {
        "words": walk._words,
        "coordinates": walk._coordinates,
        "steps": walk._steps,
        "forms": walk._forms,
        "chapter": _lists(CHAPTER),
        "halves": _lists(_halves()),
        "layers": [
            *_layers("wide", 3, 5, 2),
            *_layers("paper", 5, 6, 3),
            *_layers("paper", 2, 4, 2),
        ],
        "overflowing": _overflowing(),
        "texts": _texts(),
    }


def _lists(arrays: dict) -> dict:
    return {name: array.tolist() for name, array in arrays.items()}


def _halves() -> dict:
    """Numbers for which every sum can be written out to the last digit but for softmax."""
    rng = np.random.default_rng(6)
    return {name: rng.integers(-2, 3, size=a.shape) / 2.0 for name, a in CHAPTER.items()}


def _random_numbers(rng: np.random.Generator, pos: int, d_model: int, heads: int) -> dict:
    kinds = [lambda n: rng.normal(size=n), lambda n: rng.integers(-3, 4, size=n) / 2.0]
    sizes = {"X": (pos, d_model), **dict.fromkeys(MoneyBank.ARRAYS[1:], (heads, d_model, d_model))}
    return {name: kinds[rng.integers(2)](size) for name, size in sizes.items()}


def _layers(form: str, pos: int, d_model: int, heads: int) -> list[dict]:
    rng = np.random.default_rng(3)
    layers = []
    for _ in range(40):
        numbers = _random_numbers(rng, pos, d_model, heads)
        steps = example.steps(*numbers.values(), form=form)._asdict()
        weights = _lists(steps.pop("weights")._asdict())
        layers.append({"form": form, "numbers": _lists(numbers), "weights": weights})
        layers[-1]["steps"] = _lists(steps)
    return layers


def _overflowing() -> dict:
    numbers = {name: array.copy() for name, array in CHAPTER.items()}
    numbers["X"][1, 3] = numbers["W_Q"][0, 3, 1] = 1e200
    numbers["W_K"][1, 3, 0] = -1e200
    with np.errstate(all="ignore"):
        Q, K, V = (numbers["X"] @ numbers[name] for name in ("W_Q", "W_K", "W_V"))
        scores = Q @ K.swapaxes(1, 2) / 2
        pattern = example.softmax(scores)
        output = np.concatenate(pattern @ V, axis=1) @ np.concatenate(numbers["W_O"])
    made = {"Q": Q, "K": K, "scores": scores, "pattern": pattern, "output": output}
    # JSON has no infinity: as texts.
    steps = {name: [repr(float(x)) for x in array.ravel()] for name, array in made.items()}
    return {"numbers": _lists(numbers), "steps": steps}


def _texts() -> list[tuple[float, str]]:
    rng = np.random.default_rng(5)
    random = rng.normal(size=80) * 10.0 ** rng.integers(-9, 12, size=80)
    special = [2, -0.0, 0.5, -3, 1e30, 2 + 4e-16, 0.1 + 0.2, 1e6, 999_999, -1e-30, 0.005, 0.0045]
    return [(x, widget._text(x)) for x in map(float, [*random, *special])]
