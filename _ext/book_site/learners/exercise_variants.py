"""What a page says of each variant of an exercise by hand: the numbers of its task and solution.

The page is written for the first variant. Its blocks of code hold lines such as ``x = [1, 2]``, its
solution has a number ``x`` in a span of the class ``mh-variant-x``, as
`tools/authors/exercise_pages.py` writes it. Both are marked, so that a script can fill in others.
"""

import re
from typing import Any

import numpy as np
from docutils import nodes

MARK_CLASS = "mh-variant"


def mark_variants(section: nodes.section, key: dict[str, Any]) -> dict[str, Any]:
    """Mark what differs between variants, and return what to write there by seed."""
    numbers = {seed: number_lines(sheet) for seed, sheet in key["sheets"].items()}
    blocks = []
    for block in section.findall(nodes.literal_block):
        text = block.astext()
        by_seed = {
            seed: replace_lines(text, numbers["0"], lines) for seed, lines in numbers.items()
        }
        if len(set(by_seed.values())) > 1:
            block["classes"].append(MARK_CLASS)
            blocks.append(by_seed)
    spans = {
        name: {seed: lines[name].removeprefix(f"{name} = ") for seed, lines in numbers.items()}
        for name in sorted(marked_names(section))
    }
    return {"blocks": blocks, "spans": spans}


def number_lines(sheet: dict[str, Any]) -> dict[str, str]:
    """Write ``name = value`` for each number of a variant and its answer, as the tool does."""
    from multihead.exercises import answers  # loads PyTorch

    (case,), (right,) = sheet["cases"], sheet["right"]
    return {
        name: answers.written(name, read_value(stored))
        for name, stored in (case | {"answer": right}).items()
    }


def read_value(stored: Any) -> Any:
    """Read a number or an array of a key."""
    if not isinstance(stored, dict):
        return stored
    return np.array(stored["numbers"], dtype=stored["array"]).reshape(stored["shape"])


def replace_lines(text: str, old: dict[str, str], new: dict[str, str]) -> str:
    """Replace the lines of some numbers in a block of code; comments after them stay."""
    for name, line in old.items():
        text = re.sub(rf"^{re.escape(line)}(?=  #|$)", lambda _, to=new[name]: to, text, flags=re.M)
    return text


def marked_names(section: nodes.section) -> set[str]:
    """Return the names of the numbers that stand in spans."""
    classes = (c for node in section.findall(nodes.inline) for c in node["classes"])
    return {c.removeprefix(f"{MARK_CLASS}-") for c in classes if c.startswith(f"{MARK_CLASS}-")}
