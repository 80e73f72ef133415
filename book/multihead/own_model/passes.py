"""One pass through a model: with hooks that find each W_O, or that gate and read what enters it."""

import inspect
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call

from multihead.attention import MultiHeadAttention
from multihead.own_model import inputs
from multihead.own_model.seen import Layer
from multihead.own_model.watch import Attention, Watch


class Place(NamedTuple):
    """One call of W_O, by its module's name."""

    module_name: str
    n_heads: int


class Pass:
    """Runs a model once; no hook is left behind, whatever happens."""

    look = False

    def __init__(self):
        self.attention: Attention | None = None  # the last one, until its W_O is called
        self.torch_layer = "multi_head_attention_forward"

    def through(self, name: str, z: Tensor, n_heads: int) -> Tensor:
        """Take what enters a W_O, (…, head, d_head), and return what shall enter."""
        raise NotImplementedError

    def into(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> Any:
        """Take the arguments of a module that may be a W_O."""
        raise NotImplementedError

    def out_of(self, name: str, module: nn.Module, args: tuple, out: Any) -> None:
        """Take what this module returned."""

    def record(
        self, name: str, z: Tensor, pattern: Tensor | None, output: Tensor, W_O: Callable
    ) -> None:
        """Keep what a layer shows; all its keys have values."""

    def wants(self, name: str) -> bool:
        return True

    def run(self, model: nn.Module, x: Any) -> Any:
        args, kwargs = inputs.arguments(x)
        with ExitStack() as hooks:
            for name, module in model.named_modules():
                for hook in self.hooks(name, module):
                    hooks.callback(hook.remove)
            with Watch(self):
                if not torch.is_grad_enabled():
                    return model(*args, **kwargs)
                fixed = {name: weight.detach() for name, weight in model.named_parameters()}
                return functional_call(model, fixed, args, kwargs)  # gradients of gates alone

    def hooks(self, name: str, module: nn.Module) -> list[Any]:
        if isinstance(module, nn.MultiheadAttention):
            return [module.register_forward_pre_hook(lambda m, args: self.enter(name))]
        if not self.wants(name):
            return []
        if isinstance(module, MultiHeadAttention):
            course = partial(self.on_course_layer, name)
            return [module.register_forward_hook(course, with_kwargs=True)]
        return [
            module.register_forward_pre_hook(partial(self.into, name), with_kwargs=True),
            module.register_forward_hook(partial(self.out_of, name)),
        ]

    def enter(self, name: str) -> None:
        self.torch_layer = f"{name}.out_proj" if name else "out_proj"

    def on_attention(self, attention: Attention, factor: Tensor) -> Tensor:
        """Take an attention, and return its pattern, or else its product, (…, query, any)."""
        self.attention = attention
        return factor

    def on_course_layer(
        self, name: str, layer: MultiHeadAttention, args: tuple, kwargs: dict, out: Tensor
    ) -> Tensor:
        z, pattern = layer.heads(*args, **kwargs)  # (*batch, head, pos, d_head)
        self.attention = None  # its W_O is no module
        z = self.through(name, z.transpose(-3, -2), layer.n_heads)
        out = z.flatten(-2) @ layer.W_O.flatten(0, 1)
        self.record(name, z.transpose(-3, -2), pattern, out, lambda z: z @ layer.W_O.flatten(0, 1))
        return out

    def on_torch_layer(self, func: Callable, bound: inspect.BoundArguments) -> Any:
        """Run PyTorch's own layer with the identity as W_O, then W_O on what it returns."""
        name, given = self.torch_layer, bound.arguments
        self.torch_layer = "multi_head_attention_forward"
        if not self.wants(name):
            return func(*bound.args, **bound.kwargs)
        n_heads, weight, bias = (
            given[key] for key in ("num_heads", "out_proj_weight", "out_proj_bias")
        )
        needed, mean = given.get("need_weights", True), given.get("average_attn_weights", True)
        given["out_proj_weight"] = torch.eye(
            weight.shape[1], dtype=weight.dtype, device=weight.device
        )
        given["out_proj_bias"] = None
        if self.look:
            given["need_weights"], given["average_attn_weights"] = True, False
        z, pattern = func(*bound.args, **bound.kwargs)  # (pos, batch, head * d_head)
        z = self.through(name, z.unflatten(-1, (n_heads, -1)), n_heads)
        W_O = partial(F.linear, weight=weight, bias=bias)
        out = W_O(z.flatten(-2))
        if not self.look:
            return out, pattern
        by_batch = z if z.ndim == 3 else z.transpose(0, 1)  # (*batch, pos, head, d_head)
        to_keep = out if z.ndim == 3 else out.transpose(0, 1)
        self.record(name, by_batch.transpose(-3, -2), pattern, to_keep, W_O)
        return out, (pattern.mean(-3) if mean else pattern) if needed else None


class Finding(Pass):
    """Finds each call of W_O: the first linear module into which an attention's result goes."""

    def __init__(self, outputs: Sequence[str] | None, n_heads: int | None):
        super().__init__()
        self.outputs, self.told = outputs, n_heads
        self.places: list[Place] = []
        self.read_before: list[Tensor] = []  # by modules, before the attention took place
        self.trying = False
        self.attentions = 0
        self.to_check: dict[str, tuple[int, Place]] = {}  # one of each kind of name

    def wants(self, name: str) -> bool:
        return self.outputs is None or name in self.outputs

    def on_attention(self, attention: Attention, factor: Tensor) -> Tensor:
        if not self.trying:
            self.attention = attention
            self.attentions += 1
        return factor

    def run(self, model: nn.Module, x: Any) -> Any:
        answer = super().run(model, x)
        for turn, place in self.to_check.values():
            Checking(place, turn).run(model, x)
        return answer

    def through(self, name: str, z: Tensor, n_heads: int) -> Tensor:
        if not self.trying:
            width = z.shape[-2:].numel()
            self.places.append(Place(name, inputs.choose_n_heads(name, width, n_heads, self.told)))
        return z

    def into(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> None:
        if self.trying:
            return
        wide = args[0] if len(args) == 1 and not kwargs else None
        is_named = self.outputs is not None and name in self.outputs
        if not isinstance(wide, Tensor) or not wide.is_floating_point():
            if is_named:
                raise ValueError(
                    f"{name} is not called with one tensor of numbers, so it is no W_O; name the "
                    "linear module within it"
                )
            return
        seen = self.attention.n_heads(wide) if self.attention else None
        if is_named or (self.outputs is None and seen and self.is_output(module, wide)):
            place = Place(name, inputs.choose_n_heads(name, wide.shape[-1], seen, self.told))
            self.places.append(place)
            if seen and not is_named:
                self.to_check.setdefault(re.sub(r"\d+", "", name), (self.attentions, place))
            self.attention, self.read_before = None, []
        elif self.attention is None:
            self.read_before.append(wide)

    def is_output(self, module: nn.Module, wide: Tensor) -> bool:
        """Say whether a module is linear, has weights and reads what none has read before."""
        if any(wide is tensor for tensor in self.read_before):
            return False  # a gate, computed after the attention from what enters the layer
        if not module.state_dict():
            return False  # dropout
        self.trying = True  # the hooks within the module shall not count these calls
        try:
            whole, back, none = (module.forward(wide * t) for t in (1.0, -0.5, 0.0))
        except Exception:  # a module that has conditions of its own is not linear
            return False
        finally:
            self.trying = False
        if not isinstance(whole, Tensor):
            return False
        off = (whole + 2 * back - 3 * none).abs().max()
        return bool(off <= torch.finfo(wide.dtype).eps ** 0.5 * (whole - none).abs().max())


class Checking(Pass):
    """Switches head 0 off within one attention: then its part of what enters W_O is 0."""

    def __init__(self, place: Place, turn: int):
        super().__init__()
        self.place, self.turn, self.attentions = place, turn, 0

    def wants(self, name: str) -> bool:
        return name == self.place.module_name

    def through(self, name: str, z: Tensor, n_heads: int) -> Tensor:
        return z

    def on_attention(self, attention: Attention, factor: Tensor) -> Tensor:
        self.attentions += 1
        if self.attentions != self.turn:
            return factor
        by_head = factor.reshape(-1, self.place.n_heads, *factor.shape[-2:]).clone()
        by_head[:, 0] = 0
        return by_head.reshape(factor.shape)

    def into(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> None:
        if self.attentions == self.turn:
            self.turn = 0  # later calls of the module belong to other attentions
            z = args[0].reshape(-1, self.place.n_heads, args[0].shape[-1] // self.place.n_heads)
            if (z == 0).all(-1).all(0).nonzero().flatten().tolist() != [0]:
                raise inputs.mixed(name, self.place.n_heads)


class Reading(Pass):
    """Gates what enters each W_O, and keeps it with the pattern if asked to."""

    def __init__(
        self,
        places: list[Place],
        gate: Tensor | None = None,
        means: list[Tensor] | None = None,
        look: bool = False,
    ):
        super().__init__()
        self.places, self.gate, self.means, self.look = places, gate, means, look
        self.names = {place.module_name for place in places}
        self.layers: list[Layer] = []
        self.calls = 0

    def wants(self, name: str) -> bool:
        return name in self.names

    def run(self, model: nn.Module, x: Any) -> Any:
        answer = super().run(model, x)
        if self.calls < len(self.places):
            raise self.other_calls()
        return answer

    def other_calls(self) -> ValueError:
        return ValueError(
            f"this x takes another way through the model than the first: there W_O was called "
            f"{len(self.places)} times, here at call {self.calls} it differs; make a new "
            "OwnModel(model, x) with this x"
        )

    def through(self, name: str, z: Tensor, n_heads: int) -> Tensor:
        i = self.calls
        if i >= len(self.places) or self.places[i].module_name != name:
            raise self.other_calls()
        self.calls += 1
        if self.gate is None:
            return z
        gate = self.gate[i].to(z)[:, None]  # (head, 1)
        return z * gate if self.means is None else z * gate + self.means[i] * (1 - gate)

    def into(self, name: str, module: nn.Module, args: tuple, kwargs: dict) -> tuple | None:
        (wide,) = args
        n_heads = self.places[min(self.calls, len(self.places) - 1)].n_heads
        z = self.through(name, wide.unflatten(-1, (n_heads, -1)), n_heads)
        return None if self.gate is None else ((z.flatten(-2),), kwargs)

    def out_of(self, name: str, module: nn.Module, args: tuple, out: Tensor) -> None:
        attention, self.attention = self.attention, None
        if not self.look:
            return
        (wide,) = args
        n_heads = self.places[self.calls - 1].n_heads
        if attention is None or attention.n_heads(wide) != n_heads:
            n_keys, pattern, n_queries = None, None, wide.shape[-2]
        else:
            n_keys, pattern, n_queries = attention.n_keys, attention.pattern(), attention.shape[-2]
            pattern = pattern.reshape(-1, n_heads, *pattern.shape[-2:])
        if wide.ndim == 3 and wide.shape[1] != n_queries:  # (pos, batch, width)
            wide, out = wide.transpose(0, 1), out.transpose(0, 1)
        z = wide.reshape(-1, n_queries, n_heads, wide.shape[-1] // n_heads).transpose(1, 2)
        out = out.reshape(-1, n_queries, out.shape[-1])
        self.layers.append(Layer(name, pattern, z, out, n_keys, module))

    def record(
        self, name: str, z: Tensor, pattern: Tensor | None, output: Tensor, W_O: Callable
    ) -> None:
        if not self.look:
            return
        z = z.reshape(-1, *z.shape[-3:])  # (batch, head, pos, d_head)
        output = output.reshape(-1, *output.shape[-2:])
        n_keys = None if pattern is None else pattern.shape[-1]
        pattern = None if pattern is None else pattern.reshape(-1, *pattern.shape[-3:])
        self.layers.append(Layer(name, pattern, z, output, n_keys, W_O))
