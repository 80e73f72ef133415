"""Record the kernels of a step once, and call only these from then on.

A step of many small models is hundreds of kernels of a few microseconds. To find them anew in
each step, through ``vmap`` and backward, takes as long as to run them. The record is the same
kernels in the same order, so its bits are the same; :class:`TracedStep` compares them before it
relies on them.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, fx
from torch.fx.experimental.proxy_tensor import make_fx

Step = Callable[..., list[Tensor]]
COMPARED = 2  # calls in which the record must give the bits of the step itself
aten: Any = torch.ops.aten
SHAPED_ANEW = (aten.view.default, aten._unsafe_view.default, aten.expand.default)


class TracedStep:
    """A function of tensors that is recorded when it is first called.

    What cannot be recorded (it reads a number out of a tensor), or what gives other bits in one of
    its first two calls (it depends on something that is not among its tensors), is called as it
    is. If it begins to depend on something else later, that is not noticed.
    """

    def __init__(self, step: Step):
        self.step = step
        self.record: Step | None = None
        self.compared = 0

    def __call__(self, *tensors: Tensor) -> list[Tensor]:
        if self.compared == COMPARED:
            return self.step(*tensors) if self.record is None else self.record(*tensors)
        if self.compared == 0:
            self.record = recorded(self.step, tensors)
        again = [t.clone() for t in tensors]  # a model may write to its buffers
        results = self.step(*tensors)
        if self.record and not same_bits([*self.record(*again), *again], [*results, *tensors]):
            self.record = None
        self.compared = COMPARED if self.record is None else self.compared + 1
        return results


def recorded(step: Step, tensors: tuple[Tensor, ...]) -> Step | None:
    """Return the kernels that a step calls; None if it cannot be recorded."""
    try:
        module = make_fx(step)(*(t.clone() for t in tensors))
    except Exception:  # of a tool that PyTorch calls experimental; the step says what is wrong
        return None
    leave_out_what_does_nothing(module)
    return torch.inference_mode()(module.forward)


def leave_out_what_does_nothing(module: fx.GraphModule) -> None:
    """Remove a detach, and what gives a tensor the shape that it has."""
    for node in module.graph.nodes:
        if node.op == "call_function" and (
            node.target is aten.detach.default
            or (node.target in SHAPED_ANEW and shape(node) == shape(node.args[0]))
        ):
            node.replace_all_uses_with(node.args[0])
            module.graph.erase_node(node)
    module.recompile()


def shape(node: fx.Node) -> torch.Size:
    return node.meta["val"].shape


def same_bits(some: list[Tensor], others: list[Tensor]) -> bool:
    return all(map(torch.equal, some, others))
