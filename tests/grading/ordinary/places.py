"""Cells in other places, answers written again, imports elsewhere."""

from ordinary.habit import RIGHT, Habit, attention
from ordinary.rearranged import gone, joined, moved, renamed

NOTHING = "# nothing here"
WRONG = "def attention(q, k, v, mask=None):\n    return q @ k.T @ v"
HELPER = """
def shares(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""
WITH_HELPER = """
def attention(q, k, v, mask=None):
    s = q @ k.T / np.sqrt(q.shape[-1])
    return shares(s if mask is None else np.where(mask, s, -np.inf)) @ v
"""
BARE = {name: f"<bare {name}>" for name in RIGHT}

HABITS = {
    "nothing but the answers": Habit(),
    "one set-up cell": Habit(BARE, first=("import numpy as np\nimport torch\nimport math",)),
    "the only imports in one line with what is not there": Habit(
        BARE, first=("import pandas as pd, numpy as np, seaborn as sns",)
    ),
    "the only imports below what is not there": Habit(
        BARE, first=("from transformers import AutoModel\nimport numpy as np",)
    ),
    "the only imports in the last cell": Habit(BARE, last=("import numpy as np",)),
    "a helper above, in its own cell": Habit(
        {"attention": WITH_HELPER}, first=("import numpy as np", HELPER)
    ),
    "a helper below, in its own cell": Habit({"attention": WITH_HELPER}, last=(HELPER,)),
    "a helper below, in the answer's cell": attention(
        f"import numpy as np\n{WITH_HELPER}\n{HELPER}"
    ),
    "one answer helps another": Habit(
        {
            "multi_head": """
def multi_head(x, W_Q, W_K, W_V, W_O, mask=None):
    heads = zip(W_Q, W_K, W_V, W_O)
    return sum(attention(x @ Q, x @ K, x @ V, mask) @ O for Q, K, V, O in heads)
"""
        }
    ),
    "an answer below helps one above": Habit(
        {
            "attention": """
import numpy as np

def attention(q, k, v, mask=None):
    one, back = np.eye(q.shape[1])[None], np.eye(v.shape[1])[None]
    return multi_head_of(q @ one, k @ one, v, mask) @ back[0]
"""
        },
        last=(
            "def multi_head_of(q, k, v, mask):\n    s = (q @ k.swapaxes(1, 2))[0] / "
            "np.sqrt(q.shape[-1])\n    s = s if mask is None else np.where(mask, s, -np.inf)\n"
            "    w = np.exp(s - s.max(1)[:, None])\n    return w / w.sum(1)[:, None] @ v",
        ),
    ),
    "constants and data above": Habit(
        {
            "attention": "<attention>\n\nright = attention\n\ndef attention(q, k, v, mask=None):\n"
            "    return right(q, k, v, mask) + table['zero'] * len(words)"
        },
        first=("words = 'the bank by the river'.split()", "table = {'zero': 0, 'one': 1}"),
    ),
    "wrong first, then right in a new cell": Habit({"attention": WRONG}, last=("<attention>",)),
    "wrong first, then right in the same cell": attention(f"{WRONG}\n\n<attention>"),
    "the answer above, the stub left": Habit({"attention": ""}, first=("<attention>",)),
    "the stub left below, with a pass": Habit(
        {"attention": "<attention>"}, last=("# def attention(q, k, v, mask=None):\n#     ...",)
    ),
    "right, then a broken copy under another name": Habit(
        last=("def attention_2(q, k, v, mask=None):\n    return oops", "attention_2(1, 2, 3)")
    ),
    "right, then a copy that is no Python": Habit(last=("def attention(q, k, v, mask=None)\n  x",)),
    "an own assert that fails": attention(
        "<attention>\n\nassert attention(np.eye(2), np.eye(2), np.eye(2)).sum() == 5, 'hm'"
    ),
    "an error below the answer": attention("<attention>\n\nprint(undefined)"),
    "an error above the answer, in another cell": Habit(middle=("1 / 0", "print(undefined)")),
    "checks left in": Habit(
        last=(
            "from multihead.checks import check\nfor _ in range(3):\n    check(attention)",
            "assert check(split_heads)\nassert check('new_row', new_row).passed",
        )
    ),
    "notes that end with a return": Habit(middle=("return 3", "x = = 3", "Well, this is text.")),
    "names deleted that nothing needs": Habit(last=("x = 3\ndel x\ndel new_rows",)),
    "a function's name is used for its result below": Habit(
        last=(
            "attention = attention(np.eye(3), np.eye(3), np.eye(3))\nprint(attention)",
            "for split_heads in range(3):\n    print(split_heads)",
        )
    ),
    "in another order": Habit(file=moved),
    "in one cell": Habit(file=joined),
    "without the released cells": Habit(file=gone),
    "on a copy of another assignment": Habit(file=renamed),
    "answers in the cells of the checks": Habit(
        dict.fromkeys(RIGHT, NOTHING), last=tuple(RIGHT.values())
    ),
}
