"""Compare the heads of all stored models of real text with each other; store it.

Backs: the chapter "Does every training find the same heads?".

    .venv/bin/python bench/same_heads.py    # ten minutes

Held-out windows that begin a line, 64 of them, are read by the twenty stored models and by the same
twenty as their training began. Heads of one layer are compared in four ways:

``overlap``
    The attention weight that two patterns have in common (``heads.pattern_overlap``).
``pattern``
    The cosine of what in two patterns depends on the tokens (``heads.content_cosine``).
``output``
    The linear CKA of what two heads write (``heads.linear_cka``).
``cost``
    The correlation, over all tokens, of how much the loss rises without each head.

*Matched* is the mean similarity of two models' heads under the best pairing, over all 190 pairs of
models; *dealt* the same of 100 sets of models of four heads that were dealt from the eighty;
*twins* the share of matched pairs that are more similar to each other than to any third head of
the two models. *Clusters* are a matching of all seeds at once, by ``pattern``. A cluster *stands
out* in a model if its head is more similar to most heads of the cluster than to every head of
another cluster.
``heads/casts.py`` has all of these.

What was expected stands in `STATED`. It was written down before any of it was measured; a bound is
not moved afterwards, and what was found stands beside it in the stored result.
"""

import argparse
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from multihead import heads, results
from multihead.real_text import (
    TextModel,
    rises_by_token,
    stored_heads,
    stored_pairs,
    stored_seed,
    stored_seeds,
    untrained_model,
)
from multihead.real_text.stored import file_digest, keep_similarity
from multihead.train.data import fresh_generator
from torch import Tensor

from bench import code_digest, text_windows, windows_of_text
from bench.text_windows import text_digest, watched
from bench.windows_of_text import anywhere

DEALS = 100
SHOWN = 14  # tokens of the excerpt
OFTEN = 18  # of 20 seeds
NAMED = 0.3  # of a habit, as in the chapter on real text
KINDS = "closing bracket", "punctuation or space", "new line", "start of a word", "inside a word"

# above, below; "0" and "1" are the layers. The lesser or larger of both layers is meant where one
# number stands for both.
STATED: dict[str, tuple[float | None, float | None]] = {
    "overlap: trained − untrained, the larger layer": (None, 0.1),
    "pattern: matched, the lesser layer": (0.35, None),
    "pattern: untrained, the larger layer": (None, 0.05),
    "pattern: matched − dealt, the lesser layer": (0.02, None),
    "pattern: matched − the largest deal, the lesser layer": (0.0, None),
    "cost: matched − dealt, the lesser layer": (0.03, None),
    "output: matched − untrained, the lesser layer": (0.05, None),
    "twins by pattern: the lesser layer": (0.75, None),
    "twins by pattern: dealt, the larger layer": (None, 0.4),
    "clusters that stand out in 18 seeds or more": (2.5, 5.5),
    "same partner by pattern and output, the lesser layer": (0.7, None),
    "same partner by pattern and cost, the lesser layer": (0.5, None),
    "variance of cost explained by cluster, the lesser layer": (0.4, None),
    "variance of cost explained by number, the larger layer": (None, 0.2),
    "partner at the start is partner at the end": (0.2, 0.32),
    "closing brackets: the largest median cost of a cluster of layer 1": (2.5, None),
    "seeds in which that cluster has no name": (9.5, None),
    "variation of the cost of all heads over that of the steadiest cluster": (None, 0.5),
    "ratio of sets to heads: trained − untrained, by size, the larger layer": (None, 0.5),
    "sharpest one-back head against loss": (None, -0.5),
    "all one-back weight against loss, less strong by": (0.1, None),
    "shuffled tokens: pattern matched, the lesser layer": (0.35, None),
    "windows from anywhere: pattern matched, the lesser layer": (0.35, None),
}

Cast = Tensor  # (model, head, model, head)


def patterns(models: list[TextModel], tokens: Tensor, layer: int) -> Tensor:
    """Return the patterns of all models' heads of a layer, side by side."""
    return torch.cat([model.heads(tokens)[layer].pattern for model in models], dim=1)


def outputs(models: list[TextModel], tokens: Tensor, layer: int) -> Tensor:
    """Return what all heads of a layer write, as many numbers as they are wide.

    What a head writes lies in the rows of its W_O, here in coordinates along orthogonal directions
    of these: for CKA that is the same.
    """
    each = []
    for model in models:
        along = torch.linalg.qr(model.layers[layer].W_O.mT)[1].mT  # (head, d_head, d_head)
        each.append(model.heads(tokens)[layer].z @ along)
    return torch.cat(each, dim=1)


