"""Measure every head of the stored models of real text, on packages that none has learnt; store it.

Backs: the chapter on real text.

    .venv/bin/python bench/heads_of_text.py                # what is missing or old: a minute a seed
    .venv/bin/python bench/heads_of_text.py --seeds 0 3    # these anew

Losses are in nats a token. A head is removed by zeros, or by the mean of what it writes; removed by
zeros where nothing else is said.
"""

import argparse
import math
from collections.abc import Mapping
from itertools import product

import torch
from multihead import results
from multihead.heads import mean_square, pattern_cosine
from multihead.real_text import (
    TextModel,
    habit_share,
    habits,
    stored_pairs,
    stored_seed,
    stored_seeds,
)
from multihead.real_text.habits import same_token
from multihead.real_text.stored import STORED_TEXT, file_digest, keep_heads
from multihead.real_text.text_training import TEXT_SIZES, measured, window_loss
from torch import Tensor
from torch.nn.functional import cross_entropy

from bench import code_digest, text_windows
from bench.text_windows import text_digest, watched

LAYERS, HEADS = TEXT_SIZES["n_layers"], TEXT_SIZES["n_heads"]
IN_TRAINING = {  # how the files of the seeds name it
    "steps": "steps",
    "loss in training": "loss",
    "copying in training": "copying",
    "one back in training": "one_back",
    "after earlier in training": "after_earlier",
    "rounding: loss": "rounding_loss",
    "rounding: pattern": "rounding_pattern",
    "rounding: same token": "rounding_same",
}
DIRECTIONS = (8, 16, 32, 48, 64, 80)  # of 96, that heads are cut to
Head = tuple[int, int]  # layer and head
ALL = list(product(range(LAYERS), range(HEADS)))


def loss_without(model: TextModel, windows: Tensor, instead: Mapping[Head, Tensor]) -> Tensor:
    """Return the loss where some heads write something else, one vector at all places."""
    x = model.E[windows[:, :-1]]
    for number, layer in enumerate(model.layers):
        writes = layer.write(layer.heads(x).z)
        for head in range(HEADS):
            if (number, head) in instead:
                writes[:, head] = instead[number, head]
        x = x + writes.sum(dim=1)
    return cross_entropy((x @ model.W_U).flatten(0, 1), windows[:, 1:].flatten())


def means(model: TextModel, windows: Tensor) -> dict[Head, Tensor]:
    """Return the mean of what each head writes."""
    layers = zip(model.layers, model.heads(windows[:, :-1]), strict=True)
    writes = [layer.write(found.z).mean(dim=(0, 2)) for layer, found in layers]
    return {(layer, head): writes[layer][head] for layer, head in ALL}


def without(model: TextModel, heads: list[Head]) -> TextModel:
    """Return the model with some heads removed."""
    other = TextModel(**TEXT_SIZES).requires_grad_(False)
    other.load_state_dict(model.state_dict())
    for layer, head in heads:
        other.layers[layer].W_O[head] = 0
    return other


def by_head(values: list[Tensor]) -> Tensor:
    """Put one result for each head into (layer, head, ...)."""
    return torch.stack(values).unflatten(0, (LAYERS, HEADS))


def removals(model: TextModel, windows: Tensor) -> dict[str, Tensor]:
    """What each head's removal costs, that of each layer together, and of all."""
    mean, whole = means(model, windows), loss_without(model, windows, {})
    nothing = torch.zeros(TEXT_SIZES["d_model"])

    def cost(heads: list[Head], instead: Mapping[Head, Tensor]) -> Tensor:
        return loss_without(model, windows, {head: instead[head] for head in heads}) - whole

    zeros = dict.fromkeys(ALL, nothing)
    layers = [[head for head in ALL if head[0] == layer] for layer in range(LAYERS)]
    return {
        "loss": whole,
        "size": by_head([size for layer in sizes(model, windows) for size in layer]),
        "cost": by_head([cost([head], zeros) for head in ALL]),
        "cost by mean": by_head([cost([head], mean) for head in ALL]),
        "cost of a layer": torch.stack([cost(heads, zeros) for heads in layers]),
        "cost of all": cost(ALL, zeros),
    }


def kept(model: TextModel, windows: Tensor) -> Tensor:
    """Return the loss with each set of heads kept, by the sets of layer 0 and of layer 1.

    Head h is in those sets whose number has bit h.
    """
    sets = torch.arange(2**HEADS)[:, None].bitwise_right_shift(torch.arange(HEADS)) % 2
    losses = torch.zeros(len(sets), len(sets))
    x = model.E[windows[:, :-1]]
    first, second = model.layers
    for i, one in enumerate(sets):
        x_1 = x + first.write(first.heads(x).z * one[:, None, None]).sum(dim=1)
        writes = second.write(second.heads(x_1).z)
        for j, other in enumerate(sets):
            x_2 = x_1 + (writes * other[:, None, None]).sum(dim=1)
            logits = (x_2 @ model.W_U).flatten(0, 1)
            losses[i, j] = cross_entropy(logits, windows[:, 1:].flatten())
    return losses


def cut(model: TextModel, r: int) -> TextModel:
    """Return the model whose heads ask and offer in r directions of the stream, common to a layer.

    They are those that move its scores most, as in the chapter on what a head must own.
    """
    other = without(model, [])
    for layer in other.layers:
        match = layer.W_Q @ layer.W_K.mT  # (head, d_model, d_model)
        for weights, products in ((layer.W_Q, match), (layer.W_K, match.mT)):
            kept = torch.linalg.svd(torch.cat([*products], dim=1))[0][:, :r]
            weights.copy_(kept @ (kept.mT @ weights))
    return other


