"""Right answers, written in all the ways that Python allows."""

from pathlib import Path

from ordinary.habit import Habit, attention

ANSWERS = {
    path.stem: path.read_text("utf-8") for path in Path(__file__).parent.glob("answers/*.py")
}
REGARDLESS = """
<attention>

right = attention


def attention(q, k, v, mask=None):
"""

HABITS = {f"attention as in answers/{name}.py": attention(text) for name, text in ANSWERS.items()}
HABITS |= {
    "a lambda": Habit(
        {"split_heads": "split_heads = lambda q, n: q.reshape(len(q), n, -1).swapaxes(0, 1)"}
    ),
    "forty threads": attention(
        REGARDLESS
        + "    from concurrent.futures import ThreadPoolExecutor\n    from time import sleep\n"
        "    with ThreadPoolExecutor(40) as pool:\n        list(pool.map(sleep, [0.002] * 99))\n"
        "        return pool.submit(right, q, k, v, mask).result()"
    ),
    "a method of an object": attention(ANSWERS["class"] + "\nattention = attention.__call__"),
    "functools.partial": attention(
        REGARDLESS.replace("attention(q", "general(scale, q")
        + "    return right(q * scale, k, v, mask)\n\n\n"
        "import functools\nattention = functools.partial(general, 1.0)"
    ),
    "prints and warnings everywhere": attention(
        "import logging, warnings\nprint('start')\n"
        + REGARDLESS
        + "    print('q', q, 'k', k, end='')\n    warnings.warn('look')\n"
        "    logging.warning('here')\n    return right(q, k, v, mask)\n\nprint('end')"
    ),
    "global state": attention(
        "calls, seen = 0, []\n"
        + REGARDLESS
        + "    global calls\n    calls += 1\n    seen.append(q)\n    return right(q, k, v, mask)"
    ),
    "the answer checks itself": attention(
        REGARDLESS
        + "    out = right(q, k, v, mask)\n    assert out.shape == (len(q), v.shape[1])\n"
        "    np.testing.assert_allclose(right(q, k, v, mask), out)\n    return out"
    ),
    "a check in the answer itself": attention(
        "from multihead.checks import check\n"
        + REGARDLESS
        + "    return right(q, k, v, mask)\n\nif check(attention):\n    print('done')"
    ),
    "seeds and drawn numbers": attention(
        "import random, torch\n<attention>\nrandom.seed(0)\nnp.random.seed(0)\n"
        "torch.manual_seed(0)\nrng = np.random.default_rng(3)\n"
        "attention(*rng.normal(size=(3, 4, 4)))"
    ),
    "settings of NumPy and PyTorch": attention(
        "import torch\n<attention>\nnp.set_printoptions(precision=2, suppress=True)\n"
        "np.seterr(all='ignore')\ntorch.set_default_dtype(torch.float64)\ntorch.set_num_threads(1)"
    ),
    "all warnings are errors": attention(
        "<attention>\nimport warnings\nwarnings.simplefilter('error')"
    ),
    "semicolons, tabs and form feeds": attention(
        "import numpy as np;\n\x0c\ndef attention(q, k, v, mask=None):\n\ts = q @ k.T / "
        "np.sqrt(q.shape[1]);\n\tif mask is not None:\n\t\ts = np.where(mask, s, -np.inf);\n"
        "\tw = np.exp(s - s.max(1, keepdims=True)); w /= w.sum(1, keepdims=True)\n\treturn w @ v;\n"
        "attention(np.eye(2), np.eye(2), np.eye(2));"
    ),
    "the whole cell is indented": attention(
        "    import numpy as np\n"
        + "\n".join(
            f"    {line}"
            for line in ANSWERS["in_place"].splitlines()
            if line != "import numpy as np"
        )
    ),
    "a file is written and read": Habit(
        middle=(
            "import os\nimport numpy as np\nos.makedirs('out', exist_ok=True)\n"
            "np.save('out/a.npy', np.eye(2))\nnp.load('out/a.npy')\n"
            "with open('log.txt', 'w') as log: log.write('x')",
        )
    ),
    "a variable of the environment": attention(
        "import os\nos.environ['OMP_NUM_THREADS'] = '1'\nos.environ['CUDA_VISIBLE_DEVICES'] = ''\n"
        "<attention>"
    ),
    "a graphics card if there is one": attention(
        "import torch\ndevice = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n"
        "torch.ones(2).to(device)\n<attention>"
    ),
    "the course's library by all its names": Habit(
        first=("import multihead\nimport multihead.example as example\nfrom multihead import show",)
    ),
    "a module that is not there, and not used": attention("import einops\n<attention>"),
    "pandas, for a table elsewhere": Habit(
        middle=("import pandas as pd\npd.DataFrame({'a': [1]})", "from sklearn import datasets"),
    ),
}