def whole_layers(models: list[TextModel], tokens: Tensor, layer: int) -> Tensor:
    """Return what each model's whole layer writes, (batch, model, pos, d_model)."""
    found = [model.layers[layer].write(model.heads(tokens)[layer].z).sum(dim=1) for model in models]
    return torch.stack(found, dim=1)


def by_layer(measure: Callable[[int], Tensor], layers: int) -> Tensor:
    return torch.stack([measure(layer) for layer in range(layers)])


def compared(models: list[TextModel], windows: Tensor, rises: Tensor) -> dict[str, Tensor]:
    """Return the four tables of the heads of a layer; rises are (layer, head, token)."""
    tokens, layers = windows[:, :-1], len(models[0].layers)
    return {
        "overlap": by_layer(lambda i: heads.pattern_overlap(patterns(models, tokens, i)), layers),
        "pattern": by_layer(lambda i: heads.content_cosine(patterns(models, tokens, i)), layers),
        "output": by_layer(lambda i: heads.linear_cka(outputs(models, tokens, i)), layers),
        "cost": by_layer(lambda i: torch.corrcoef(rises[i]), layers),
    }


def as_cast(table: Tensor, seeds: int) -> Cast:
    return table.unflatten(1, (seeds, -1)).unflatten(0, (seeds, -1))


def deals(cast: Cast, measure: Callable[[Cast], Tensor]) -> Tensor:
    """Return the mean of a measure for each of the deals."""
    dealt = (heads.dealt(cast, fresh_generator(i)) for i in range(DEALS))
    return torch.stack([measure(one).mean() for one in dealt])


def kinds_of(tokens: Tensor) -> Tensor:
    """Say which kind each token but the first of a window is; each is of one kind."""
    texts = [[stored_pairs().tokens[n] for n in row] for row in tokens.tolist()]
    found = torch.zeros(len(KINDS), len(tokens), tokens.shape[1] - 1, dtype=torch.bool)
    for row, window in enumerate(texts):
        for at, (before, text) in enumerate(pairwise(window)):
            found[kind_of(before, text), row, at] = True
    return found


def kind_of(before: str, text: str) -> int:
    """Return which of the kinds a token is."""
    bare = text.strip(" ")
    if text.startswith("\n"):
        return 2
    if bare[:1] in (")", "]", "}"):
        return 0
    if not (bare[:1].isalnum() or bare[:1] == "_"):
        return 1
    goes_on = text[0] != " " and (before[-1].isalnum() or before[-1] == "_")
    return 4 if goes_on else 3


def by_kind(rises: Tensor, tokens: Tensor) -> Tensor:
    """Return the mean rise at the tokens of each kind over that at all tokens."""
    at = kinds_of(tokens).to(rises.dtype)
    mean = torch.einsum("lhbq,kbq->lhk", rises, at) / at.sum(dim=(1, 2))
    return mean / rises.mean(dim=(2, 3)).unsqueeze(-1)


def excerpt(windows: Tensor) -> Tensor:
    """Return the beginning of the first window that shuts a bracket and says some letters twice."""
    for row in windows[:, :SHOWN].tolist():
        texts = [stored_pairs().tokens[n].strip() for n in row]
        pairs = [pair for pair in pairwise(texts) if "".join(pair).isalnum()]
        if ")" in texts and len({*pairs}) < len(pairs):
            return torch.tensor([row])
    raise ValueError(f"none of {len(windows)} windows has both in its first {SHOWN} tokens")


def explained(values: Tensor, group: Tensor) -> float:
    """Return the share of the variance that the means of the groups explain."""
    means = torch.stack([values[group == g].mean() for g in range(values.shape[1])])
    return float(means[group].var(correction=0) / values.var(correction=0))


def variation(values: Tensor) -> float:
    """Return the standard deviation over the mean."""
    return float(values.std() / values.mean())


def shuffled(windows: Tensor) -> Tensor:
    """Return each window with its tokens in an order by chance."""
    order = torch.rand(windows.shape, generator=fresh_generator(1)).argsort(dim=1)
    return windows.gather(1, order)


