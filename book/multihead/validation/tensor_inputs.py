"""Input checks for attention, models and tasks; each error names the sizes and the fix.

Under ``torch.vmap`` the shape of a tensor can be checked but its values cannot; see :func:`holds`.
"""

from typing import Any

import torch
from torch import Size, Tensor
from torch.func import debug_unwrap

from multihead.validation.whole_numbers import check_sizes


def check_tensor(name: str, value: Any) -> None:
    if not isinstance(value, Tensor):
        kind = type(value).__name__
        raise TypeError(f"{name} is a {kind}; give a torch tensor, e.g. torch.as_tensor({name})")


def holds(bad: Tensor) -> bool:
    """Say whether any value is True; False under ``vmap``, where values cannot be read."""
    return not _batched(bad) and bool(bad.any())


def all_finite(t: Tensor) -> bool:
    """Say whether all values are finite; True under ``vmap``, see :func:`holds`."""
    return _batched(t) or not holds(~t.isfinite())


def _batched(t: Tensor) -> bool:
    """Say whether ``vmap`` hides an axis of a tensor, perhaps within another transform."""
    return debug_unwrap(t).ndim > t.ndim


def check_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> None:
    for name, t in (("q", q), ("k", k), ("v", v)):
        _finite_floats(name, t)
        if t.ndim < 2 or 0 in t.shape[-2:]:
            raise ValueError(f"{name} has shape {tuple(t.shape)}; give it (..., tokens, width)")
        if (t.dtype, t.device) != (q.dtype, q.device):
            raise ValueError(
                f"{name} is {t.dtype} on {t.device} but q is {q.dtype} on {q.device}; "
                "make them equal"
            )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"q is {q.shape[-1]} wide and k is {k.shape[-1]} wide; "
            "their dot product needs equal widths"
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values; each key needs one value")
    if not q.shape[:-2] == k.shape[:-2] == v.shape[:-2]:
        raise ValueError(
            f"batch axes differ: q {tuple(q.shape[:-2])}, k {tuple(k.shape[:-2])}, "
            f"v {tuple(v.shape[:-2])}; expand them to the same shape first"
        )
    check_mask(mask, q.shape[-2], k.shape[-2])


def check_mask(mask: Tensor | None, n_queries: int, n_keys: int) -> None:
    if mask is None:
        return
    check_tensor("mask", mask)
    if mask.dtype != torch.bool:
        raise TypeError(f"mask is {mask.dtype}; give a bool tensor, True where a query may attend")
    if tuple(mask.shape) != (n_queries, n_keys):
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}; {n_queries} queries and {n_keys} keys "
            f"need ({n_queries}, {n_keys})"
        )
    blind = ~mask.any(dim=-1)
    if holds(blind):
        raise ValueError(
            f"mask row(s) {blind.nonzero().flatten().tolist()} are all False: "
            "allow each query at least one key"
        )


def check_layer(x: Tensor, mask: Tensor | None, d_model: int, weight: Tensor) -> None:
    _finite_floats("x", x)
    if x.ndim < 2 or x.shape[-1] != d_model or x.shape[-2] == 0:
        raise ValueError(
            f"x has shape {tuple(x.shape)}; this layer needs (..., tokens, d_model={d_model})"
        )
    if (x.dtype, x.device) != (weight.dtype, weight.device):
        raise ValueError(
            f"x is {x.dtype} on {x.device} but the weights are {weight.dtype} on {weight.device}; "
            "move one with .to(...)"
        )
    check_mask(mask, x.shape[-2], x.shape[-2])


def check_outputs_of_heads(z: Tensor, n_heads: int, d_head: int) -> None:
    if z.ndim < 3 or (z.shape[-3], z.shape[-1]) != (n_heads, d_head):
        raise ValueError(
            f"z has shape {tuple(z.shape)}; {n_heads} heads of width {d_head} give "
            f"(..., {n_heads}, tokens, {d_head})"
        )


def check_gate(gate: Tensor | None, shape: tuple[int, ...]) -> None:
    if gate is None:
        return
    check_tensor("gate", gate)
    if gate.shape != shape:
        raise ValueError(f"gate has shape {tuple(gate.shape)}; give {shape}, one for each head")


def check_prediction(
    prediction: Size, target: Size, dims: int | None = None, *, of_logits: bool = False
) -> None:
    """Reject a prediction whose last axes differ from the target's, even if they broadcast."""
    last = slice(-dims if dims else None, None)  # all of them if not given
    if len(target) < (dims or 0) or 0 in target[last]:
        raise ValueError(
            f"target has shape {tuple(target)}; give {dims or len(target)} axes, none of them empty"
        )
    if prediction[last] == target[last]:
        return
    if of_logits:
        raise ValueError(
            f"logits for {tuple(prediction)} predictions; the task needs {tuple(target)}"
        )
    width = f"; make the model's d_out {target[-1]}" if prediction[-1:] != target[-1:] else ""
    raise ValueError(
        f"the model outputs {tuple(prediction)}, but the task needs {tuple(target)}{width}"
    )


def _finite_floats(name: str, t: Tensor) -> None:
    check_tensor(name, t)
    if not t.is_floating_point():
        raise TypeError(f"{name} is {t.dtype}; give a floating-point tensor, e.g. {name}.float()")
    if not all_finite(t):
        bad = (~t.isfinite()).sum().item()
        raise ValueError(f"{name} holds {bad} NaN or infinite number(s) of {t.numel()}")


def layer_widths(
    d_model: int, n_heads: int, d_head: int | None, d_out: int | None
) -> tuple[int, int]:
    """Return the width of a head and of the output; reject sizes that do not fit together."""
    check_sizes(d_model=d_model, n_heads=n_heads)
    d_head = _whole_share(d_model, n_heads) if d_head is None else d_head
    d_out = d_model if d_out is None else d_out
    check_sizes(d_head=d_head, d_out=d_out)
    return d_head, d_out


def check_place(n_place: int, d_model: int) -> None:
    check_sizes(n_place=n_place)
    if n_place > d_model:
        raise ValueError(
            f"n_place={n_place}; a token has d_model={d_model} numbers, use 1 to these"
        )


def _whole_share(d_model: int, n_heads: int) -> int:
    if d_model % n_heads:
        below = next(h for h in range(min(n_heads, d_model), 0, -1) if d_model % h == 0)
        above = next((h for h in range(n_heads, d_model + 1) if d_model % h == 0), None)
        raise ValueError(
            f"n_heads={n_heads} does not divide d_model={d_model}; use {below}"
            f"{f' or {above}' if above else ''}, or choose d_head yourself"
        )
    return d_model // n_heads


def check_finite(*results: Tensor, **weights: Tensor) -> None:
    """Reject results that are not finite; the error names a weight that is not finite, if any."""
    if all(map(all_finite, results)):
        return
    for name, weight in weights.items():
        _finite_floats(name, weight)
    raise ValueError(
        f"the inputs are finite but their products overflow {results[0].dtype}; "
        "make them smaller or use torch.float64"
    )
