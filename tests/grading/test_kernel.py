"""What a student's kernel accepts, the jail accepts, as one kernel of a warm jail shows."""

import re
import sys

import numpy as np
import pytest
from multihead.exercises import answers
from multihead.exercises.borrowed import BorrowedError

from grading.jail.jail import Jail
from grading.jail.limits import Limits
from grading.jail.protocol import Question

# Cells that leave 7 in `a`.
RIGHT = {
    "magics": ["%matplotlib inline\n%load_ext autoreload\n%autoreload 2\n%cd ..\n%env A=1\na = 7"],
    "shell lines": ["!pip install numpy\nfiles = !ls\nfor file in files: print(file)\na = 7"],
    "what installs, above a loop": [
        "%pip install numpy\n%conda install numpy\na = 0\nfor n in (3, 4):\n    a += n"
    ],
    "magics of cells": ["%%time\na = 3", "%%capture out\n%%time\na = a + 4", "print(out.stdout)"],
    "a magic with a value": ["a = %time 3 + 4\nspeed = %timeit -o a\nspeed.average"],
    "another language": ["a = 7", "%%bash\na=3", "%%html\n<b>a</b>", "%%no_such_magic\na = 3"],
    "a file": ["%%writefile helpers.py\ndef f():\n    return 7", "import helpers\na = helpers.f()"],
    "a file that is copied": [
        "%%writefile heads.py\nseven = 7",
        "import shutil\nshutil.copy2('heads.py', 'copied.py')\nshutil.copytree('.', '/tmp/all')",
        "from copied import seven\na = seven",
    ],
    "a file that is run": [
        "%%writefile helpers.py\nimport math\ndef f():\n    return math.floor(7.5)",
        "%run -i helpers.py --n 3\n%run elsewhere.py\na = f()",
    ],
    "files with names of ours": [
        "%%writefile answers.py\nseven = 7",
        "%%writefile notebook.py\nfrom answers import seven",
        "import notebook\nfrom answers import seven\na = notebook.seven",
        "import answers\na = answers.seven",
    ],
    "a package": [
        "%%writefile helpers/__init__.py\nfrom .sevens import seven",
        "%%writefile helpers/sevens.py\nseven = 7",
        "from helpers.sevens import seven\nimport helpers\na = helpers.seven",
    ],
    "a folder that is searched": [
        "!mkdir src\nimport sys\nsys.path.append('src')",
        "%%writefile src/sevens.py\nseven = 7",
        "from sevens import seven\na = seven",
    ],
    "help": ["import numpy as np\nnp.sum?\n?np.sum\nhelp(np.sum)\na = 7"],
    "pylab": ["%pylab inline\na = array([7])[0]"],
    "the shell itself": [
        "from IPython import get_ipython\nshell = get_ipython()\nshell.run_line_magic('x', 'y')\n"
        "shell.system('ls'); shell.events.register('post_run_cell', print)\na = 7"
    ],
    "code that the shell runs": [
        "shell = get_ipython()\nshell.run_cell('%matplotlib inline\\nb = 3')",
        "shell.run_cell('1 / 0')",
        "shell.push({'c': b})\nshell.ex('d = 1')\na = shell.ev('b + c + d')",
    ],
    "display": [
        "from IPython.display import HTML, Markdown, clear_output, display\n"
        "shown = display(HTML('<b>a</b>'), display_id=True)\nshown.update(Markdown('a'))\n"
        "clear_output()\na = 7;"
    ],
    "input": ["import getpass\na = 7 + len(input('Who are you? ') + getpass.getpass())"],
    "plots": [
        "import matplotlib.pyplot as plt\nplt.plot([3, 5])\nplt.show()\nplt.savefig('a.png')",
        "import matplotlib\nmatplotlib.use('TkAgg')\na = 7 - len(plt.get_fignums())",
    ],
    "await": [
        "import asyncio\nasync def f(n):\n    await asyncio.sleep(0.01)\n    return n",
        "task = asyncio.ensure_future(f(2))",
        "async def all_to(n):\n    for number in range(n):\n        yield await f(number)",
        "a = await task + await asyncio.to_thread(lambda: 4)",
        "async for n in all_to(2):\n    a += n",
    ],
    "a task that a later cell awaits": [
        "import asyncio\nasync def f(n):\n    await asyncio.sleep(0.01)\n    return n",
        "first = asyncio.create_task(f(3), name='first')\nloop = asyncio.get_running_loop()",
        "second = loop.create_task(f(4))\na = await first + await second",
    ],
    "an own loop": [
        "import asyncio\nasync def f(n):\n    return n\na = asyncio.run(f(3))",
        "a += asyncio.get_event_loop().run_until_complete(f(4))",
    ],
    "what a cell shows": ["3", "_ + 4", "a = Out[2]\nassert In[1] == '3'\n_, __, _i"],
    "a main part": ["if __name__ == '__main__':\n    a = 7"],
    "magics in code": [
        "%%timeit -n 10 -r3 b = 3\nc = b + 4",
        "def f():\n    %time print(c)\n    return c\nd = '''\n%time x\n'''",
        ">>> a = f()\n>>> assert '%time x' in d",
        "%%time",
    ],
    "lines of Windows": ["# %%\r\nif True:\r\n    a = 7\r\n%matplotlib inline\r\n"],
    "an indented cell": ["\n    a = 3\n    a += 4\n"],
    "the future": ["from __future__ import annotations", "def f(x: NoSuch): return 7\na = f(1)"],
    "source": ["def f():\n    return 7", "import inspect\na = int(inspect.getsource(f)[-2])"],
    "the library": [
        "from multihead.example import softmax\nimport multihead.attention\nimport torch\n"
        "a = round(float(softmax([[0.0, 0.0]])[0, 0]) * 14)"
    ],
    "check": [
        "from multihead.checks import check, numbers\n"
        "from multihead.exercises import check as same\n"
        "assert check('new_row', [1]) and same('new_row', [1]).passed\nprint(check('new_row', 1))",
        "a = 7",
    ],
    "threads": [
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as pool:\n    b = sum(pool.map(abs, [1, -2]))",
        "from multiprocessing.pool import ThreadPool\n"
        "with ThreadPool(4) as pool:\n    a = b + sum(pool.map(abs, [3, -1]))",
    ],
    "as many threads as a large machine gives": [
        "from concurrent.futures import ThreadPoolExecutor\nfrom time import sleep\n"
        "with ThreadPoolExecutor(40) as pool:\n    list(pool.map(sleep, [0.01] * 99))\na = 7"
    ],
    "threads of PyTorch": [
        "import torch\ntorch.set_num_threads(4)\na = torch.ones(7, 9).sum(0)[0]"
    ],
    "a missing module that is not needed": [
        "try:\n    import seaborn\nexcept ImportError:\n    a = 7"
    ],
}

