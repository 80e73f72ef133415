"""What people give by mistake instead of a model and tokens, and what to do about it."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from torch import Tensor, nn

from multihead.validation import tensor_inputs


def check_model(model: Any) -> None:
    if not isinstance(model, nn.Module):
        raise TypeError(
            f"model is {_short(model)}, a {type(model).__name__}; give the model itself, an "
            "nn.Module, e.g. AutoModel.from_pretrained('gpt2')"
        )


def check_evaluates(model: nn.Module) -> None:
    for name, module in model.named_modules():
        if module.training:
            raise ValueError(
                f"{name or type(model).__name__} is in training mode, in which dropout changes "
                "every pass; call model.eval() first"
            )


def arguments(x: Any) -> tuple[tuple, dict[str, Any]]:
    """Return what a model is called with: x itself, a tuple's members, or a mapping's."""
    kwargs = dict(x) if isinstance(x, Mapping) else {}
    args = () if kwargs else x if isinstance(x, tuple) else (x,)
    for value in (*args, *kwargs.values()):
        if isinstance(value, str | list):
            raise TypeError(
                f"x holds {_short(value)}, a {type(value).__name__}; give tokens as a tensor, e.g. "
                "tokenizer(text, return_tensors='pt')"
            )
    return args, kwargs


def check_rows(tokens: Tensor, rows: Tensor) -> None:
    n = len(rows)
    if tensor_inputs.holds((tokens < 0) | (tokens >= n)):
        raise IndexError(
            f"an embedding of {n} rows is asked for rows {int(tokens.min())} to "
            f"{int(tokens.max())}; use 0 to {n - 1}: tokens of this model's own tokenizer, and no "
            "more of them than it has positions"
        )


def check_outputs(model: nn.Module, outputs: Sequence[str] | None) -> None:
    if isinstance(outputs, str):
        raise TypeError(f"outputs={outputs!r}; give a list of names, outputs=[{outputs!r}]")
    known = dict(model.named_modules())
    for name in outputs or ():
        if name not in known:
            like = [n for n in known if n and n.split(".")[-1] == name.split(".")[-1]]
            raise ValueError(
                f"{type(model).__name__} has no module {name!r}; use names of "
                f"model.named_modules(); similar names are {_some(like)}"
            )


def choose_n_heads(name: str, width: int, seen: int | None, told: int | None) -> int:
    """Return a layer's number of heads from its softmax and from what the caller says."""
    if told is not None and (told < 1 or width % told):
        fits = ", ".join(str(n) for n in range(1, width + 1) if width % n == 0)
        raise ValueError(
            f"n_heads={told} does not divide the {width} numbers that enter {name}; use {fits}"
        )
    if told and seen and told != seen:
        raise ValueError(
            f"n_heads={told}, but the softmax before {name} has {seen} heads; leave n_heads out"
        )
    if not (told or seen):
        raise ValueError(
            f"no softmax was seen before {name}, which would show its heads; say how many it has, "
            "n_heads=…"
        )
    return told or seen or 0


def none_found(model: nn.Module, refused: tuple[str, bool] | None) -> ValueError:
    kernel = getattr(getattr(model, "config", None), "_attn_implementation", None)
    if kernel not in (None, "eager", "sdpa"):
        return ValueError(
            f"{type(model).__name__} computes attention with {kernel!r}, which hides its softmax; "
            "call model.set_attn_implementation('sdpa') first"
        )
    name, is_linear = refused or ("", False)
    if name and not is_linear:
        return ValueError(
            f"heads enter {name} side by side, but it is not linear (dynamic int8 is not), so what "
            "they write is not a sum; load the model in float32 or bfloat16, or read the patterns "
            "alone, outputs=[…]"
        )
    if name:
        return ValueError(
            f"{name} has the width of a W_O, but a head that is switched off does not empty its "
            "part of what enters there; if other modules are W_O, name them, outputs=[…]; if heads "
            "are mixed before W_O, they cannot be told apart"
        )
    linear = [name for name, m in model.named_modules() if "linear" in type(m).__name__.lower()]
    return ValueError(
        f"no attention was found in {type(model).__name__}: no softmax whose result is multiplied "
        "with values and goes on into a linear module; if it has heads, name the modules of W_O "
        f"and say how many, outputs=[…], n_heads=…; its linear modules: {_some(linear)}"
    )


def unread(model: nn.Module, read: Collection[str]) -> str:
    """Say in which attentions, and layers beside one that was read, no W_O was found; else "".

    A layer is a member of a list of modules that stands in no other list.
    """
    parts = dict(model.named_modules())

    def is_read(part: str) -> bool:
        return any(name == part or name.startswith(f"{part}." if part else "") for name in read)

    def is_layer(name: str, within: str) -> bool:
        of_list = isinstance(parts[within], nn.ModuleList) and not re.search(r"\b\d", within)
        attends = re.search("(?i)attention|attn", type(parts[name]).__name__)
        if of_list:
            return is_read(within)
        return bool(attends and parts[name].state_dict()) and not is_read(within)

    names = [n for n in parts if n and not is_read(n) and is_layer(n, n.rpartition(".")[0])]
    outer = [n for n in names if not n.startswith(tuple(f"{other}." for other in names))]
    if not outer:
        return ""
    return (
        f"{type(model).__name__}: {len(read)} W_O were found, but none in {_some(outer)}; these "
        "have no softmax over all keys, and are neither read nor gated"
    )


def other_way(n_first: int, n_calls: int) -> ValueError:
    return ValueError(
        f"this x takes another way through the model than the first: there W_O was called "
        f"{n_first} times, here at call {n_calls} it differs; make a new OwnModel(model, x) with "
        "this x"
    )


def same_shape(places: Sequence[Any]) -> tuple[int, int]:
    """Return (layer, head), the shape of a gate."""
    names = {place.n_heads: place.module_name for place in reversed(places)}
    if len(names) > 1:
        said = "; ".join(f"{n} at {name}" for n, name in reversed(names.items()))
        raise ValueError(
            f"the layers have different numbers of heads ({said}), so one gate of (layer, head) "
            "does not fit; choose layers with equally many, outputs=[…]"
        )
    return len(places), places[0].n_heads


def _some(names: Sequence[str]) -> str:
    rest = f" and {len(names) - 12} more" if names[12:] else ""
    return ", ".join(names[:12]) + rest or "none"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
