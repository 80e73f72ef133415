"""What the answers of a class are compared with: inputs that only its secret seed draws.

Of an exercise by hand students see the numbers, and their key has digests of the results.
"""

import hashlib

from multihead.exercises import folders, keys, sealed
from multihead.exercises.folders import Exercise
from multihead.exercises.sheets import Sheet

TRIES = 200


def drawn(seed: int, text: str) -> int:
    """Draw a number from the secret seed of a course, for what the text names."""
    return int(hashlib.sha256(f"{seed} {text}".encode()).hexdigest(), 16)


def sheet(exercise: Exercise, secret: int) -> Sheet:
    """Return what marks compare with; by hand, numbers that no public variant has if there are any.

    Raises
    ------
    ValueError
        If of an exercise by hand no numbers tell the usual mistakes apart.
    """
    rng = folders.generator(secret)
    if not exercise.by_hand:
        return folders.filled(exercise, exercise.cases(rng))
    public = {str(folders.variant(exercise, seed)) for seed in keys.VARIANTS}
    fallback = None
    for _ in range(TRIES):
        candidate = sealed.on_grid(folders.filled(exercise, exercise.cases(rng)))
        if candidate and str(candidate.cases[0]) not in public:
            return candidate
        fallback = fallback or candidate
    if fallback:
        return fallback
    raise ValueError(
        f"{exercise.name}: rounded to its tolerance of {exercise.tolerance:g}, what is right and "
        "what usual mistakes give are too close; make TOLERANCE smaller, or the numbers more "
        "different"
    )


def key(exercise: Exercise, secret: int, label: str, chapters: str | None = None) -> str:
    """Write the key for students: of a code exercise the page's, by hand that of this class."""
    if not exercise.by_hand:
        page = keys.VARIANTS[0]
        cases = exercise.cases(folders.generator(page))
        return keys.written({page: folders.filled(exercise, cases)}, chapters)
    salt = hashlib.sha256(f"{secret} salt".encode()).hexdigest()[:32]
    return keys.written({label: sealed.closed(sheet(exercise, secret), salt)}, chapters)
