"""Answers that deserve no point, with the rest of the notebook right."""

import sys

from multihead.exercises import folders as exercises

from ordinary.habit import RIGHT, Habit, attention
from ordinary.known_answers import wrong_answers

OURS = f"Python {sys.version_info.major}.{sys.version_info.minor}"


def usual(name: str, number: int) -> Habit:
    """Give one of the usual wrong answers."""
    mistake, mistaken = list(exercises.load(name).wrong.items())[number]
    if exercises.load(name).by_hand:
        return Habit({name: wrong_answers(name)[number]}, lost={name: mistake})
    text = (exercises.folder_of(name) / "wrong.py").read_text("utf-8").split("\nWRONG = ")[0]
    return Habit({name: f"{text}\n{name} = {mistaken.__name__}"}, lost={name: mistake})


def newer(text: str) -> Habit:
    """Write what Python reads from 3.12 on."""
    return attention(text, **({} if sys.version_info >= (3, 12) else {"attention": OURS}))


HABITS = {
    f"usual mistake {number} of {name}": usual(name, number)
    for name in ("attention", "split_heads", "multi_head", "new_row")
    for number in (0, 2)
}
HABITS |= {
    "right first, then wrong: the last counts": Habit(
        last=("def attention(q, k, v, mask=None):\n    return q @ k.T @ v",),
        lost={"attention": "not yet"},
    ),
    "only the stub": attention(
        'import numpy as np\n\n\ndef attention(q, k, v, mask=None):\n    """q, k, v."""\n    ...',
        attention="None",
    ),
    "no answer": attention("", attention="not defined"),
    "the answer under another name": attention(
        RIGHT["attention"].replace("def attention(", "def my_attention("), attention="not defined"
    ),
    "the result is printed, not returned": attention(
        "<attention>\n\nright = attention\n\ndef attention(q, k, v, mask=None):\n"
        "    print(right(q, k, v, mask))",
        attention="None",
    ),
    "a name that only the student has": attention(
        "def attention(q, k, v, mask=None):\n    return shares(q @ k.T) @ v", attention="shares"
    ),
    "no mask among the arguments": attention(
        "<attention>\n\nright = attention\n\ndef attention(q, k, v):\n    return right(q, k, v)",
        attention="argument",
    ),
    "a result, not a function": attention(
        "import numpy as np\n\nattention = np.eye(2)", attention="not callable"
    ),
    "the course's own attention": attention(
        "import torch\nfrom multihead.attention import attention as theirs\n\n"
        "def attention(q, k, v, mask=None):\n"
        "    q, k, v = (torch.tensor(x) for x in (q, k, v))\n"
        "    return theirs(q, k, v, None if mask is None else torch.tensor(mask))[0]",
        attention="multihead",
    ),
    "a module that is not there": attention(
        "from einops import rearrange\n\ndef attention(q, k, v, mask=None):\n"
        "    return rearrange(q, 'a b -> b a')",
        attention="einops",
    ),
    "pandas in the answer": attention(
        "import pandas as pd\n\ndef attention(q, k, v, mask=None):\n    return pd.DataFrame(q)",
        attention="pandas",
    ),
    "no Python": attention(
        "def attention(q, k, v, mask=None)\n    return q", attention="SyntaxError"
    ),
    "broken indentation": attention(
        "def attention(q, k, v, mask=None):\n    s = q @ k.T\n  return s", attention="indent"
    ),
    "Python 3.12: a type statement": newer("type Row = list[float]\n<attention>"),
    "Python 3.12: quotes in an f-string": newer(
        "<attention>\n\nwords = ['a']\nprint(f'{words[0] + ' '.join(words)}')"
    ),
    "Python 3.12: type parameters": newer(
        "<attention>\n\ndef first[T](xs: list[T]) -> T: return xs"
    ),
    "prints that it passed": attention(
        "def attention(*inputs):\n    print('attention: passed')\n    return True\n\n"
        "print('All checks pass. 7/7')",
        attention="bool",
    ),
}