PROGRAM, NOBODY = "the grader starts no other program", "nobody types while the grader runs"
# What the notes say of those that want what is not there; of all others there is no note.
WANTED = {
    "shell lines": [f"cell 1: `!{name}` was left out: {PROGRAM}" for name in ("pip", "ls")],
    "what installs, above a loop": [
        f"cell 1: `%{name}` was left out: {PROGRAM}" for name in ("pip", "conda")
    ],
    "another language": [
        f"cell 2: `%%bash` was left out: {PROGRAM}",
        "cell 4: `%%no_such_magic` was left out: Cell magic `%%no_such_magic` not found",
    ],
    "a file that is run": ["cell 2: `%run` was left out: File `'elsewhere.py'` not found"],
    "a folder that is searched": [f"cell 1: `!mkdir` was left out: {PROGRAM}"],
    "the shell itself": [
        "cell 1: `%x` was left out: Line magic function `%x` not found",
        f"cell 1: `!ls` was left out: {PROGRAM}",
    ],
    "input": [f"cell 1: asked for input, and got an empty line: {NOBODY}"],
    "magics in code": [
        "cell 4: `%%time` was left out: %%time is a cell magic, but the cell body is empty. "
        "Did you mean the line magic %time (single %)?"
    ],
}

# Cells that raise after `a` is 7, and what the note says of each.
NOTED = {
    "assert": ("a = 7\nassert a == 3", "AssertionError"),
    "no Python": ("a = 3\na = (\n", "SyntaxError: '(' was never closed in line 2: a = ("),
    "newer Python": (
        "%%time\na = 3\ntype A = int",
        "SyntaxError: invalid syntax in line 2: type A",
    ),
    "a broken indentation": ("if a:\n    a = 3\n  a = 5", "IndentationError: unindent does not"),
    "another module": (
        "a = 7\nimport pandas as pd",
        "the grader has no pandas; it has the standard",
    ),
    "input without end": ("a = 7\nwhile input('Next? ') != 'no': pass", "EOFError: nobody types"),
    "a program": ("a = 7\nimport subprocess\nsubprocess.run(['ls'])", "starts no other process"),
    "a process": ("a = 7\nimport multiprocessing as m\nm.Pool(2)", "starts no other process"),
    "a fork": ("a = 7\nimport os\nos.fork()", "starts no other process; use a loop or threads"),
}


