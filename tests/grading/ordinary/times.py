"""Slow cells, endless ones, and cells that end the process.

Times are shares of what an answer may take, so that a test with small limits is a short one.
"""

from ordinary.habit import Habit, attention

SLOW = "import time\n\ntime.sleep(<1.2>)"
NEARLY = "import time\n\ntime.sleep(<0.9>)"
EXIT = "import os\n\nos._exit(0)"
WAIT = "<attention>\n\nright = attention\n\ndef attention(q, k, v, mask=None):\n"

HABITS = {
    "six slow trials": Habit(first=(SLOW,) * 3, last=(SLOW,) * 3),
    "seven trials that are nearly slow": Habit(first=(NEARLY,) * 4, last=(NEARLY,) * 3),
    "a trial that is nearly slow and three slow ones": Habit(
        first=(SLOW,), middle=(NEARLY, SLOW), last=(SLOW,)
    ),
    "nine cells that end the process": Habit(
        first=(EXIT,) * 4, middle=(EXIT,) * 3, last=(EXIT,) * 2
    ),
    "every kind of end": Habit(
        middle=("exit()", "quit()", "raise SystemExit", "import sys\nsys.exit(1)"),
        last=("raise KeyboardInterrupt", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"),
    ),
    "an endless loop above": Habit(first=("while True:\n    pass",)),
    "endless loops above and below": Habit(
        first=("while True: pass",), last=("n = 0\nwhile n < 1:\n    n -= 1",) * 3
    ),
    "a slow trial of the answer, in a cell below": Habit(
        last=(
            "for _ in range(10):\n    attention(np.eye(3), np.eye(3), np.eye(3))\n    " + SLOW[13:],
        )
    ),
    "a slow trial below the answer, in its cell": attention(f"<attention>\n\n{SLOW}"),
    "an endless loop below the answer, in its cell": attention(
        "<attention>\n\nwhile True:\n    pass"
    ),
    "an end below the answer, in its cell": attention("<attention>\n\nraise SystemExit"),
    "%%time over the answer and a slow trial": attention(f"%%time\n<attention>\n\n{SLOW}"),
    "a slow result above the answer, in its cell": attention(
        "import time\n\nhistory = time.sleep(<1.2>)\n\n<attention>"
    ),
    "the old answer under another name, below a slow trial": Habit(
        {"attention": f"{WAIT}    return right(q, k, v, mask)"}, first=(SLOW,)
    ),
    "an answer by a loop, below slow trials": Habit(
        {"new_row": "<new_row>\nrow = []\nfor x in new_row:\n    row.append(x)\nnew_row = row"},
        first=(SLOW,) * 2,
    ),
    "an answer behind an if, below slow trials": attention(
        f"{SLOW}\nif True:\n    heads = 2\n\n<attention>\nassert heads == 2"
    ),
    "a decorator in the cell below, and a slow trial": Habit(
        {"attention": "@same\n<bare attention>"},
        first=(SLOW, "import numpy as np"),
        last=("def same(f):\n    return f",),
    ),
    "a helper that takes half of the time": Habit(
        {"attention": "<attention>\nassert table"},
        first=("import time\n\ntime.sleep(<0.5>)\ntable = [1, 2]",),
    ),
    "a model is trained": Habit(
        middle=(
            "import torch\n\nlayer = torch.nn.Linear(9, 9)\nfor step in range(300):\n"
            "    loss = layer(torch.randn(9, 9)).square().mean()\n    loss.backward()",
        )
    ),
    "too much memory": Habit(
        middle=("import numpy as np\n\nnp.ones((10**6, 10**5))", "x = [0] * 10**11")
    ),
    "a very deep recursion": Habit(middle=("def f(n):\n    return f(n + 1)\n\nf(0)",)),
    "a very long print": Habit(middle=("for n in range(200_000):\n    print(n, end=' ')",)),
    "one answer loops": Habit(
        {"split_heads": "def split_heads(q, n_heads):\n    while True:\n        pass"},
        lost={"split_heads": "too slow"},
    ),
    "the first answer loops, and the last": Habit(
        {
            "attention": "def attention(*inputs):\n    while True: pass",
            "multi_head": "def multi_head(*inputs):\n    while True: pass",
        },
        lost={"attention": "too slow", "multi_head": "too slow"},
    ),
    "one answer is slow at every call": attention(
        f"{WAIT}    import time\n    time.sleep(<1.2>)\n    return right(q, k, v, mask)",
        attention="too slow",
    ),
    "one answer ends the process": attention(
        "def attention(q, k, v, mask=None):\n    import os\n    os._exit(0)", attention="crashed"
    ),
    "one answer reads no memory of its own": attention(
        "def attention(q, k, v, mask=None):\n    import ctypes\n    ctypes.string_at(0)",
        attention="crashed",
    ),
    "one answer takes all the memory": attention(
        "def attention(q, k, v, mask=None):\n    return [[0] * 10**10 for _ in q]",
        attention="MemoryError",
    ),
}
