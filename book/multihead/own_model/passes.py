"""One pass through a model: it finds each W_O, or gates and reads the heads that enter it."""

import inspect
from collections.abc import Callable, Collection
from contextlib import ExitStack
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call
from torch.overrides import TorchFunctionMode

from multihead.attention import MultiHeadAttention
from multihead.own_model import inputs
from multihead.own_model.attentions import Attention, is_pattern, of_fused
from multihead.own_model.seen import Layer, Place, read_layer

PRODUCTS = {"matmul", "__matmul__", "bmm", "einsum"}
NO_MODULE = "multi_head_attention_forward"  # called by none of ``nn.MultiheadAttention``

W_O = Callable[[Tensor], Tensor]


class Pass(TorchFunctionMode):
    """Runs a model once, and meets each attention and then the W_O that its heads enter.

    The attention is met among torch's functions, and W_O among the model's modules by a hook; no
    hook is left, whatever happens. A mode also keeps torch off its fast path, which hides the heads
    of ``nn.Transformer``.
    """

    def __init__(self, wanted: Collection[str] | None = None):
        super().__init__()
        self.wanted = wanted  # names of modules; None: all
        self.weights: Tensor | None = None  # what the last softmax gave, until its product
        self.attention: Attention | None = None  # the last one, until its W_O
        self.torch_layer = NO_MODULE

    def on_attention(self, factor: Tensor) -> Tensor:
        """Take an attention's pattern, or else its product with the values, (…, query, any)."""
        return factor

    def on_output(self, name: str, wide: Tensor, W_O: W_O) -> Tensor:
        """Take what enters a W_O, (…, n_heads * d_head), and return what shall enter."""
        raise NotImplementedError

    def run(self, model: nn.Module, x: Any) -> Any:
        args, kwargs = inputs.arguments(x)
        with ExitStack() as hooks:
            for name, module in model.named_modules():
                hooks.callback(self.hook(name, module).remove)
            hooks.enter_context(self)
            if not torch.is_grad_enabled():
                return model(*args, **kwargs)
            fixed = {name: weight.detach() for name, weight in model.named_parameters()}
            return functional_call(model, fixed, args, kwargs)  # gradients of gates alone

    def hook(self, name: str, module: nn.Module) -> Any:
        if isinstance(module, MultiHeadAttention):
            on_layer = partial(self.on_course_layer, name)
            return module.register_forward_hook(on_layer, with_kwargs=True)
        if isinstance(module, nn.MultiheadAttention):
            return module.register_forward_pre_hook(partial(self.on_torch_module, name))
        return module.register_forward_pre_hook(partial(self.on_module, name), with_kwargs=True)

    def wants(self, name: str) -> bool:
        return self.wanted is None or name in self.wanted

    def on_module(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> Any:
        """Take a module and what it is called with, and return what it shall be called with."""
        if not self.wants(name):
            return None
        (wide,) = *args, *kwargs.values()
        return (self.enter(name, wide, module),), {}

    def enter(self, name: str, wide: Tensor, W_O: W_O) -> Tensor:
        wide = self.on_output(name, wide, W_O)
        self.attention = None
        return wide

    def on_course_layer(
        self, name: str, layer: MultiHeadAttention, args: tuple, kwargs: dict, out: Tensor
    ) -> Tensor:
        """Run a layer of the course again, whose W_O is no module."""
        if not self.wants(name):
            return out
        wide = layer.heads(*args, **kwargs).z.transpose(-3, -2).flatten(-2)
        W_O = partial(F.linear, weight=layer.W_O.flatten(0, 1).T)
        return W_O(self.enter(name, wide, W_O))

    def on_torch_module(self, name: str, module: nn.Module, args: tuple) -> None:
        self.torch_layer = f"{name}.out_proj".removeprefix(".")

    def on_torch_layer(self, func: Callable, args: tuple, kwargs: dict) -> Any:
        """Run torch's own layer with the identity as W_O, which it does not call as a module."""
        name, self.torch_layer = self.torch_layer, NO_MODULE
        if not self.wants(name):
            return func(*args, **kwargs)
        bound = inspect.signature(func).bind(*args, **kwargs)
        bound.apply_defaults()
        asked = bound.arguments
        weight, bias = asked["out_proj_weight"], asked["out_proj_bias"]
        W_O = partial(F.linear, weight=weight, bias=bias)
        identity = {"out_proj_weight": torch.eye(weight.shape[1]).to(weight), "out_proj_bias": None}
        to_read = {"need_weights": True, "average_attn_weights": False}
        wide, pattern = func(**{**asked, **identity, **to_read})
        self.attention = Attention(pattern.shape, None, pattern.shape[-1], lambda: pattern)
        wide = wide.transpose(0, -2)  # (batch, pos, width), or (pos, width) as it was
        out = W_O(self.enter(name, wide, W_O)).transpose(0, -2)
        pattern = pattern.mean(-3) if asked["average_attn_weights"] else pattern
        return out, pattern if asked["need_weights"] else None

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if func is F.multi_head_attention_forward:
            return self.on_torch_layer(func, args, kwargs)
        if name == "embedding" and len(args) > 1:
            inputs.check_rows(*args[:2])
        if name in PRODUCTS and self.weights is not None:
            args = self.on_product(name, self.weights, args)
        out = func(*args, **kwargs)
        if name == "softmax" and out.ndim > 2:
            self.weights = out
        if name == "scaled_dot_product_attention":
            self.attention = of_fused(*args, **kwargs)
            out = self.on_attention(out)
        return out

    def on_product(self, name: str, weights: Tensor, args: tuple) -> tuple:
        first = int(name == "einsum")  # the equation stands before the factors
        factor, *others = args[first:]
        if not isinstance(factor, Tensor) or not is_pattern(factor, weights):
            return args
        d_value = None if first else others[0].shape[-1]
        self.weights = None
        self.attention = Attention(weights.shape, d_value, factor.shape[-1], lambda: weights)
        return *args[:first], self.on_attention(factor), *others


class Finding(Pass):
    """Finds each call of W_O: of the first linear module that an attention's heads enter.

    The first head of each attention is set to 0. If the heads lie side by side in what enters a
    module, then its first part is 0 there.
    """

    def __init__(self, outputs: Collection[str] | None, n_heads: int | None):
        super().__init__(outputs)
        self.told = n_heads
        self.places: list[Place] = []
        self.pos_first = False  # of the W_O that was just found
        self.refused: tuple[str, bool] | None = None  # the first that is no W_O; is it linear?

    def on_attention(self, factor: Tensor) -> Tensor:
        factor = factor.clone()
        factor[(0,) * (factor.ndim - 2)] = 0
        return factor

    def on_module(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> None:
        given = [*args, *kwargs.values()]
        wide = given[0] if len(given) == 1 else None
        if not isinstance(wide, Tensor) or not wide.is_floating_point():
            if self.wanted is not None and name in self.wanted:
                raise ValueError(
                    f"{name} is not called with one tensor of numbers, so it is not a W_O; name "
                    "the linear module within it"
                )
        elif self.wanted is not None or self.takes_heads(name, module, wide):
            super().on_module(name, module, (wide,), {})

    def takes_heads(self, name: str, module: nn.Module, wide: Tensor) -> bool:
        attention = self.attention
        n_heads = attention.n_heads(wide) if attention else None
        if not attention or not n_heads or not module.state_dict():  # dropout has no state
            return False
        self.attention = None  # no W_O is looked for within the trial
        linear = is_linear(module, wide)
        self.attention = attention
        zero = (wide.unflatten(-1, (n_heads, -1)) == 0).all(-1)  # (…, head)
        first = zero[..., 0]
        apart = first.sum() >= attention.size[-2] and (n_heads == 1 or not zero[..., 1:].all())
        if linear and apart:
            self.pos_first = bool(first.ndim == 2 and first[:, 0].all() and not first[0].all())
        elif linear or apart:
            self.refused = self.refused or (name, linear)
        return linear and bool(apart)

    def on_output(self, name: str, wide: Tensor, W_O: W_O) -> Tensor:
        seen = self.attention.n_heads(wide) if self.attention else None
        n_heads = inputs.choose_n_heads(name, wide.shape[-1], seen, self.told)
        self.places.append(Place(name, n_heads, self.pos_first))
        self.pos_first = False
        return wide


def is_linear(module: nn.Module, wide: Tensor) -> bool:
    try:
        whole, back, none = (module.forward(wide * t) for t in (1.0, -0.5, 0.0))
        off = (whole + 2 * back - 3 * none).abs().max()
        return bool(off <= torch.finfo(wide.dtype).eps ** 0.5 * (whole - none).abs().max())
    except Exception:  # a module that has conditions of its own is not linear
        return False


class Reading(Pass):
    """Gates what enters each W_O, and keeps it with the pattern if asked to."""

    def __init__(
        self,
        places: list[Place],
        gate: Tensor | None = None,
        means: list[Tensor] | None = None,
        look: bool = False,
    ):
        super().__init__({place.module_name for place in places})
        self.places, self.gate, self.means, self.look = places, gate, means, look
        self.layers: list[Layer] = []
        self.calls = 0

    def run(self, model: nn.Module, x: Any) -> Any:
        answer = super().run(model, x)
        if self.calls < len(self.places):
            raise inputs.other_way(len(self.places), self.calls)
        return answer

    def on_output(self, name: str, wide: Tensor, W_O: W_O) -> Tensor:
        i = self.calls
        if i >= len(self.places) or self.places[i].module_name != name:
            raise inputs.other_way(len(self.places), i)
        self.calls += 1
        place = self.places[i]
        if self.gate is not None:
            z = wide.unflatten(-1, (place.n_heads, -1))
            gate = self.gate[i].to(z)[:, None]  # (head, 1)
            mean = 0.0 if self.means is None else self.means[i]
            wide = (z * gate + mean * (1 - gate)).flatten(-2)
        if self.look:
            self.layers.append(read_layer(place, wide, W_O, self.attention))
        return wide