def other_ways(
    models: list[TextModel], windows: Tensor, clusters: Tensor
) -> dict[str, list[float]]:
    """Measure on other text; and what overlap is left if the partner reads another window."""
    layers, seeds = clusters.shape[:2]
    texts = {
        "shuffled tokens": shuffled(windows),
        "windows from anywhere": anywhere()[::4],
        "other windows": watched(every=1)[2::4],
    }
    found = {}
    for name, text in texts.items():
        rows = []
        for layer in range(layers):
            cast = as_cast(heads.content_cosine(patterns(models, text[:, :-1], layer)), seeds)
            rows.append(
                {
                    "matched": heads.matched_similarity(cast).mean(),
                    "dealt": deals(cast, heads.matched_similarity).mean(),
                    "twins": heads.twins(cast).mean(),
                    "same partners": same_partners(cast, clusters[layer]),
                }
            )
        found |= {f"{name}: {key}": [row[key] for row in rows] for key in rows[0]}
    found["overlap, another window: matched"] = []
    for layer in range(layers):
        pattern = patterns(models, windows[:, :-1], layer)
        table = as_cast(heads.pattern_overlap(pattern, pattern.roll(1, dims=0)), seeds)
        both_ways = (table + table.permute(2, 3, 0, 1)) / 2
        matched = heads.matched_similarity(both_ways).mean()
        found["overlap, another window: matched"].append(matched)
    return {name: [round(float(v), 4) for v in values] for name, values in found.items()}


def partners(cast: Cast) -> Tensor:
    """Return the partner of each head, for each pair of models."""
    one, other = torch.triu_indices(len(cast), len(cast), 1)
    return heads.match_heads(cast[one, :, other])


def same_partners(cast: Cast, clusters: Tensor) -> Tensor:
    """Return how often a head's partner by this measure is of its own cluster."""
    one, other = torch.triu_indices(len(cast), len(cast), 1)
    return (clusters[other].gather(1, partners(cast)) == clusters[one]).float().mean()


def stated_found(
    tables: dict[str, dict[str, Tensor]],
    layers: dict[str, Tensor],
    clusters: Tensor,
    ratios: Tensor,
    checks: dict[str, list[float]],
) -> dict[str, float]:
    """Return what was found for each statement."""
    seeds = clusters.shape[1]

    def casts(measure: str, state: str = "trained") -> list[Cast]:
        return [as_cast(table, seeds) for table in tables[measure][state]]

    def matched(measure: str, state: str = "trained") -> Tensor:
        return torch.stack([heads.matched_similarity(c).mean() for c in casts(measure, state)])

    def dealt(measure: str, what: Callable[[Cast], Tensor] = heads.matched_similarity) -> Tensor:
        return torch.stack([deals(cast, what) for cast in casts(measure)])  # (layer, deal)

    def agree(one: list[Cast], other: list[Cast]) -> Tensor:
        pairs = zip(one, other, strict=True)
        return torch.stack([(partners(a) == partners(b)).float().mean() for a, b in pairs])

    known = stored_heads()
    cost = torch.tensor(np.stack([known[s]["cost"] for s in known])).transpose(0, 1)
    habit = torch.tensor(np.stack([known[s]["habits"] for s in known])).transpose(0, 1)
    loss = torch.tensor([float(known[s]["loss"]) for s in known])
    of_all = torch.tensor([float(known[s]["cost of all"]) for s in known])
    numbers = torch.arange(clusters.shape[2]).expand(clusters.shape[1:])
    by_cluster = cost.gather(2, clusters.argsort(dim=2))  # (layer, seed, cluster)
    steadiest = min(variation(values) for layer in by_cluster for values in layer.T)
    brackets = ratios[1, :, :, 0].gather(1, clusters[1].argsort(dim=1)).median(dim=0).values
    unnamed = habit[1].amax(dim=2).gather(1, clusters[1].argsort(dim=1)) < NAMED
    back = habit[0, :, :, 1]  # (seed, head)
    largest, all_back = (
        float(heads.rank_correlation(values, loss))
        for values in (back.amax(dim=1), back.sum(dim=1))
    )
    one, other = torch.triu_indices(seeds, seeds, 1)
    ratio = {s: layers[s][:, one, other].mean(dim=1) / matched("output", s) for s in layers}
    pattern_deals = dealt("pattern")
    at_end = torch.stack([partners(c) for c in casts("pattern")])
    at_start = torch.stack([partners(c) for c in casts("pattern", "untrained")])
    stands = sum(
        (heads.standing_out(cast, cluster).sum(dim=0) >= OFTEN).sum()
        for cast, cluster in zip(casts("pattern"), clusters, strict=True)
    )
    pattern = casts("pattern")
    return {
        "overlap: trained − untrained, the larger layer": float(
            (matched("overlap") - matched("overlap", "untrained")).max()
        ),
        "pattern: matched, the lesser layer": float(matched("pattern").min()),
        "pattern: untrained, the larger layer": float(matched("pattern", "untrained").max()),
        "pattern: matched − dealt, the lesser layer": float(
            (matched("pattern") - pattern_deals.mean(dim=1)).min()
        ),
        "pattern: matched − the largest deal, the lesser layer": float(
            (matched("pattern") - pattern_deals.amax(dim=1)).min()
        ),
        "cost: matched − dealt, the lesser layer": float(
            (matched("cost") - dealt("cost").mean(dim=1)).min()
        ),
        "output: matched − untrained, the lesser layer": float(
            (matched("output") - matched("output", "untrained")).min()
        ),
        "twins by pattern: the lesser layer": min(float(heads.twins(c).mean()) for c in pattern),
        "twins by pattern: dealt, the larger layer": float(
            dealt("pattern", heads.twins).mean(dim=1).max()
        ),
        "clusters that stand out in 18 seeds or more": float(stands),
        "same partner by pattern and output, the lesser layer": float(
            agree(pattern, casts("output")).min()
        ),
        "same partner by pattern and cost, the lesser layer": float(
            agree(pattern, casts("cost")).min()
        ),
        "variance of cost explained by cluster, the lesser layer": min(
            explained(*pair) for pair in zip(cost, clusters, strict=True)
        ),
        "variance of cost explained by number, the larger layer": max(
            explained(values, numbers) for values in cost
        ),
        "partner at the start is partner at the end": float((at_start == at_end).float().mean()),
        "closing brackets: the largest median cost of a cluster of layer 1": float(brackets.max()),
        "seeds in which that cluster has no name": float(unnamed[:, brackets.argmax()].sum()),
        "variation of the cost of all heads over that of the steadiest cluster": (
            variation(of_all) / steadiest
        ),
        "ratio of sets to heads: trained − untrained, by size, the larger layer": float(
            (ratio["trained"] - ratio["untrained"]).abs().max()
        ),
        "sharpest one-back head against loss": largest,
        "all one-back weight against loss, less strong by": all_back - largest,
        "shuffled tokens: pattern matched, the lesser layer": min(
            checks["shuffled tokens: matched"]
        ),
        "windows from anywhere: pattern matched, the lesser layer": min(
            checks["windows from anywhere: matched"]
        ),
    }


