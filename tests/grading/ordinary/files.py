"""What other programs make of a notebook, and how the file is written."""

import json

from ordinary.habit import Habit, Notebook, plain
from ordinary.rearranged import answers_of, between, split


def older(nb: Notebook, minor: int) -> bytes:
    """Write format 4.0 to 4.4, which have no ids."""
    for cell in nb["cells"]:
        cell.pop("id", None)
    return plain(nb | {"nbformat_minor": minor})


def version_3(nb: Notebook) -> bytes:
    """Write format 3, which marks code as input."""
    cells = [
        {"cell_type": "code", "language": "python", "input": cell["source"], "outputs": []}
        for cell in answers_of(nb)
    ]
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}}
    return plain(old | {"worksheets": [{"cells": cells, "metadata": {}}]})


def lines(nb: Notebook) -> bytes:
    """Write each source as a list of lines, as Jupyter does."""
    for cell in nb["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    return plain(nb)


def windows_lines(nb: Notebook, end: str = "\r\n") -> bytes:
    """Write the line ends of Windows into every cell."""
    for cell in nb["cells"]:
        cell["source"] = cell["source"].replace("\n", end)
    return plain(nb)


def spaces_at_ends(nb: Notebook) -> bytes:
    """Leave spaces and empty lines at the ends."""
    for cell in nb["cells"]:
        cell["source"] = "\n\n" + cell["source"].replace("\n", "  \n") + "\t\n\n"
    return plain(nb)


def colab(nb: Notebook) -> bytes:
    """Write what Colab adds, and leave out what it does not know."""
    for number, cell in enumerate(nb["cells"]):
        cell["metadata"] = {
            "id": f"x{number}Yz",
            "cellView": "form",
            "colab": {"base_uri": "https"},
        }
        cell.pop("id", None)
    kernel = {"name": "python3", "display_name": "Python 3"}
    nb["metadata"] = {"colab": {"provenance": [], "toc_visible": True}, "kernelspec": kernel}
    nb["metadata"] |= {"accelerator": "GPU", "language_info": {"name": "python"}}
    return plain(nb | {"nbformat_minor": 0})


def vs_code(nb: Notebook) -> bytes:
    """Write what VS Code adds."""
    for cell in nb["cells"]:
        cell["metadata"] |= {
            "vscode": {"languageId": "python"},
            "collapsed": False,
            "scrolled": True,
        }
    nb["metadata"] = {"kernelspec": {"name": "venv", "display_name": ".venv (3.13.1)"}}
    nb["metadata"]["language_info"] = {"name": "python", "version": "3.13.1"}
    return plain(nb)


def jupyterlite(nb: Notebook) -> bytes:
    """Write what JupyterLite adds: a kernel in the browser, and everything in one line."""
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    nb["metadata"] = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps(nb | {"nbformat_minor": 4}).encode()


def outputs(nb: Notebook) -> bytes:
    """Keep large outputs: 3 MB of prints, an error, a picture and a table."""
    shown = [
        {"output_type": "stream", "name": "stdout", "text": ["training step\n"] * 200_000},
        {"output_type": "error", "ename": "E", "evalue": "x", "traceback": ["\x1b[31mE\x1b[0m"]},
        {
            "output_type": "display_data",
            "data": {"image/png": "iVBORw0KGgo=", "text/html": "<table></table>"},
            "metadata": {},
        },
    ]
    for cell in answers_of(nb)[:1]:
        cell["outputs"], cell["execution_count"] = shown, 41
    return plain(nb)


def oddities(nb: Notebook) -> bytes:
    """Give two cells one id, and add raw cells, attachments, tags and widgets."""
    for cell in nb["cells"]:
        cell["metadata"] |= {
            "tags": ["hide"],
            "slideshow": {"slide_type": "slide"},
            "trusted": True,
        }
    nb["cells"][1]["id"] = nb["cells"][0]["id"] = "same"
    picture = {"cell_type": "markdown", "metadata": {}, "source": "![x](attachment:x.png)"}
    picture["attachments"] = {"x.png": {"image/png": "iVBORw0KGgo="}}
    nb["cells"] += [picture, {"cell_type": "raw", "metadata": {}, "source": "def attention("}]
    nb["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    return plain(nb)


HABITS = {
    "cells cut in pieces": Habit(file=split),
    "text between all cells": Habit(file=between),
    **{
        f"format 4.{minor}": Habit(file=lambda nb, minor=minor: older(nb, minor))
        for minor in range(5)
    },
    "format 4.5 without ids": Habit(file=lambda nb: older(nb, 5)),
    "format 3": Habit(file=version_3),
    "sources as lists of lines": Habit(file=lines),
    "line ends of Windows": Habit(file=windows_lines),
    "line ends of old Macs": Habit(file=lambda nb: windows_lines(nb, "\r")),
    "a file of Windows": Habit(file=lambda nb: plain(nb).replace(b"\n", b"\r\n")),
    "a mark of the byte order": Habit(file=lambda nb: b"\xef\xbb\xbf" + plain(nb)),
    "spaces at the ends of lines": Habit(file=spaces_at_ends),
    "Colab": Habit(file=colab),
    "VS Code": Habit(file=vs_code),
    "JupyterLite": Habit(file=jupyterlite),
    "large outputs": Habit(file=outputs),
    "odd cells and metadata": Habit(file=oddities),
}
