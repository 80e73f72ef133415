"""A MiniLM of odd sizes with random weights, which the library's own arithmetic runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import torch
from multihead import minilm
from multihead.minilm import encoder
from multihead.minilm.word_pieces import vocabulary
from torch import Tensor

N_LAYERS, N_HEADS, D_HEAD, D_MODEL, D_MLP = 3, 2, 5, 7, 11


def small_weights(seed: int = 0) -> dict[str, Tensor]:
    """Weights in 8 bits: whole numbers up to 127 in each column, or row, times a scale."""
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator)

    def rounded(weight: Tensor, *dims: int) -> Tensor:
        scales = weight.abs().amax(dims, keepdim=True) / 127
        return (weight / scales).round() * scales

    one_head = N_LAYERS, N_HEADS, D_MODEL, D_HEAD
    weights = {"E": rounded(normal(len(vocabulary()), D_MODEL), 1), "segment": normal(D_MODEL)}
    weights["P"] = rounded(normal(512, D_MODEL), 1)
    for name in "QKV":
        weights[f"W_{name}"] = rounded(normal(*one_head), 2)
        weights[f"b_{name}"] = normal(N_LAYERS, N_HEADS, D_HEAD)
    weights["W_O"] = rounded(normal(N_LAYERS, N_HEADS, D_HEAD, D_MODEL), 1, 2)
    weights["b_O"] = normal(N_LAYERS, D_MODEL)
    weights["W_in"] = rounded(normal(N_LAYERS, D_MODEL, D_MLP), 1)
    weights["b_in"] = normal(N_LAYERS, D_MLP)
    weights["W_out"] = rounded(normal(N_LAYERS, D_MLP, D_MODEL), 1)
    weights["b_out"] = normal(N_LAYERS, D_MODEL)
    for norm in range(2 * N_LAYERS + 1):
        weights[f"scale_{norm}"], weights[f"shift_{norm}"] = (
            1 + normal(D_MODEL) / 3,
            normal(D_MODEL),
        )
    return weights


@contextmanager
def small_minilm(weights: dict[str, Tensor]) -> Iterator[None]:
    """Let the library run this model in place of the trained one."""
    with (
        patch.object(encoder, "N_LAYERS", N_LAYERS),
        patch.object(encoder, "D_HEAD", D_HEAD),
        patch.object(encoder, "trained_weights", lambda: weights),
        patch.object(minilm, "trained_weights", lambda: weights),
        patch.object(minilm, "encode", partial(encoder.encode, n_layers=N_LAYERS)),
    ):
        yield
