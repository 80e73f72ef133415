"""A model of real code, which the page itself runs on what the reader types."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import traitlets
from jaxtyping import Float
from torch import Tensor
from traitlets import TraitError

from multihead.real_text import BytePairs, TextModel, stored_pairs, stored_seed
from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.heads_over_seeds import different_heads, place_on_axis
from multihead.widgets.base.patterns import in_order
from multihead.widgets.base.traits import Whole
from multihead.widgets.text_lab import model_outputs
from multihead.widgets.text_lab.examples import EXAMPLES
from multihead.widgets.text_lab.quantize import (
    SITE_FILE,
    parameter_shapes,
    seed_script,
    to_bytes,
    with_rounded_weights,
)
from multihead.widgets.text_lab.read_models import chosen_seeds, read_models
from multihead.widgets.text_lab.token_text import token_label

LONGEST = 64  # tokens
MOST = 400  # characters
BEST = 3  # tokens in the table
LINE_END = "\n"  # every text that a model learns from begins with one


class TextLab(Widget):
    r"""A model of Python code that the page runs: type a line, and switch off any head of any seed.

    The model is :class:`~multihead.real_text.TextModel`, with weights of 8 bits. It reads an end of
    line, then the text, cut into byte pairs; the first 64 tokens of them. The loss of the line is

    .. math:: \frac{1}{T-1} \sum_{t=1}^{T-1} -\ln p(\text{token}_t \mid \text{token}_{<t})

    On the website, the weights of a seed are a file, which comes when the reader asks for it. A key
    press computes the tokens from the first that it changed. Of those before, the page keeps keys
    and values, in the key-value cache of chapter 13, and what else it computed.

    Parameters
    ----------
    text
        What the model reads at first; see below.
    seeds
        Which of the stored seeds can be chosen; of those from 0 to 7 all that are stored, if not
        given.
    models, pairs
        Your own models by seed, all of one size, instead of the stored ones, and the tokens that
        they know. Their weights stand in the page.
    heads, seed, query
        The state at first, see below. By default all heads are on, and the token before the last is
        in focus.

    Attributes
    ----------
    text : str
        One line of code or a few, up to 400 characters: those of ASCII that can be typed.
    query : int
        The token in focus, from 0, which is the end of line before the text. In a text with fewer
        tokens it is the last.
    heads : list of int
        The heads that are on, numbered through all layers, first layer first.
    seed : int
        The place of the model shown in ``seeds``, from 0.

    Raises
    ------
    TraitError
        If a seed is not stored, models do not fit, the text cannot be read, or the state names what
        is not there. A state that is refused leaves the old one.

    Examples
    --------
    >>> lab = TextLab("for i in range(10):")  # doctest: +SKIP
    >>> lab.heads = [0, 2, 3, 4, 5, 6, 7]  # doctest: +SKIP
    >>> lab.loss(), lab.costs()  # doctest: +SKIP
    """

    folder = Path(__file__).parent

    _sizes = traitlets.Dict().tag(sync=True)
    _tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _seeds = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _shapes = traitlets.List().tag(sync=True)  # [name, shape] of each array of one model
    _examples = traitlets.List().tag(sync=True)  # [name, text]
    # Where the weights are: in the page, or in a file for each seed of so many bytes, or here: the
    # page says which seed it wants, and gets its weights and of which seed they are.
    _carried = traitlets.Bytes().tag(sync=True)
    _files = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _file_size = Whole(0).tag(sync=True)
    _wanted = Whole(None, allow_none=True).tag(sync=True)
    _weights = traitlets.Bytes().tag(sync=True)
    _weights_of = Whole(None, allow_none=True).tag(sync=True)

    text = traitlets.Unicode().tag(sync=True)
    query = Whole(0).tag(sync=True)
    heads = traitlets.List(Whole()).tag(sync=True)
    seed = Whole(0).tag(sync=True)

    def __init__(
        self,
        text: str = EXAMPLES["a class"],
        *,
        seeds: Sequence[int] | None = None,
        models: Mapping[Any, TextModel] | None = None,
        pairs: BytePairs | None = None,
        heads: Sequence[int] | None = None,
        seed: int = 0,
        query: int | None = None,
    ):
        self._pairs = pairs or stored_pairs()
        n_tokens = len(self._pairs.tokens)
        self._own = None if models is None else read_models(models, n_tokens)
        self._names = chosen_seeds(seeds) if self._own is None else [*self._own]
        self._models: dict[int, TextModel] = {}
        example = self._model(0)
        n_layers, n_heads = example.gate_shape
        longest = min(LONGEST, example.state_dict()["layers.0.bias"].shape[-1])
        sizes = {"seed": len(self._names), "layer": n_layers, "head": n_layers * n_heads}
        sizes |= {"query": longest, "text": MOST}
        numbers = self._read(text)[:longest]
        super().__init__(
            _sizes=sizes,
            _tokens=[*self._pairs.tokens],
            _seeds=[str(name) for name in self._names],
            _shapes=parameter_shapes(example),
            _examples=[*map(list, EXAMPLES.items())],
            **self._weights_at(),
            text=text,
            heads=in_order("heads", range(n_layers * n_heads) if heads is None else heads),
            seed=seed,
            query=max(len(numbers) - 2, 0) if query is None else query,
        )

    def _weights_at(self) -> dict[str, Any]:
        """Say where the page finds the weights when no kernel runs."""
        if self._own is not None:
            return {"_carried": b"".join(to_bytes(model) for model in self._own.values())}
        files = [SITE_FILE.format(seed) for seed in self._names]
        return {"_files": files, "_file_size": len(seed_script(self._names[0]))}

    def _model(self, place: int) -> TextModel:
        """Return the model at a place among the seeds, with the weights that travel."""
        if place not in self._models:
            name = self._names[place]
            model = stored_seed(name)[0] if self._own is None else self._own[name]
            self._models[place] = with_rounded_weights(model)
        return self._models[place]

    def _read(self, text: Any) -> list[int]:
        """Return the numbers of all tokens; refuse a text that the model cannot read."""
        if not isinstance(text, str):
            raise TraitError(f"text is {type(text).__name__}; give a str, a line of code")
        if len(text) > MOST:
            raise TraitError(f"text has {len(text)} characters; use at most {MOST}")
        if not text.strip():
            raise TraitError("text is blank; give a line of code")
        try:
            return self._pairs.encode(LINE_END + text)
        except ValueError as error:
            raise TraitError(f"text holds {error}") from None

    @property
    def tokens(self) -> list[str]:
        """What the model reads: an end of line, and the text in byte pairs."""
        return [self._pairs.tokens[number] for number in self._numbers()[0]]

    def _numbers(self) -> Tensor:
        """The numbers of the tokens, as a batch of one."""
        return torch.tensor([self._read(self.text)[: self._sizes["query"]]])

    def _of_line(self, compute: Callable[..., Any]) -> Any:
        """Compute something of the model that is shown, the line and the heads that are on."""
        return compute(self._model(self.seed), self._numbers(), self.heads)

    def patterns(self) -> Float[np.ndarray, "layer head query key"]:
        """Return what each head attends to while those that are off write nothing."""
        return self._of_line(model_outputs.patterns).numpy()

    def next_token(self) -> Float[np.ndarray, "pos token"]:
        """Return the probability of each token as the next one, at each position."""
        return self._of_line(model_outputs.logits).softmax(-1).numpy()

    def loss(self) -> float:
        """Return the loss on the line, in nats per token."""
        return self._of_line(model_outputs.loss)

    def costs(self) -> Float[np.ndarray, "layer head"]:
        """Return the loss without each head minus that with it, the others as they are."""
        return self._of_line(model_outputs.costs).numpy()

    @traitlets.observe("_wanted")
    def _send_weights(self, change: Any) -> None:
        """Give the page the weights that it wants."""
        place = change["new"]
        if place in range(self._sizes["seed"]):
            with self.hold_sync():
                self._weights, self._weights_of = to_bytes(self._model(place)), place

    @traitlets.validate("text")
    def _check_text(self, proposal: Any) -> str:
        self._read(proposal["value"])
        return proposal["value"]

    @traitlets.validate("heads")
    def _check_heads(self, proposal: Any) -> list[int]:
        return different_heads(proposal["value"], self._sizes["head"])

    @traitlets.validate("seed", "query")
    def _check_place(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        top = {axis: size - 1 for axis, size in self._sizes.items()}
        return {
            "text": {"kind": "text", "max": MOST},
            "query": {"kind": "int", "min": 0, "max": top["query"]},
            "heads": {"kind": "set", "min": 0, "max": top["head"]},
            "seed": {"kind": "int", "min": 0, "max": top["seed"]},
        }

    def fallback(self) -> Fallback:
        places = [f"{i} {token_label(token)}" for i, token in enumerate(self.tokens)]
        at = min(self.query, len(places) - 1)
        rows = []
        for layer, heads in enumerate(self.patterns()[:, :, at]):
            for head, shares in enumerate(heads):
                on = layer * len(heads) + head in self.heads
                name = f"head {layer}.{head}" + ("" if on else ", off")
                rows.append((name, places[shares.argmax()], f"{100 * shares.max():.1f} %"))
        shares = self.next_token()[at]
        for number in np.argsort(-shares, kind="stable")[:BEST]:
            label = token_label(self._pairs.tokens[number])
            rows.append(("next token", label, f"{100 * shares[number]:.1f} %"))
        rows.append(("loss on the line, in nats per token", "–", f"{self.loss():.2f}"))
        line = self.text.replace(LINE_END, " ⏎ ")
        caption = (
            f"In “{line}”: what each head attends to most from {places[at]}, "
            "and the most likely next tokens"
        )
        return Fallback(caption, ("what", "token", "value"), rows)
