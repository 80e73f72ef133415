"""What people give by mistake instead of a model and tokens, and what to do about it."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import torch
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
    members = x.values() if isinstance(x, Mapping) else x if isinstance(x, tuple) else (x,)
    for member in members:
        if isinstance(member, str | list):
            raise TypeError(
                f"x holds {_short(member)}, a {type(member).__name__}; give tokens as a tensor, "
                "e.g. tokenizer(text, return_tensors='pt')"
            )
    return ((), dict(x)) if isinstance(x, Mapping) else (tuple(members), {})


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
    known = {name for name, _ in model.named_modules()}
    for name in outputs or ():
        if name not in known:
            like = sorted(n for n in known if n and n.split(".")[-1] == name.split(".")[-1])
            raise ValueError(
                f"{type(model).__name__} has no module {name!r}"
                f"{'; it has ' + _some(like) if like else ''}; use names of model.named_modules()"
            )


def no_output(name: str) -> ValueError:
    return ValueError(
        f"{name} is not called with one tensor of numbers, so it is no W_O; name the linear module "
        "within it"
    )


def choose_n_heads(name: str, width: int, seen: int | None, told: int | None) -> int:
    """Return a layer's number of heads from its softmax and from what the caller says."""
    if told is not None and (told < 1 or width % told):
        fits = ", ".join(str(n) for n in range(1, width + 1) if width % n == 0)
        raise ValueError(
            f"n_heads={told} does not divide the {width} numbers that enter {name}; use {fits}"
        )
    if told is not None and seen is not None and told != seen:
        raise ValueError(
            f"n_heads={told}, but the softmax before {name} has {seen} heads; leave n_heads out"
        )
    n_heads = seen if told is None else told
    if n_heads is None:
        raise ValueError(
            f"no softmax was seen before {name}, which would show its heads; "
            "say how many it has, n_heads=…"
        )
    return n_heads


def none_found(model: nn.Module, mixed: str) -> ValueError:
    kernel = getattr(getattr(model, "config", None), "_attn_implementation", None)
    if kernel not in (None, "eager", "sdpa"):
        return ValueError(
            f"{type(model).__name__} computes attention with {kernel!r}, which hides its softmax; "
            "call model.set_attn_implementation('sdpa') first"
        )
    if mixed:
        return ValueError(
            f"{mixed} has the width of a W_O, but a head that is switched off does not empty its "
            "part of what enters there; if other modules are W_O, name them, outputs=[…]; if heads "
            "are mixed before W_O, they cannot be told apart"
        )
    linear = [name for name, m in model.named_modules() if "linear" in type(m).__name__.lower()]
    return ValueError(
        f"no attention was found in {type(model).__name__}: no softmax whose result is multiplied "
        "with values and goes on into a linear module; if it has heads, name the modules of W_O "
        f"and say how many, outputs=[…], n_heads=…; its linear modules: {_some(linear) or 'none'}"
    )


def unread(model: nn.Module, read: Collection[str]) -> str:
    """Say of which layers, beside one that was read, and of which attentions none of W_O was found.

    A layer is a member of a list of modules that stands in no other list.
    """

    def is_read(part: str) -> bool:
        return any(name == part or name.startswith(f"{part}." if part else "") for name in read)

    modules = dict(model.named_modules())
    layers = [
        f"{name}.{i}"
        for name, module in modules.items()
        if isinstance(module, nn.ModuleList) and is_read(name) and not re.search(r"\b\d", name)
        for i in range(len(module))
    ]
    attentions = [
        name
        for name, module in modules.items()
        if re.search("attention|attn", type(module).__name__, re.IGNORECASE)
        and module.state_dict()
        and not is_read(name.rpartition(".")[0])
    ]
    names = [name for name in (*layers, *attentions) if not is_read(name)]
    outermost = [n for n in names if not n.startswith(tuple(f"{other}." for other in names))]
    if not outermost:
        return ""
    return (
        f"{type(model).__name__}: {len(set(read))} W_O were found, but none in "
        f"{_some(outermost)}; these have no softmax over all keys, and are neither read nor gated"
    )


def other_way(n_first: int, calls: int) -> ValueError:
    return ValueError(
        f"this x takes another way through the model than the first: there W_O was called "
        f"{n_first} times, here at call {calls} it differs; make a new OwnModel(model, x) with "
        "this x"
    )


def same_shape(places: Sequence[Any]) -> tuple[int, int]:
    """Return (layer, head), the shape of a gate."""
    counts = [place.n_heads for place in places]
    if len(set(counts)) > 1:
        said = (f"{n} at {places[counts.index(n)].module_name}" for n in dict.fromkeys(counts))
        raise ValueError(
            f"the layers have different numbers of heads ({'; '.join(said)}), so one gate of "
            "(layer, head) does not fit; choose layers with equally many, outputs=[…]"
        )
    return len(counts), counts[0]


def check_sum(name: str, total: Tensor, output: Tensor) -> None:
    off, largest = (total - output).abs().max(), output.abs().max()
    if off > largest * torch.finfo(output.dtype).eps ** 0.5:
        raise ValueError(
            f"the heads' outputs miss what {name} returns by {off:.2g}, where the largest number "
            f"is {largest:.2g}: this W_O is not linear (dynamic int8 is not); load the model in "
            "float32 or bfloat16"
        )


def check_patterns(layers: Sequence[Any]) -> None:
    hidden = [layer.module_name for layer in layers if layer.pattern is None]
    if hidden:
        raise ValueError(
            f"no softmax was seen before {hidden[0]} ({len(hidden)} of {len(layers)} layers): a "
            "fused kernel hides it; in transformers use model.set_attn_implementation('sdpa')"
        )
    shapes = dict.fromkeys(str(tuple(layer.pattern.shape)) for layer in layers)
    if len(shapes) > 1:
        raise ValueError(
            f"the layers have patterns of shapes {' and '.join(shapes)}, as those of an encoder, a "
            "decoder and between them; take one layer at a time, seen.layers[i].pattern"
        )


def _some(names: Sequence[str]) -> str:
    rest = f" and {len(names) - 12} more" if names[12:] else ""
    return ", ".join(names[:12]) + rest


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
