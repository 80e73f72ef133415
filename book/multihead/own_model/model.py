"""A model of any architecture, as the course's functions take it: with gates and heads."""

from collections.abc import Sequence
from typing import Any, Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from multihead.own_model import inputs
from multihead.own_model.passes import Finding, Reading
from multihead.own_model.seen import Layer, Seen
from multihead.validation import tensor_inputs


class OwnModel(nn.Module):
    r"""Your own model, whose heads can be read and switched off as those of the course.

    .. math:: Y = b_O + \sum_i \left(g_i Z_i + (1 - g_i) \bar Z_i\right) W_O^i

    It takes a model of Hugging Face, one with ``nn.MultiheadAttention`` or ``nn.Transformer``, one
    written by hand, or the course's own. One pass finds each W_O: the first linear module that a
    softmax's product with the values enters, and the shape of the softmax shows how many heads
    there are. Nothing in the model is changed; hooks stand only while a pass runs.

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

    Notes
    -----
    A layer is one call of W_O, in the order of the calls. With grouped keys a head is a query
    head. Where a norm stands behind W_O (Gemma, OLMo 2), the heads' outputs sum to what W_O
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
        self.model = model
        finding = Finding(outputs, n_heads)
        with torch.no_grad():
            finding.run(model, x)
        if not finding.places:
            raise inputs.none_found(model)
        self._places, self._means = finding.places, None
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
        if gate is not None:
            tensor_inputs.check_gate(gate, self.gate_shape)
        inputs.check_evaluates(self.model)
        wanted = gate is not None and gate.requires_grad and torch.is_grad_enabled()
        with torch.set_grad_enabled(wanted):
            return _tensor(Reading(self._places, gate, self._means).run(self.model, x))

    def look(self, x: Any, gate: Float[Tensor, "layer head"] | None = None) -> Seen:
        """Read the pattern, z and output of every head in one pass; arguments as in ``forward``."""
        if gate is not None:
            tensor_inputs.check_gate(gate, self.gate_shape)
        inputs.check_evaluates(self.model)
        with torch.no_grad():
            reading = Reading(self._places, gate, self._means, look=True)
            answer = reading.run(self.model, x)
        return Seen(reading.layers, _tensor(answer))

    @torch.no_grad()
    def written(self, layer: Layer) -> Float[Tensor, "batch head pos d_out"]:
        r"""Return what each head of a layer writes, :math:`Z_i W_O^i`; with the bias they sum to
        the layer's output.

        W_O is called on the identity, since its stored weights may be transposed, quantised or
        adapted.

        Raises
        ------
        ValueError
            If the heads' outputs and the bias do not sum to what W_O returned.
        """
        n_heads, d_head = layer.z.shape[1], layer.z.shape[3]
        eye = torch.eye(n_heads * d_head, dtype=layer.z.dtype, device=layer.z.device)
        bias = layer.W_O(torch.zeros_like(eye[None, :1]))  # (1, 1, d_out)
        W_O = (layer.W_O(eye[None]) - bias)[0].unflatten(0, (n_heads, d_head))
        outputs = layer.z @ W_O  # (batch, head, pos, d_head) @ (head, d_head, d_out)
        off = (outputs.sum(1) + bias - layer.output).abs().max()
        largest = layer.output.abs().max()
        if off > largest * torch.finfo(layer.z.dtype).eps ** 0.5:
            raise ValueError(
                f"the heads' outputs miss what {layer.module_name} returns by {off:.2g}, where the "
                f"largest number is {largest:.2g}: this W_O is not linear (dynamic int8 is not); "
                "load the model in float32 or bfloat16"
            )
        return outputs


def _tensor(answer: Any) -> Any:
    for name in ("logits", "last_hidden_state"):
        if isinstance(getattr(answer, name, None), Tensor):
            return getattr(answer, name)
    return answer[0] if isinstance(answer, tuple | list) else answer
