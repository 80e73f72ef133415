"""How far one tensor is from another in a computation, as PyTorch remembers it."""

import math

from torch import Tensor
from torch.autograd.graph import Node, get_gradient_edge

PRODUCTS = {"mm", "bmm", "addmm", "baddbmm", "mv", "addmv"}


def products_between(start: Tensor, end: Tensor) -> int:
    """Count the matrix products on the shortest way from one tensor to another.

    This is the "maximum path length" of table 1 of Vaswani et al. (2017), "Attention is all you
    need", for one pair of tensors.

    Parameters
    ----------
    start
        A tensor that requires a gradient, of any shape.
    end
        A tensor computed from it. A product that a way passes through counts once; dot products of
        two vectors and everything that works entry by entry do not count.

    Raises
    ------
    ValueError
        If ``start`` or ``end`` remembers no computation, or ``end`` does not depend on ``start``.
    """
    for name, tensor in (("start", start), ("end", end)):
        if not tensor.requires_grad:
            raise ValueError(
                f"{name} of shape {tuple(tensor.shape)} requires no gradient, so PyTorch does not "
                "remember how it is used; make the first tensor with requires_grad=True"
            )
    goal = get_gradient_edge(start).node
    shortest: dict[Node, float] = {}
    todo: list[tuple[Node, float]] = [(get_gradient_edge(end).node, 0)]
    while todo:
        node, products = todo.pop()
        if products >= shortest.get(node, math.inf):
            continue
        shortest[node] = products
        before = products + _is_product(node)
        todo += [(earlier, before) for earlier, _ in node.next_functions if earlier is not None]
    if goal not in shortest:
        raise ValueError(
            f"end of shape {tuple(end.shape)} does not depend on start of shape "
            f"{tuple(start.shape)}; give a tensor that is computed from it"
        )
    return int(shortest[goal])


def _is_product(node: Node) -> bool:
    return node.name().lower().partition("backward")[0] in PRODUCTS
