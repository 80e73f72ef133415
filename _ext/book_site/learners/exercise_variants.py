"""What a page says of each variant of an exercise by hand: the numbers of its task and solution.

The page is written for the first variant. Its blocks of code hold lines such as ``x = [1, 2]``, its
solution has a number ``x`` in a span of the class ``mh-drawn-x``, as
`tools/authors/exercise_pages.py` writes it. Both are marked, so that a script can fill in others.
"""

import re
from typing import Any

import numpy as np
from docutils import nodes

MARK = "mh-drawn"


def said(section: nodes.section, key: dict[str, Any]) -> dict[str, Any]:
    """Mark what differs between variants, and return what to write there by seed."""
    numbers = {seed: lines(sheet) for seed, sheet in key["sheets"].items()}
    blocks = []
    for block in section.findall(nodes.literal_block):
        by_seed = {
            seed: with_lines(block.astext(), numbers["0"], of) for seed, of in numbers.items()
        }
        if len(set(by_seed.values())) > 1:
            block["classes"].append(MARK)
            blocks.append(by_seed)
    drawn = {
        name: {seed: of[name].removeprefix(f"{name} = ") for seed, of in numbers.items()}
        for name in sorted(names(section))
    }
    return {"blocks": blocks, "drawn": drawn}


def lines(sheet: dict[str, Any]) -> dict[str, str]:
    """Write ``name = value`` for each number of a variant and its answer, as the tool does."""
    from multihead.exercises import answers  # loads PyTorch

    (case,), (right,) = sheet["cases"], sheet["right"]
    return {
        name: answers.written(name, value(kept))
        for name, kept in (case | {"answer": right}).items()
    }


def value(kept: Any) -> Any:
    """Read a number or an array of a key."""
    if not isinstance(kept, dict):
        return kept
    return np.array(kept["numbers"], dtype=kept["array"]).reshape(kept["shape"])


def with_lines(text: str, old: dict[str, str], new: dict[str, str]) -> str:
    """Replace the lines of some numbers in a block of code; comments after them stay."""
    for name, line in old.items():
        text = re.sub(rf"^{re.escape(line)}(?=  #|$)", lambda _, to=new[name]: to, text, flags=re.M)
    return text


def names(section: nodes.section) -> set[str]:
    """Return the names of the numbers that stand in spans."""
    classes = (c for node in section.findall(nodes.inline) for c in node["classes"])
    return {c.removeprefix(f"{MARK}-") for c in classes if c.startswith(f"{MARK}-")}
