"""Train one seed of the model of text, and measure it on text that it never learns from.

A seed fixes the start and the windows of text. The training can stop after any step and go on from
its state, to the same bits, which :mod:`multihead.numerics` pins.
"""

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Generator, Tensor
from torch.nn.functional import cross_entropy

from multihead.real_text.text_model import TextModel

TEXT_SIZES: dict[str, Any] = {
    "n_symbols": 1024,
    "n_pos": 128,
    "d_model": 96,
    "n_heads": 4,
    "n_layers": 2,
}
PASSAGE = 60


class TextTraining:
    """The training of one seed.

    Parameters
    ----------
    seed
        Fixes the start and the order of the windows.
    text
        The numbers of all tokens, one after another.
    line_starts
        Where lines begin in it: every window begins with one.

    Attributes
    ----------
    model, adam, draws
        What is trained, its optimiser, and the generator that chooses windows.
    batch, steps, warm, rate, betas
        Windows in a step, steps of a whole training, steps until the rate is reached, and what Adam
        gets. With its usual betas and twice the rate, seed 0 diverged before step 750.
    step
        How many updates it has had.
    losses
        The loss of each step, in nats a token, on the windows learnt from.
    """

    batch, steps, warm, rate = 8, 8000, 100, 0.008
    betas = 0.9, 0.98

    def __init__(self, seed: int, text: Int[Tensor, " n"], line_starts: Int[Tensor, " m"]):
        self.model = TextModel(**TEXT_SIZES, generator=Generator().manual_seed(2 * seed))
        self.adam = torch.optim.Adam(self.model.parameters(), betas=self.betas, fused=True)
        self.draws = Generator().manual_seed(2 * seed + 1)
        self.text = text
        self.line_starts = line_starts[line_starts < len(text) - TEXT_SIZES["n_pos"]]
        self.step, self.losses = 0, torch.zeros(self.steps)

    def advance(self) -> None:
        """Draw windows and make one update; the rate rises, then falls in a straight line to 0."""
        lines = torch.randint(len(self.line_starts), (self.batch,), generator=self.draws)
        window = torch.arange(TEXT_SIZES["n_pos"] + 1)
        tokens = self.text[self.line_starts[lines, None] + window].long()
        loss = window_loss(self.model, tokens)
        rise, fall = (self.step + 1) / self.warm, 1 - self.step / self.steps
        self.adam.param_groups[0]["lr"] = self.rate * min(1, rise) * fall
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        self.losses[self.step] = loss.detach()
        self.step += 1

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on."""
        return {
            "model": self.model.state_dict(),
            "adam": self.adam.state_dict(),
            "draws": self.draws.get_state(),
            "step": self.step,
            "losses": self.losses,
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Continue from a state."""
        self.model.load_state_dict(state["model"])
        self.adam.load_state_dict(state["adam"])
        self.draws.set_state(state["draws"])
        self.step, self.losses = state["step"], state["losses"]


def untrained_model(seed: int) -> TextModel:
    """Return the model of a seed as its training begins."""
    return TextModel(**TEXT_SIZES, generator=Generator().manual_seed(2 * seed))


@torch.no_grad()
def rises_by_token(
    model: TextModel, windows: Int[Tensor, "batch pos"]
) -> Float[Tensor, "layer head batch query"]:
    """Return by how much the loss at each token rises without each head, removed by zeros.

    In nats; negative where the model guesses better without the head.
    """
    n_layers, n_heads = model.gate_shape

    def losses(gate: Tensor) -> Tensor:
        logits = model(windows[:, :-1], gate=gate)
        each = cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten(), reduction="none")
        return each.view(len(windows), -1)

    gates = 1 - torch.eye(n_layers * n_heads).unflatten(1, model.gate_shape)
    rises = torch.stack([losses(gate) for gate in gates]) - losses(torch.ones(model.gate_shape))
    return rises.unflatten(0, model.gate_shape)


def window_loss(model: TextModel, tokens: Int[Tensor, "batch pos"]) -> Float[Tensor, ""]:
    """Return the mean loss, in nats, of each token but the first of a window."""
    logits = model(tokens[:, :-1])
    return cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


def repeated(windows: Int[Tensor, "batch pos"]) -> Int[Tensor, "batch twice"]:
    """Return the first tokens of each window, and the same again."""
    return windows[:, :PASSAGE].repeat(1, 2)


def copying_costs(model: TextModel, windows: Int[Tensor, "batch pos"]) -> Float[Tensor, " 2"]:
    """Return the loss on a passage, in nats a token, when it stands there first and again."""
    tokens = repeated(windows)
    with torch.no_grad():
        logits = model(tokens[:, :-1])
    each = cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten(), reduction="none")
    each = each.view(len(tokens), -1)
    # The first token of either copy is not counted: only the second has one before it.
    return torch.stack([each[:, : PASSAGE - 1].mean(), each[:, PASSAGE:].mean()])


@torch.no_grad()
def measured(model: TextModel, windows: Int[Tensor, "batch pos"]) -> dict[str, Tensor]:
    """Measure a model on windows that it never learns from.

    Returns
    -------
    dict
        ``loss``; ``copying``, the two numbers of :func:`copying_costs`; and by layer and head,
        where heads look on repeated passages: ``one_back``, and ``after_earlier``, the token after
        the one that stands there for the first time where the query is for the second.
    """
    looks = [layer.pattern for layer in model.heads(repeated(windows))]
    patterns = torch.stack([pattern.mean(dim=0) for pattern in looks])  # layer, head, query, key
    return {
        "loss": window_loss(model, windows),
        "copying": copying_costs(model, windows),
        "one_back": share_at(patterns, 1),
        "after_earlier": share_at(patterns[..., PASSAGE:, :], PASSAGE - 1, PASSAGE),
    }


def share_at(
    patterns: Float[Tensor, "*lead query key"], distance: int, first: int = 0
) -> Float[Tensor, "*lead"]:
    """Share of patterns at a distance before each query; ``first`` is the place of the first."""
    query = torch.arange(patterns.shape[-2])
    key = query + first - distance
    return patterns[..., query[key >= 0], key[key >= 0]].mean(dim=-1)