@pytest.fixture(scope="module")
def jail():
    with Jail(Limits(seconds=30)) as started:
        yield started


def asked(jail, cells):
    result = jail.run(cells, [Question("a", None)], lambda *_: 0.0)  # then all cells are run
    (answer,) = result.answers["a"]
    return answer, result.notes


@pytest.mark.parametrize("habit", RIGHT)
def test_what_a_kernel_accepts_is_accepted(jail, habit):
    answer, notes = asked(jail, RIGHT[habit])
    assert notes == WANTED.get(habit, [])
    assert np.array_equal(answer, 7), answer


@pytest.mark.parametrize("habit", NOTED)
def test_what_came_before_an_error_counts_and_a_note_tells_the_error(jail, habit):
    cell, said = NOTED[habit]
    answer, notes = asked(jail, ["a = 7", cell])
    assert np.array_equal(answer, 7), answer
    assert said in notes[-1]


def test_an_answer_that_calls_what_is_refused_says_so_whatever_it_gives(jail):
    refused = "multihead.example.softmax"
    cell = "from multihead.example import softmax\ndef f(x):\n    softmax(x)\n    return x / 0"
    found = jail.run([cell], [Question("f", [{"x": np.zeros(3)}], [refused])])
    (given,) = found.answers["f"]
    assert (type(given), str(given)) == (BorrowedError, refused)


NUMBERS = {"x": np.arange(15.0).reshape(3, 5), "word": "bank", "n": 2}


@pytest.mark.parametrize("above", [(), ("while True: pass",)])
def test_an_answer_by_hand_may_be_worked_out_from_its_numbers(jail, monkeypatch, above):
    monkeypatch.setattr(jail, "limits", Limits(seconds=1))
    work = [
        "from multihead.checks import numbers\ngiven = numbers('a', seed='hw1-3f2a')\n"
        "given['x'] *= 2  # a copy",
        "x, word, n = numbers('a', seed='hw1-3f2a').values()\na = x[n] + len(word)",
        "print(numbers('of_another_assignment')['x'])",
    ]
    found = jail.run([*above, *work], [Question("a", None, (), NUMBERS)])
    assert np.array_equal(found.answers["a"][0], NUMBERS["x"][2] + 4), found


def test_of_syntax_that_is_not_read_the_note_names_the_version_of_python(jail):
    _, (note,) = asked(jail, ["class Head[T]:\n    pass"])
    assert "The grader runs Python {}.{}.".format(*sys.version_info) in note


def test_a_cell_with_a_syntax_error_defines_nothing_as_in_a_kernel(jail):
    answer, _ = asked(jail, ["a = 7\nb = ("])
    assert type(answer) is answers.UnreadableError


def test_the_library_has_no_checks_and_no_references(jail):
    cells = [
        "import multihead, pathlib, os\nhere = pathlib.Path(multihead.__file__).parent\n"
        "a = [(here / 'attention.py').exists(), (here / 'exercises').exists(),\n"
        "     (here / 'checks.py').exists(), len(list(here.parent.rglob('wrong.py')))]",
        "from multihead.exercises import folders",
        "from multihead.exercises import load",
        "import multihead.exercises.keys",
    ]
    answer, notes = asked(jail, cells)
    assert answer.tolist() == [1, 0, 0, 0]
    assert [re.search(r"\w+Error", note)[0] for note in notes] == [
        "ImportError",
        "ImportError",
        "ModuleNotFoundError",
    ]


def test_nothing_of_this_machines_ipython_is_read_and_nothing_is_kept(jail):
    cells = [
        "import os, sys, threading\nshell = get_ipython()\nhome = shell.ipython_dir\n"
        "a = [home.startswith('/tmp'), shell.history_manager.enabled, os.path.exists(home),\n"
        "     len(shell.extension_manager.loaded), threading.active_count() > 1]"
    ]
    answer, notes = asked(jail, cells)
    assert answer.tolist() == [1, 0, 0, 0, 0]
    assert notes == []


def test_the_instructor_can_let_a_module_in():
    with Jail(Limits(may_import=("regress", "rich"))) as jail:
        answer, (note,) = asked(jail, ["import rich, regress\na = 7", "import pandas"])
    assert np.array_equal(answer, 7)
    assert "the grader has no pandas; it has the standard library" in note
    assert note.endswith("multihead, regress and rich")
