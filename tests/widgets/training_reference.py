"""What `training.test.js` compares the training in the page with, from PyTorch and Python."""

from collections.abc import Iterator

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.widgets.training import LEARNING_RATES
from torch import Tensor

MATRICES = ("W_Q", "W_K", "W_V", "W_O")
SIZES = {"heads": 2, "batch": 3, "pos": 5, "d_model": 7, "d_head": 3, "d_out": 4}
OPTIMIZERS = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}
STEPS = 20


def new_layer() -> MultiHeadAttention:
    """Make a float64 layer of odd sizes, always the same."""
    generator = torch.Generator().manual_seed(0)
    return MultiHeadAttention(7, 2, 3, d_out=4, generator=generator).double()


def by_head(tensors: dict[str, Tensor]) -> list[dict[str, list[float]]]:
    """Turn {name: (head, …)} into a list with {name: numbers} for each head."""
    return [{n: t[i].detach().flatten().tolist() for n, t in tensors.items()} for i in range(2)]


def weights_of(layer: MultiHeadAttention) -> list[dict[str, list[float]]]:
    return by_head(dict(layer.named_parameters()))


def one_step(x: Tensor, target: Tensor) -> dict:
    """Forward pass, loss, gradients and what the heads are like."""
    layer = new_layer()
    y, pattern = layer(x), layer.heads(x).pattern
    loss = (y - target).square().mean()
    loss.backward()
    apart = {name: p[0] - p[1] for name, p in layer.named_parameters()}
    rows = (pattern[:, 0] - pattern[:, 1]).norm(dim=-1)  # (batch, query)
    return {
        "y": y.flatten().tolist(),
        "patterns": pattern.transpose(0, 1).flatten(1).tolist(),
        "loss": loss.item(),
        "gradients": by_head({name: p.grad for name, p in layer.named_parameters()}),
        "lengths": [
            {name: p.grad[i].norm().item() for name, p in layer.named_parameters()}
            for i in range(2)
        ],
        "qkv": torch.cat([apart[name].flatten() for name in MATRICES[:3]]).norm().item(),
        "out": apart["W_O"].norm().item(),
        "pattern": rows.square().mean().sqrt().item(),
        "r2": LookUps().score(y, target).item(),
    }


def training(optimizer: str, x: Tensor, target: Tensor) -> dict:
    """Weights before each update and the loss on the batch of that update."""
    layer, weights, losses = new_layer(), [], []
    torchs = OPTIMIZERS[optimizer](layer.parameters(), lr=LEARNING_RATES[optimizer])
    for step in range(STEPS + 1):
        weights.append(weights_of(layer))
        torchs.zero_grad()
        loss = (layer(x[step]) - target[step]).square().mean()
        losses.append(loss.item())
        loss.backward()
        torchs.step()
    return {"learningRate": LEARNING_RATES[optimizer], "weights": weights, "losses": losses}


def sfc32(a: int, b: int, c: int) -> Iterator[int]:
    """Write the generator once more, with Python's long integers."""
    count, word = 1, 2**32 - 1
    while True:
        out = (a + b + count) & word
        a, b = b ^ (b >> 9), (c + (c << 3)) & word
        c = (((c << 21) | (c >> 11)) + out) & word
        count += 1
        if count > 16:
            yield out


def reference() -> dict:
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(STEPS + 1, 3, 5, 7, generator=generator, dtype=torch.float64) / 2
    x[:, 0, 1, 2] = 0  # zeros are skipped
    target = torch.randn(STEPS + 1, 3, 5, 4, generator=generator, dtype=torch.float64)
    numbers = sfc32(7, 4_000_000_001, 3)
    return {
        "sizes": SIZES,
        "weights": weights_of(new_layer()),
        "x": x.flatten(1).tolist(),
        "target": target.flatten(1).tolist(),
        "one": one_step(x[0], target[0]),
        "training": {name: training(name, x, target) for name in OPTIMIZERS},
        "sfc32": {"seeds": [7, 4_000_000_001, 3], "numbers": [next(numbers) for _ in range(9)]},
    }
