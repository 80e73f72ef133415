"""Make a trained model fit to travel: check it and round its weights."""

from typing import Any, cast

import torch
from traitlets import TraitError

from multihead.language import RELATIONS, Grammar
from multihead.model import LayerNorm, TokenModel
from multihead.train import Run
from multihead.widgets.token_model import rounded


def check_model(model: Any, grammar: Grammar) -> TokenModel:
    """Return the model; refuse one that the page cannot run or that has other words."""
    if not isinstance(model, TokenModel):
        raise TraitError(f"the run trained {type(model).__name__}; give a run of TokenModel")
    if not isinstance(model.last_norm, LayerNorm) or len(model.mlps) or model.P is None:
        raise TraitError(
            "the page can only run TokenModel(norm=True, d_mlp=0, position_only=False)"
        )
    if not model.residual:
        raise TraitError("the page can only run TokenModel(residual=True)")
    n_symbols = grammar.n_symbols
    for name, has, needs in (
        ("words", len(model.E), n_symbols),
        ("positions", len(model.P), grammar.n_pos),
        ("outputs", model.W_U.shape[1], n_symbols * len(RELATIONS)),
    ):
        if has != needs:
            raise TraitError(
                f"the model has {has} {name} but the grammar needs {needs}; train it on this "
                "grammar, with naming_loss"
            )
    return model


def rounded_models(run: Run, seeds: list[int]) -> dict[int, TokenModel]:
    """Return the models of these seeds, by seed; the weights are float32 rounded to bfloat16."""
    if not seeds:
        raise TraitError(f"no seeds; name one or more of {run.seeds}")
    if len(set(seeds)) < len(seeds):
        raise TraitError(f"seeds={seeds} names a seed twice; name each once")
    return {seed: _rounded(run, seed) for seed in seeds}


def _rounded(run: Run, seed: int) -> TokenModel:
    try:
        model = cast(TokenModel, run.model_of(seed))
    except ValueError as error:
        raise TraitError(str(error)) from error
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if not weight.isfinite().all():
                raise TraitError(
                    f"{name} of seed {seed} holds NaN or infinity; leave this seed out"
                )
            weight.copy_(rounded(weight))
    return model.requires_grad_(False)
