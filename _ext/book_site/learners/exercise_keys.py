"""The keys of the exercises, for all who get notebooks and no repository.

They are made anew when an exercise, or what draws and judges its cases, has changed.
"""

import json
from pathlib import Path

from book_site.building import digest
from book_site.building.pages_of_exercises import exercises

FOLDER = "book/keys"  # in what learners get


def exercise_keys(root: Path) -> dict[str, bytes]:
    """Return the key of each exercise by its path; a book without exercises has none."""
    if not (root / "exercises").is_dir():
        return {}
    cache_file = root / "_build" / ".keys" / f"{digest.of_files(root, exercises(root))}.json"
    if not cache_file.is_file():
        from multihead.exercises import keys  # loads PyTorch

        cache_file.parent.mkdir(parents=True, exist_ok=True)
        cache_file.write_text(json.dumps(keys.of_folders()), "utf-8")
    texts = json.loads(cache_file.read_text("utf-8"))
    return {f"{FOLDER}/{name}": text.encode() for name, text in texts.items()}