@torch.no_grad()
def measure() -> dict[str, Any]:
    """Return all that is stored."""
    windows, seeds = watched(every=4), stored_seeds()
    models = {
        "trained": [stored_seed(seed)[0] for seed in seeds],
        "untrained": [untrained_model(seed) for seed in seeds],
    }
    tables, layers, shown = {}, {}, {}
    n_layers = len(models["trained"][0].layers)
    few = excerpt(watched(every=1))
    for state, of_state in models.items():
        rises = torch.stack([rises_by_token(model, windows) for model in of_state], dim=1)
        rises = rises.flatten(1, 2)  # (layer, head, batch, query)
        tables[state] = compared(of_state, windows, rises.flatten(2))
        wholes = [whole_layers(of_state, windows[:, :-1], i) for i in range(n_layers)]
        layers[state] = torch.stack([heads.linear_cka(whole) for whole in wholes])
        shown[f"patterns {state}"] = torch.stack(
            [patterns(of_state, few, i)[0] for i in range(n_layers)]
        )
        if state == "trained":
            ratios = by_kind(rises, windows).unflatten(1, (len(seeds), -1))
        print(f"the {state} models are compared", flush=True)
    similarity = {m: {s: tables[s][m] for s in tables} for m in tables["trained"]}
    clusters = torch.stack(
        [
            heads.consensus_clusters(as_cast(table, len(seeds)))
            for table in similarity["pattern"]["trained"]
        ]
    )
    checks = other_ways(models["trained"], windows, clusters)
    found = stated_found(similarity, layers, clusters, ratios, checks)
    stated = {
        name: {"above": above, "below": below, "found": round(found[name], 4)}
        for name, (above, below) in STATED.items()
    }
    return {
        "similarity": similarity,
        "arrays": shown
        | {f"layers {s}": table for s, table in layers.items()}
        | {"by kind": ratios},
        "clusters": clusters.tolist(),
        "tokens": [stored_pairs().tokens[n] for n in few[0].tolist()],
        "kinds": [*KINDS],
        "checks": checks,
        "stated": stated,
    }


def made_from() -> str:
    code = code_digest(__file__, text_windows.__file__, windows_of_text.__file__)
    files = [file_digest(seed) for seed in stored_seeds()]
    known = results.digest([seed["cost"].tolist() for seed in stored_heads().values()])
    return results.digest([code, text_digest("held out"), files, known])


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    found = measure()
    keep_similarity(made_from(), **found)
    for name, row in found["stated"].items():
        print(f"{name:75} {row}")


if __name__ == "__main__":
    main()