def copying(model: TextModel, windows: Tensor) -> dict[str, Tensor]:
    """What a repeated passage costs, and where heads look on it, also without each head."""
    whole, off = measured(model, windows), [measured(without(model, [h]), windows) for h in ALL]
    return {
        "copying": whole["copying"],
        "copying without": by_head([found["copying"] for found in off]),
        "one back": whole["one_back"],
        "after earlier": whole["after_earlier"],
        "after earlier without": by_head([found["after_earlier"] for found in off]),
    }


def looks(model: TextModel, windows: Tensor) -> dict[str, Tensor]:
    """Habits, sharpness, likeness, and what a head hands over from the first token."""
    tokens = windows[:, :-1]
    layers = [found.pattern for found in model.heads(tokens)]
    patterns = torch.cat(layers, dim=1)
    shares = [habit_share(patterns, keys) for keys in habits(tokens, stored_pairs()).values()]
    spread = -torch.xlogy(patterns, patterns).sum(dim=-1).mean(dim=(0, 2))
    return {
        "habits": by_head(list(torch.stack([share for share, _ in shares]).T)),
        "even": torch.stack([even for _, even in shares]),
        "keys": by_head(list(spread.exp())),
        "likeness": torch.stack([pattern_cosine(pattern) for pattern in layers]),
        "handed over": handed_over(model, tokens),
        **by_match(model, tokens),
    }


def sizes(model: TextModel, windows: Tensor) -> list[Tensor]:
    """The mean square of what each head writes, by layer."""
    layers = zip(model.layers, model.heads(windows[:, :-1]), strict=True)
    return [mean_square(layer.write(found.z)) for layer, found in layers]


def by_match(model: TextModel, tokens: Tensor) -> dict[str, Tensor]:
    """What heads do where the query's token has stood before, and where it has not.

    The share on the first token, that on all tokens that begin a line, and the length of what is
    written, by match and not, layer and head. Only the later half of the queries is asked: in the
    earlier half few have a match.
    """
    later = tokens.shape[1] // 2
    stood = same_token(tokens, stored_pairs()).any(dim=-1)[:, later:]
    begins = torch.tensor([token.startswith("\n") for token in stored_pairs().tokens])[tokens]

    def both(values: Tensor) -> Tensor:  # (batch, head, query) to (2, head)
        values = values.transpose(0, 1)
        return torch.stack([values[:, asked].mean(dim=1) for asked in (stood, ~stood)])

    found: dict[str, list[Tensor]] = {"on first": [], "on starts": [], "length": []}
    for layer, heads in zip(model.layers, model.heads(tokens), strict=True):
        shares = heads.pattern[:, :, later:]
        found["on first"].append(both(shares[..., 0]))
        found["on starts"].append(both((shares * begins[:, None, None]).sum(dim=-1)))
        found["length"].append(both(layer.write(heads.z)[:, :, later:].norm(dim=-1)))
    return {name: torch.stack(values, dim=1) for name, values in found.items()}


def handed_over(model: TextModel, tokens: Tensor) -> Tensor:
    """Of what a head would write from one token only: its length for the first over the mean."""
    x, found = model.E[tokens], []
    for layer in model.layers:
        would = layer.write(x[:, None] @ layer.W_V).norm(dim=-1)  # (batch, head, pos)
        found.append((would[:, :, 0] / would.mean(dim=-1)).mean(dim=0))
        x = x + layer(x)
    return torch.stack(found)


@torch.no_grad()
def measure(seed: int, windows: Tensor) -> dict[str, list]:
    """Return all that is stored of one seed, rounded."""
    model, trained = stored_seed(seed)
    found = removals(model, windows) | copying(model, windows) | looks(model, windows)
    found["kept"] = kept(model, windows[::4])
    losses = [window_loss(cut(model, r), windows[::4]) for r in DIRECTIONS]
    found["cut"] = torch.stack(losses) - window_loss(model, windows[::4])
    found |= {
        name: torch.from_numpy(trained[was]) for name, was in IN_TRAINING.items() if was in trained
    }  # of seed 0 only the rounded weights were kept
    for name, value in found.items():
        if not math.isfinite(value.sum()):
            raise ValueError(f"seed {seed}: {name} is not finite")
    return {
        name: value.double().mul(1e4).round().div(1e4).tolist() for name, value in found.items()
    }


def made_from() -> str:
    code = code_digest(__file__, text_windows.__file__)
    return results.digest([code, text_digest("held out")])


def is_measured(seed: int) -> bool:
    """Say whether what is stored of a seed was found by this code, from the seed as it is."""
    kept = results.read(STORED_TEXT / "heads.json").get(str(seed), {})
    now = made_from(), file_digest(seed)
    return (kept.get("made_from"), kept.get("of_file")) == now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", nargs="*", type=int)
    asked = parser.parse_args().seeds
    windows = watched(every=1)
    for seed in stored_seeds() if asked is None else asked:
        if asked is not None or not is_measured(seed):
            keep_heads(seed, made_from(), measure(seed, windows))
            print(f"seed {seed} is measured", flush=True)


if __name__ == "__main__":
    main()
