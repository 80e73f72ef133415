"""An answer by hand as a place on a grid: one digest of it tells whether it is right.

The key of a class may not show what is right. So it has slow salted digests: of the place of the
right result on a grid, and of those of the usual mistakes. The marks use the same grid, without
digests. So `check` and they agree on every answer, however it was rounded.
"""

import hashlib
import math
from itertools import product

import numpy as np

from multihead.exercises import answers
from multihead.exercises.sheets import Seal, Sheet

COST = 2**14  # of scrypt, for each digest: 16 MB and some 50 ms
SMALLEST = 1e-6  # where the tolerance is 0
MOST = 64  # places of one mistake; if more are near, only its own counts


def on_grid(sheet: Sheet) -> Sheet | None:
    """Return a sheet whose answers are compared on a grid; None if that takes two for one."""
    grid = _grid(sheet)
    results = [sheet.right[0], *_mistakes(sheet).values()]
    places = [_places(grid, result, sheet.tolerance) for result in results]
    apart = len(set().union(*places)) == sum(map(len, places))
    return sheet._replace(seal=_with_digests(sheet, grid)) if apart else None


def closed(sheet: Sheet, salt: str) -> Sheet:
    """Return what students may have: of the results no number, only their form and digests."""
    seal = _with_digests(sheet, _grid(sheet)._replace(salt=salt))
    return sheet._replace(right=[np.zeros_like(sheet.right[0])], wrong={}, seal=seal)


def compare(sheet: Sheet, seal: Seal, answer: object) -> tuple[str | None, str | None]:
    """Say how an answer differs from what is right, if it does, and name the likely mistake."""
    unfit = answers.misfit(answer, sheet.right[0], by_hand=True)
    try:
        digest = _digest(seal, _place(seal, answers.read(answer)))
    except answers.UnreadableError:
        return unfit, None
    if digest == seal.right:
        return None, None
    return unfit or "The answer differs from ours.", seal.wrong.get(digest)


def _grid(sheet: Sheet) -> Seal:
    """Choose a step, and for each number the grid in which the right result is far from an edge.

    A whole number is in the middle of a place, as are halves and quarters, so the choice tells
    nothing about these.
    """
    (right,) = sheet.right
    step = 2.0 ** math.ceil(math.log2(4 * max(sheet.tolerance, SMALLEST)))
    steps = right.astype(float) / step
    half = np.abs(steps - np.rint(steps)) > 1 / 4
    return Seal(step, right.shape, half.ravel().tolist(), None, "", {})


def _with_digests(sheet: Sheet, grid: Seal) -> Seal:
    """Name the place of the right result, and all places that are as near to a mistake's."""
    wrong = {
        _digest(grid, place): mistake
        for mistake, result in _mistakes(sheet).items()
        for place in _places(grid, result, sheet.tolerance)
    }
    return grid._replace(right=_digest(grid, _place(grid, sheet.right[0])), wrong=wrong)


def _mistakes(sheet: Sheet) -> dict[str, np.ndarray]:
    return {m: result for m, (result,) in sheet.wrong.items() if isinstance(result, np.ndarray)}


def _place(grid: Seal, array: np.ndarray) -> bytes:
    return _place_bytes(array, np.asarray(np.rint(_steps(grid, array))))


def _places(grid: Seal, array: np.ndarray, slack: float) -> list[bytes]:
    """Return the places that an array has if each of its numbers may be off by some slack."""
    steps = _steps(grid, array)
    low, high = (np.rint(steps + way * slack / grid.step) for way in (-1, 1))
    edges = [(a, b) if a < b else (a,) for a, b in zip(low.flat, high.flat, strict=True)]
    if math.prod(map(len, edges)) > MOST:
        return [_place(grid, array)]
    return [_place_bytes(array, np.array(place)) for place in product(*edges)]


def _steps(grid: Seal, array: np.ndarray) -> np.ndarray:
    half = np.reshape(grid.half, grid.shape) / 2 if array.shape == grid.shape else 0
    return np.asarray(array.astype(float) / grid.step + half)


def _place_bytes(array: np.ndarray, steps: np.ndarray) -> bytes:
    """Write kind, shape and steps; of numbers that are equal, the bytes are equal."""
    kind = "bool" if array.dtype.kind == "b" else "numbers"
    steps = np.where(np.isnan(steps), np.nan, steps + 0.0)  # one nan, one 0
    return f"{kind} {array.shape}".encode() + steps.astype("<f8").tobytes()


def _digest(seal: Seal, place: bytes) -> str:
    """Hash a place, slowly if there is a salt."""
    if seal.salt is None:
        return hashlib.sha256(place).hexdigest()
    salt = bytes.fromhex(seal.salt)
    return hashlib.scrypt(place, salt=salt, n=COST, r=8, p=1, dklen=16).hex()
