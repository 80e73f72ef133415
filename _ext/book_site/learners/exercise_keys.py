"""The keys of the exercises, for all who get notebooks and no repository.

They are made anew when an exercise, or what draws and judges its cases, has changed, and when a
section that explains a mistake has another title or place.
"""

import json
import re
from pathlib import Path

from book_site.building import digest
from book_site.building.pages_of_exercises import exercises
from book_site.learners.task_links import chapters_address

FOLDER = "book/keys"  # in what learners get
LABEL_OR_HEADING = re.compile(r'"(\([a-z][\w-]+\)=|#+ .+?)(?:\\n)?",?\n')  # a line of a notebook


def exercise_keys(root: Path) -> dict[str, bytes]:
    """Return the key of each exercise by its path; a book without exercises has none."""
    if not (root / "exercises").is_dir():
        return {}
    chapters = chapters_address(root)
    made_from = digest.of_files(root, exercises(root), f"{chapters} {headings(root)}")
    cache_file = root / "_build" / ".keys" / f"{made_from}.json"
    if not cache_file.is_file():
        from multihead.exercises import keys  # loads PyTorch

        cache_file.parent.mkdir(parents=True, exist_ok=True)
        cache_file.write_text(json.dumps(keys.of_folders(chapters)), "utf-8")
    texts = json.loads(cache_file.read_text("utf-8"))
    return {f"{FOLDER}/{name}": text.encode() for name, text in texts.items()}


def headings(root: Path) -> list[list[str]]:
    """List the labels and headings of each chapter."""
    chapters = sorted((root / "book").glob("*.ipynb"))
    return [LABEL_OR_HEADING.findall(path.read_text("utf-8")) for path in chapters]
