"""What people give by mistake instead of a model and tokens, and what to do about it."""

from collections.abc import Mapping, Sequence
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
    members = x.values() if isinstance(x, Mapping) else x if isinstance(x, tuple) else (x,)
    for member in members:
        if isinstance(member, str | list):
            raise TypeError(
                f"x holds {_short(member)}, a {type(member).__name__}; give tokens as a tensor, "
                "e.g. tokenizer(text, return_tensors='pt')"
            )
    if isinstance(x, Mapping):
        return (), dict(x)
    return (x if isinstance(x, tuple) else (x,)), {}


def check_rows(tokens: Tensor, rows: Tensor) -> None:
    n = len(rows)
    if tensor_inputs.holds((tokens < 0) | (tokens >= n)):
        raise IndexError(
            f"an embedding of {n} rows is asked for rows {int(tokens.min())} to "
            f"{int(tokens.max())}; use 0 to {n - 1}: tokens of this model's own tokenizer, and no "
            "more of them than it has positions"
        )


def mixed(name: str, n_heads: int) -> ValueError:
    return ValueError(
        f"{name} was taken for W_O, since {n_heads} heads would fit what enters it, but switching "
        "one of them off does not empty its part there; if other modules are W_O, name them, "
        "outputs=[…]; if heads are mixed before W_O, they cannot be told apart"
    )


def none_found(model: nn.Module) -> ValueError:
    config = getattr(model, "config", None)
    kernel = getattr(config, "_attn_implementation", None)
    if kernel not in (None, "eager", "sdpa"):
        return ValueError(
            f"{type(model).__name__} computes attention with {kernel!r}, which hides its softmax; "
            "call model.set_attn_implementation('sdpa') first"
        )
    linear = [name for name, m in model.named_modules() if "linear" in type(m).__name__.lower()]
    shown = ", ".join(linear[:12]) + (f" and {len(linear) - 12} more" if linear[12:] else "")
    return ValueError(
        f"no attention was found in {type(model).__name__}: no softmax whose result is multiplied "
        "with values and goes on into a linear module; if it has heads, name the modules of W_O "
        f"and say how many, outputs=[…], n_heads=…; its linear modules: {shown or 'none'}"
    )


def check_outputs(model: nn.Module, outputs: Sequence[str] | None) -> None:
    if isinstance(outputs, str):
        raise TypeError(f"outputs={outputs!r}; give a list of names, outputs=[{outputs!r}]")
    known = {name for name, _ in model.named_modules()}
    for name in outputs or ():
        if name not in known:
            like = [n for n in known if n and n.split(".")[-1] == name.split(".")[-1]]
            also = f"; it has {', '.join(sorted(like)[:6])}" if like else ""
            raise ValueError(
                f"{type(model).__name__} has no module {name!r}{also}; "
                "use names of model.named_modules()"
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


def same_shape(places: Sequence[Any]) -> tuple[int, int]:
    """Return (layer, head), the shape of a gate."""
    counts = [place.n_heads for place in places]
    if len(set(counts)) > 1:
        said = "; ".join(f"{n} at {places[counts.index(n)].module_name}" for n in dict.fromkeys(counts))
        raise ValueError(
            f"the layers have different numbers of heads ({said}), so one gate of (layer, head) "
            "does not fit; choose layers with equally many, outputs=[…]"
        )
    return len(counts), counts[0]


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
