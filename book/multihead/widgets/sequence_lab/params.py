"""Read the weights of small attention-only models, many seeds at once, and check that they fit."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor
from traitlets import TraitError

from multihead.model import TokenModel
from multihead.widgets.base import patterns
from multihead.widgets.token_model import rounded

QKVO = ("W_Q", "W_K", "W_V", "W_O")
SIZES = "seed symbol d_model", "seed head d_model d_head"


def read_params(params: Any) -> dict[str, Tensor]:
    """Read all weights, rounded to two bytes each; refuse names and shapes that make no model."""
    if not isinstance(params, Mapping):
        raise TraitError(f"params is {type(params).__name__}; give arrays by name, as run.params")
    weights = {}
    for name in _names(params):
        array = patterns.real_numbers(name, params[name])
        weights[name] = rounded(torch.tensor(array, dtype=torch.float32))
    _check_shapes(weights)
    return weights


def _names(params: Mapping[str, Any]) -> list[str]:
    """Give the names of the weights in their order; refuse others."""
    n_layers = sum(f"layers.{i}.W_Q" in params for i in range(len(params)))
    names = ["E", "P"]
    names += [f"layers.{i}.{name}" for i in range(max(n_layers, 1)) for name in QKVO]
    names += ["W_U"]
    for name in names:
        if name not in params:
            raise TraitError(f"params has no {name}; it has {', '.join(params)}")
    for name in params:
        if name not in names:
            raise TraitError(
                f"params also has {name}; the page runs models of {', '.join(names)} alone"
            )
    return names


def _check_shapes(weights: dict[str, Tensor]) -> None:
    for name, axes in zip(("E", "layers.0.W_Q"), SIZES, strict=True):
        if weights[name].ndim != len(axes.split()):
            raise TraitError(
                f"{name} has shape {tuple(weights[name].shape)}; give ({', '.join(axes.split())})"
            )
    n_seeds, n_symbols, d_model = weights["E"].shape
    _, n_heads, _, d_head = weights["layers.0.W_Q"].shape
    reads, writes = (n_heads, d_model, d_head), (n_heads, d_head, d_model)
    expected = {"P": (*weights["P"].shape[1:2], d_model), "E": (n_symbols, d_model)}
    expected["W_U"] = (d_model, n_symbols)
    for name, weight in weights.items():
        fits = (n_seeds, *expected.get(name, writes if name.endswith("W_O") else reads))
        if weight.shape != fits:
            raise TraitError(
                f"{name} has shape {tuple(weight.shape)}, but with E {tuple(weights['E'].shape)} "
                f"and layers.0.W_Q {tuple(weights['layers.0.W_Q'].shape)} it is {fits}; "
                "make them fit"
            )


def models(weights: dict[str, Tensor]) -> list[TokenModel]:
    """Make the model of each seed, in float64."""
    n_seeds, n_symbols, d_model = weights["E"].shape
    _, n_heads, _, d_head = weights["layers.0.W_Q"].shape
    models_by_seed = []
    for seed in range(n_seeds):
        model = TokenModel(
            n_symbols,
            weights["P"].shape[1],
            n_symbols,
            d_model=d_model,
            n_heads=n_heads,
            d_head=d_head,
            n_layers=sum(name.endswith("W_Q") for name in weights),
            generator=torch.Generator(),  # leaves the draws of others alone
        )
        model.load_state_dict({name: weight[seed] for name, weight in weights.items()})
        models_by_seed.append(model.double().requires_grad_(False))
    return models_by_seed
