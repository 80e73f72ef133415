"""Magics, shell lines, displays, input and `await`."""

from ordinary.habit import Habit, attention

BARE = {name: f"<bare {name}>" for name in ("attention", "split_heads", "multi_head")}

HABITS = {
    "a magic above the answer, in its cell": attention("%matplotlib inline\n<attention>"),
    "a magic below the answer, in its cell": attention("<attention>\n%matplotlib inline"),
    "a magic above the only imports": Habit(
        BARE, first=("%matplotlib inline\nimport numpy as np\nimport matplotlib.pyplot as plt",)
    ),
    "magics that reload modules": attention(
        "%load_ext autoreload\n%autoreload 2\n%config InlineBackend.figure_format = 'retina'\n"
        "<attention>"
    ),
    "%timeit below the answer": attention(
        "<attention>\n\n%timeit attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5)))"
    ),
    "%time as a part of a line": attention(
        "<attention>\n\nout = %time attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5)))"
    ),
    "%%time over the answer": attention("%%time\n<attention>"),
    "%%capture over the answer": attention("%%capture shown\n<attention>\nprint('hidden')"),
    "%%time with a blank line and a comment": attention("%%time\n\n# my answer\n<attention>"),
    "%%timeit in another cell": Habit(middle=("%%timeit -n 3\nsum(range(10))",)),
    "cells in other languages": Habit(
        middle=("%%bash\necho hello", "%%html\n<b>hello</b>", "%%javascript\nalert('hello')")
    ),
    "the answer in a file, and %run": Habit(
        {"attention": "%run answer.py"}, first=("%%writefile answer.py\n<attention>",)
    ),
    "the answer in a file of its own": Habit(
        {"attention": "from answers import attention"},
        first=("%%writefile answers.py\n<attention>",),
    ),
    "the answer in a package of their own": Habit(
        {"attention": "from helpers.heads import attention"},
        first=("!mkdir -p helpers", "%%writefile helpers/heads.py\n<attention>"),
    ),
    "the answer in a folder that is searched": Habit(
        {"attention": "import sys\nsys.path.append('src')\nfrom heads import attention"},
        first=("!mkdir -p src", "%%writefile src/heads.py\n<attention>"),
    ),
    "%%writefile": Habit(middle=("%%writefile notes.txt\nremember the mask",)),
    "!pip install above the only imports": Habit(
        BARE, first=("!pip install --quiet numpy torch\nimport numpy as np",)
    ),
    "%pip install above the only imports": Habit(
        BARE, first=("%pip install numpy\nimport numpy as np",)
    ),
    "a shell line in the answer's cell": attention("!ls -l\n<attention>\n!nvidia-smi"),
    "what a shell line gives is kept": attention("files = !ls\nhere = %pwd\n<attention>"),
    "a shell line with a variable": attention("name = 'x'\n!echo {name} $name\n<attention>"),
    "a magic that does not exist": Habit(middle=("%no_such_magic 3", "%%no_such_cell\nx = 1")),
    "an extension that is not installed": Habit(middle=("%load_ext lab_black", "%load_ext rpy2")),
    "help on a function": attention("np.where?\n?len\n<attention>\nattention??"),
    "help in another cell": Habit(middle=("?print", "print?", "str.join??", "help(len)")),
    "await above the answer": attention("import asyncio\n\nawait asyncio.sleep(0)\n<attention>"),
    "await in a loop and together": Habit(
        middle=(
            "import asyncio\n\n\nasync def twice(x):\n    await asyncio.sleep(0)\n    return 2 * x",
            "[await twice(n) for n in range(3)]\nboth = await asyncio.gather(twice(1), twice(2))",
        )
    ),
    "an answer that was awaited": Habit(
        {"new_row": "async def row():\n    <new_row>\n    return new_row\n\nnew_row = await row()"}
    ),
    "a task that a later cell awaits": Habit(
        {"new_row": "new_row = await task"},
        first=(
            "import asyncio\n\nasync def row():\n    <new_row>\n    return new_row\n\n"
            "task = asyncio.create_task(row())",
        ),
    ),
    "the loop is run by hand": Habit(
        middle=("import asyncio\nasyncio.get_event_loop().run_until_complete(asyncio.sleep(0))",)
    ),
    "the last output": Habit(
        {"new_row": "# see above"},
        first=("<new_row>\nnew_row", "new_row = _"),
        last=("Out[1], In[1], _i",),
    ),
    "the names are reset first": Habit(first=("%reset -f",)),
    "the shell by its name": attention(
        "get_ipython().run_line_magic('matplotlib', 'inline')\nget_ipython().system('ls')\n"
        "ip = get_ipython()\n<attention>"
    ),
    "the shell runs the answer": Habit(
        {"new_row": "get_ipython().ex('<new_row>')"},
        first=("get_ipython().run_cell('import numpy as np')\nget_ipython().push({'n': 3})",),
    ),
    "display above the answer": attention(
        "from IPython.display import HTML, Markdown, clear_output, display\n\n"
        "display(Markdown('**my** answer'), HTML('<b>x</b>'))\nclear_output(wait=True)\n<attention>"
    ),
    "display that nobody imported": attention("display('here it comes')\n<attention>"),
    "input above the answer": attention("name = input('Your name: ')\nprint(name)\n<attention>"),
    "input below the answer": attention("<attention>\n\nn = int(input('How many? '))"),
    "getpass": Habit(middle=("import getpass\n\ngetpass.getpass()",)),
    "a plot below the answer": attention(
        "import matplotlib.pyplot as plt\n<attention>\n\nplt.imshow(np.eye(3))\nplt.colorbar();"
        "\nplt.title('weights 🎉')\nplt.show()"
    ),
    "a plot above the answer": attention(
        "import numpy as np\nimport matplotlib.pyplot as plt\n\nfig, ax = plt.subplots()\n"
        "ax.plot(np.arange(3))\nfig.savefig('plot.png')\n<attention>"
    ),
    "widgets": Habit(
        middle=("from ipywidgets import interact\n\ninteract(lambda n: n * n, n=(1, 9));",)
    ),
    "a bar of progress": Habit(
        middle=("from tqdm.auto import tqdm\n\nfor _ in tqdm(range(100)):\n    pass",)
    ),
    "the folder above, and a file of their own in it": Habit(
        {"attention": "from heads import attention"},
        first=("%cd ..\nimport os\nos.chdir('..')", "%%writefile heads.py\n<attention>"),
    ),
    "every value of a cell is shown": Habit(
        first=(
            "from IPython.core.interactiveshell import InteractiveShell\n"
            "InteractiveShell.ast_node_interactivity = 'all'",
            "%config InteractiveShell.ast_node_interactivity = 'last_expr_or_assign'",
        ),
        last=("1\n2\nx = 3",),
    ),
    "what the shell knows": Habit(
        middle=("%who\n%whos\n%history -n\n%lsmagic\n%precision 3\n%xmode Verbose\n%env",),
        last=("%pdb on\n%debug\n%tb\n%alias\n%store",),
    ),
    "programs in other cells": Habit(
        middle=("%%sh\nls", "%%script bash\nls", "%%python3\nprint(1)", "%sx ls\n!!ls\n%ls -l"),
    ),
    "a profile of the answer": attention(
        "<attention>\n\n%prun -q attention(np.eye(3), np.eye(3), np.eye(3))\n"
        "%memit attention(np.eye(3), np.eye(3), np.eye(3))"
    ),
    "loops that run inside others": Habit(
        first=("import nest_asyncio\nnest_asyncio.apply()",),
        last=("import asyncio\nasyncio.run(asyncio.sleep(0))",),
    ),
    "Colab's own modules": Habit(
        first=("from google.colab import drive\n\ndrive.mount('/content/drive')", "%cd /content")
    ),
}
