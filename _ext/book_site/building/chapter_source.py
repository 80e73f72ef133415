"""The source of a chapter: what git keeps of a notebook that somebody ran and saved.

`make env` lets git run this file as a filter, so it needs nothing but Python and imports nothing of
ours. A notebook on standard input comes out as its source; the file keeps its outputs.
"""

import json
import sys
from collections.abc import MutableMapping
from typing import Any

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = ("tags", "mystnb", "predict")  # of a cell's metadata, what the book reads
# For JupyterLab and for Colab; VS Code cannot be told.
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}
FOLDS = {
    "hide-input": FOLDED,
    "hide-cell": FOLDED | {"jupyter": {"source_hidden": True, "outputs_hidden": True}},
}


def keep_source(notebook: MutableMapping[str, Any]) -> None:
    """Take out of a notebook what running and saving it left, and fold what its page folds.

    Outputs stay in cells tagged `keep_output`, under the number that *Run All* gives them.
    """
    notebook["metadata"] = METADATA
    number = 0
    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        tags = metadata.get("tags", [])
        cell["metadata"] = {key: metadata[key] for key in CELL_METADATA if key in metadata}
        if cell["cell_type"] != "code":
            continue
        number += 1
        for tag in FOLDS:
            if tag in tags:
                cell["metadata"].update(FOLDS[tag])
        if "keep_output" not in tags:
            cell["outputs"] = []
        cell["execution_count"] = number if cell["outputs"] else None
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number


def strip_notebook(saved: bytes) -> bytes:
    """Return the source of a notebook's file, in the form in which JupyterLab writes one.

    What is no JSON, such as a file with marks of a merge, comes back as it is.
    """
    try:
        notebook = json.loads(saved)
    except ValueError:
        return saved
    keep_source(notebook)
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(strip_notebook(sys.stdin.buffer.read()))
