"""The keys of the exercises, for all who get notebooks and no repository.

They are made anew when an exercise, or what draws and judges its cases, has changed.
"""

import hashlib
import json
from pathlib import Path

FOLDER = "book/keys"  # in what learners get


def exercise_keys(root: Path) -> dict[str, bytes]:
    """Return the key of each exercise by its path; a book without exercises has none."""
    if not (root / "exercises").is_dir():
        return {}
    kept = root / "_build" / ".keys" / f"{digest(root)}.json"
    if not kept.is_file():
        from multihead.exercises import keys  # loads PyTorch

        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(keys.of_folders()), "utf-8")
    made = json.loads(kept.read_text("utf-8"))
    return {f"{FOLDER}/{name}": text.encode() for name, text in made.items()}


def digest(root: Path) -> str:
    """Hash what the keys are made from."""
    sources = [*root.glob("exercises/*/*/*.py"), *root.glob("book/multihead/exercises/*.py")]
    sources += [*root.glob("exercises/*/*/exercise.md"), root / "requirements.txt"]
    hashed = hashlib.sha256()
    for path in sorted(sources):
        hashed.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:16]
