"""A model of any architecture, as the course's functions take it: with gates and heads."""

import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn
from tqdm import tqdm

from multihead.own_model import inputs
from multihead.own_model.passes import Finding, Reading
from multihead.own_model.seen import Seen
from multihead.validation import tensor_inputs


class OwnModel(nn.Module):
    r"""Your own model, whose heads can be read and switched off as those of the course.

    .. math:: Y = b_O + \sum_i \left(g_i Z_i + (1 - g_i) \bar Z_i\right) W_O^i

    It takes a model of Hugging Face, one with ``nn.MultiheadAttention`` or ``nn.Transformer``, one
    written by hand, or the course's own. One pass finds each W_O: the first linear module that the
    heads of an attention enter side by side. The shape of its softmax shows how many heads there
    are. Nothing in the model is changed; hooks stand only while a pass runs.

    Parameters
    ----------
    model
        The model, in evaluation mode.
    x
        What it is called with: a tensor, a tuple of arguments, or what a tokenizer returns. Take
        texts without padding: pads would enter the means.
    off
        What a gate of 0 leaves: ``"zero"`` nothing, ``"mean"`` the head's mean over ``x``.
    outputs
        Names of the modules of W_O, where none is found or some shall be left out.
    n_heads
        Number of heads of each layer, where no softmax shows it.

    Raises
    ------
    TypeError
        If ``model`` is no module, or x is text.
    ValueError
        If the model is in training mode, no attention is found, or ``outputs`` or ``n_heads`` does
        not fit the model.
    IndexError
        If a token is outside the vocabulary.

    Warns
    -----
    UserWarning
        If nothing is read of some layers, as of linear attention and of convolutions.

    Notes
    -----
    A layer is one call of W_O, in the order of the calls. With grouped keys a head is a query
    head. Where a norm stands behind W_O (Gemma, OLMo 2), what the heads write sums to what W_O
    returns, which is not what enters the residual stream. Where a gate stands before W_O
    (Qwen3-Next), z is what passed it. Gradients reach the gates alone: one backward pass takes
    about as long as two ablations, so take first what it names, then ablate.
    """

    def __init__(
        self,
        model: nn.Module,
        x: Any,
        *,
        off: Literal["zero", "mean"] = "zero",
        outputs: Sequence[str] | None = None,
        n_heads: int | None = None,
    ):
        inputs.check_model(model)
        super().__init__()
        inputs.check_evaluates(model)
        inputs.check_outputs(model, outputs)
        if off not in ("zero", "mean"):
            raise ValueError(f"off={off!r}; use 'zero' or 'mean'")
        model = getattr(model, "_orig_mod", model)  # what torch.compile wraps, where hooks can read
        self.model, self._means, self._bar = model, None, None
        finding = Finding(outputs, n_heads)
        with torch.no_grad():
            finding.run(model, x)
        self._places = finding.places
        if not self._places:
            raise inputs.none_found(model, finding.refused)
        unread = inputs.unread(model, {place.module_name for place in self._places})
        if unread and outputs is None:
            warnings.warn(unread, stacklevel=2)
        self.training = False  # of this module alone; the model is not changed
        if off == "mean":
            self._means = [layer.z.mean((0, 2)) for layer in self.look(x).layers]

    @property
    def gate_shape(self) -> tuple[int, int]:
        """(layer, head), the shape of a gate.

        Raises
        ------
        ValueError
            If the layers have different numbers of heads.
        """
        return inputs.same_shape(self._places)

    def extra_repr(self) -> str:
        return "\n".join(f"{place.module_name}: {place.n_heads} heads" for place in self._places)

    def forward(self, x: Any, gate: Float[Tensor, "layer head"] | None = None) -> Any:
        """Return the model's answer with each head behind its gate: 1 as it is, 0 off.

        The answer is the model's tensor: the logits if it returns some, else its last hidden
        state, else the first that it returns.

        Raises
        ------
        ValueError, TypeError
            If the gate is not one number for each head of each layer, the model is in training
            mode, or x takes another way through the model than the first x did.
        """
        with_gradient = gate is not None and gate.requires_grad and torch.is_grad_enabled()
        answer = self._run(x, gate, with_gradient=with_gradient).answer
        if self._bar is not None:
            self._bar.update()
        return answer

    def look(self, x: Any, gate: Float[Tensor, "layer head"] | None = None) -> Seen:
        """Read the pattern and z of every head in one pass; arguments as in ``forward``."""
        return self._run(x, gate, look=True)

    def _run(
        self, x: Any, gate: Tensor | None, *, look: bool = False, with_gradient: bool = False
    ) -> Seen:
        if gate is not None:
            tensor_inputs.check_gate(gate, self.gate_shape)
        inputs.check_evaluates(self.model)
        reading = Reading(self._places, gate, self._means, look)
        with torch.set_grad_enabled(with_gradient):
            return Seen(reading.layers, _tensor(reading.run(self.model, x)))

    @contextmanager
    def progress(self) -> Iterator[None]:
        """Show a bar of the passes of an ablation: one without each head, and one with all.

        It appears after two seconds. ``with own.progress(): cost = ablation(loss, own, x, y)``
        """
        with tqdm(total=math.prod(self.gate_shape) + 1, delay=2, unit="pass") as self._bar:
            try:
                yield
            finally:
                self._bar = None


def _tensor(answer: Any) -> Any:
    for name in ("logits", "last_hidden_state"):
        if isinstance(getattr(answer, name, None), Tensor):
            return getattr(answer, name)
    return answer[0] if isinstance(answer, tuple | list) else answer
