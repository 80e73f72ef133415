"""What the attention functions refuse, each with the sizes and the mend."""

import torch
from torch import Tensor


def qkv(q: Tensor, k: Tensor, v: Tensor) -> None:
    for name, t in (("q", q), ("k", k), ("v", v)):
        _finite_floats(name, t)
        if t.ndim < 2 or 0 in t.shape[-2:]:
            raise ValueError(f"{name} has shape {tuple(t.shape)}; give it (..., tokens, width)")
        if (t.dtype, t.device) != (q.dtype, q.device):
            raise ValueError(
                f"{name} is {t.dtype} on {t.device} but q is {q.dtype} on {q.device}; use one"
            )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"q is {q.shape[-1]} wide and k is {k.shape[-1]} wide; "
            "their dot product needs one width"
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values; each key needs one value")
    if not q.shape[:-2] == k.shape[:-2] == v.shape[:-2]:
        raise ValueError(
            f"batch axes differ: q {tuple(q.shape[:-2])}, k {tuple(k.shape[:-2])}, "
            f"v {tuple(v.shape[:-2])}; expand them to one shape first"
        )


def mask(mask: Tensor | None, n_queries: int, n_keys: int) -> None:
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise TypeError(f"mask is {mask.dtype}; give a bool tensor, True where a query may look")
    if tuple(mask.shape) != (n_queries, n_keys):
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}; {n_queries} queries and {n_keys} keys "
            f"need ({n_queries}, {n_keys})"
        )
    blind = (~mask.any(dim=-1)).nonzero().flatten().tolist()
    if blind:
        raise ValueError(
            f"mask row(s) {blind} are all False: a query must be allowed at least one key"
        )


def tokens(x: Tensor, d_model: int, weight: Tensor) -> None:
    _finite_floats("x", x)
    if x.ndim < 2 or x.shape[-1] != d_model or x.shape[-2] == 0:
        raise ValueError(
            f"x has shape {tuple(x.shape)}; this layer reads (..., tokens, d_model={d_model})"
        )
    if (x.dtype, x.device) != (weight.dtype, weight.device):
        raise ValueError(
            f"x is {x.dtype} on {x.device} but the weights are {weight.dtype} on {weight.device}; "
            "move one with .to(...)"
        )


def _finite_floats(name: str, t: Tensor) -> None:
    if not t.is_floating_point():
        raise TypeError(f"{name} is {t.dtype}; give a floating-point tensor, e.g. {name}.float()")
    if not t.isfinite().all():
        bad = (~t.isfinite()).sum().item()
        raise ValueError(f"{name} holds {bad} NaN or infinite number(s) of {t.numel()}")


def head_sizes(d_model: int, n_heads: int, d_head: int | None, sliced: bool) -> int:
    for name, size in (("d_model", d_model), ("n_heads", n_heads), ("d_head", d_head)):
        if size is not None and size < 1:
            raise ValueError(f"{name}={size}; use 1 or more")
    if d_head is None:
        if d_model % n_heads:
            fits = ", ".join(str(h) for h in range(1, d_model + 1) if d_model % h == 0)
            raise ValueError(
                f"n_heads={n_heads} does not divide d_model={d_model}; use one of {fits}, "
                "or choose d_head yourself"
            )
        d_head = d_model // n_heads
    if sliced and n_heads * d_head != d_model:
        raise ValueError(
            f"sliced heads cut x into n_heads * d_head = {n_heads} * {d_head} = "
            f"{n_heads * d_head} numbers, but d_model={d_model}; make them equal"
        )
    return d_head


def no_overflow(pattern: Tensor, out: Tensor) -> None:
    if not (pattern.isfinite().all() and out.isfinite().all()):
        raise ValueError(
            f"the inputs are finite but their products overflow {out.dtype}; "
            "make them smaller or use torch.float64"
        )
