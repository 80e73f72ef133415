"""Which models are shown: some of the stored seeds, or those that the reader gives."""

from collections.abc import Mapping
from typing import Any

from traitlets import TraitError

from multihead.real_text import TextModel, stored_seeds
from multihead.real_text.stored import SHIPPED
from multihead.widgets.base.patterns import in_order
from multihead.widgets.text_lab.quantize import parameter_shapes


def chosen_seeds(seeds: Any) -> list[int]:
    """Return which stored seeds are shown; refuse one that is not stored or is named twice."""
    stored = stored_seeds()
    chosen = in_order("seeds", [s for s in stored if s in SHIPPED] if seeds is None else seeds)
    for seed in chosen:
        if isinstance(seed, bool) or seed not in stored:
            raise TraitError(f"seed {seed!r} is not stored; use some of {stored}")
    if not chosen or len(set(chosen)) < len(chosen):
        raise TraitError(f"seeds={chosen}; name one or more of {stored}, each once")
    return [int(seed) for seed in chosen]


def read_models(models: Any, n_tokens: int) -> dict[Any, TextModel]:
    """Return the models by their names; refuse what is no model, and models of unequal sizes."""
    if not isinstance(models, Mapping):
        raise TraitError(f"models is {type(models).__name__}; give models by seed: {{0: model}}")
    if not models:
        raise TraitError("models is empty; give one or more")
    for seed, model in models.items():
        if not isinstance(model, TextModel):
            raise TraitError(f"the model of seed {seed} is {type(model).__name__}; give TextModels")
    (first, example), *other_models = models.items()
    if len(example.E) != n_tokens:
        raise TraitError(
            f"the models know {len(example.E)} tokens but pairs has {n_tokens}; make them equal"
        )
    for seed, model in other_models:
        if parameter_shapes(model) != parameter_shapes(example):
            raise TraitError(
                f"the models of seeds {first} and {seed} differ in size or in the number of heads; "
                "make them equal"
            )
    return dict(models)
