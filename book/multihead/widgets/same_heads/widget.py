"""The heads of many trained models, two by two: how similar, and beside them untrained ones."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from jaxtyping import Bool, Float, Int
from traitlets import TraitError

from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.heads_over_seeds import place_on_axis
from multihead.widgets.base.patterns import AXES, STEPS_TO_ONE, names, pack
from multihead.widgets.base.traits import Choice, Whole
from multihead.widgets.same_heads.read_heads import (
    HUNDRED,
    MEASURES,
    MODELS,
    pack_similarity,
    read_clusters,
    read_patterns,
    read_similarity,
)

ORDERS = {"number": "head number", "cluster": "cluster"}


class SameHeads(Widget):
    r"""How similar each head is to each other one, over many seeds, trained and untrained.

    Two maps of a layer, in one colour scale. The heads stand in the order of their numbers or of
    their clusters: a *cluster* has one head of each seed, and its heads are as similar as can be.
    Below are the attention patterns of the two heads of a cell.

    Similarities travel as uint8, in steps of 0.01, each pair of heads once; patterns as those of
    :class:`~multihead.widgets.HeadExplorer`.

    Parameters
    ----------
    similarity
        By measure and then by models, ``"trained"`` and ``"untrained"``: numbers from -1 to 1, of
        shape (layer, head, head), with the heads of all seeds, seed by seed. Symmetric, and 1 for a
        head with itself. The measures are ``"pattern"``, the cosine of what depends on the tokens
        in two patterns; ``"output"``, the linear CKA of what two heads write; and ``"cost"``, the
        correlation, over tokens, of how much the loss rises without each head.
    clusters
        The cluster of each head of the trained models, of shape (layer, seed, head). Each seed has
        one head of each cluster.
    patterns, untrained_patterns
        Attention patterns of these heads on one text, of shape (layer, head, query, key).
    tokens
        One text, or something that reads as one, for each position.
    untrained_clusters
        The clusters that matching finds among the untrained heads. Without them these stand in the
        order of the trained ones, and the widget says so.
    layer, measure, order, first, second, models
        The state at first, see below. If not given, it is the last layer by pattern, sorted by
        number, with the two heads of one cluster, in different seeds, that are then most similar.

    Attributes
    ----------
    layer : int
        The layer shown.
    measure : {"pattern", "output", "cost"}
        What the maps compare.
    order : {"number", "cluster"}
        What the heads are sorted by.
    first, second : int
        The heads of the cell, its row and its column, numbered seed by seed.
    models : {"trained", "untrained"}
        Of which models the patterns are shown.

    Raises
    ------
    TraitError
        If sizes do not fit, a number is NaN or out of range, a row of a pattern does not sum to 1,
        or the state names what is not there. A state that is refused leaves the old one.

    Examples
    --------
    >>> found = stored_similarity()  # doctest: +SKIP
    >>> widget = SameHeads(  # doctest: +SKIP
    ...     found.similarity, found.clusters, found.patterns, found.untrained_patterns, found.tokens
    ... )
    >>> widget.order = "cluster"  # doctest: +SKIP
    >>> widget.band_means()  # doctest: +SKIP
    """

    folder = Path(__file__).parent

    _sizes = traitlets.Dict().tag(sync=True)
    _tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _similarity = traitlets.Bytes().tag(sync=True)
    _clusters = traitlets.Bytes().tag(sync=True)
    _matched_apart = traitlets.Bool().tag(
        sync=True
    )  # whether untrained heads have their own clusters
    _pattern = traitlets.Bytes().tag(sync=True)
    _unit = traitlets.Int(1).tag(sync=True)  # what a weight of 1 is sent as; 1: as float32
    _causal = traitlets.Bool().tag(sync=True)

    layer = Whole(0).tag(sync=True)
    measure = Choice([*MEASURES], "pattern").tag(sync=True)
    order = Choice([*ORDERS], "number").tag(sync=True)
    first = Whole(0).tag(sync=True)
    second = Whole(0).tag(sync=True)
    models = Choice(MODELS, "trained").tag(sync=True)

    def __init__(
        self,
        similarity: Mapping[str, Mapping[str, Any]],
        clusters: Any,
        patterns: Any,
        untrained_patterns: Any,
        tokens: Sequence[Any],
        *,
        untrained_clusters: Any = None,
        layer: int | None = None,
        measure: str = "pattern",
        order: str = "number",
        first: int | None = None,
        second: int | None = None,
        models: str = "trained",
    ):
        trained = read_clusters("clusters", clusters)
        untrained = trained
        if untrained_clusters is not None:
            untrained = read_clusters("untrained_clusters", untrained_clusters)
        if untrained.shape != trained.shape:
            raise TraitError(
                f"untrained_clusters has shape {untrained.shape} but clusters {trained.shape}; "
                "make them equal"
            )
        by_models = {"untrained_patterns": untrained_patterns, "patterns": patterns}
        pattern = read_patterns(by_models, trained.shape)
        sizes: dict[str, int] = dict(zip(AXES, pattern.shape, strict=True))
        data, quantised, causal = pack(pattern)
        self._weights = np.rint(pattern * STEPS_TO_ONE) / STEPS_TO_ONE if quantised else pattern
        self._hundredths = read_similarity(similarity, trained.shape)
        self._cluster_of = np.stack([untrained, trained])
        super().__init__(
            _sizes=sizes,
            _tokens=names("tokens", tokens, "query", sizes),
            _similarity=pack_similarity(self._hundredths),
            _clusters=self._cluster_of.astype("u1").tobytes(),
            _matched_apart=untrained_clusters is not None,
            _pattern=data,
            _unit=STEPS_TO_ONE if quantised else 1,
            _causal=causal,
            layer=sizes["layer"] - 1 if layer is None else layer,
            measure=measure,
            order=order,
            first=first or 0,
            second=second or 0,
            models=models,
        )
        similar = self._similarity_in_cluster()
        if first is None:
            self.first = int(similar.max(axis=1).argmax())
        if second is None:
            self.second = int(similar[self.first].argmax())

    def band_means(self) -> Float[np.ndarray, "models band other"]:
        """Return the mean similarity of heads of different seeds, band by band.

        A band of a map is a head number or a cluster, whichever it is sorted by. Measure and layer
        are those that are shown. Untrained models come first.
        """
        elsewhere = self._of_different_seeds().astype(int)
        means = []
        for models, table in zip(MODELS, self._maps(), strict=True):
            member = (self._bands(models)[:, None] == range(self._sizes["head"])).astype(int)
            sums, counts = (member.T @ each @ member for each in (table * elsewhere, elsewhere))
            means.append(sums / (HUNDRED * counts))
        return np.stack(means)

    def _maps(self) -> Int[np.ndarray, "models head other"]:
        """The similarities shown, in hundredths."""
        return self._hundredths[[*MEASURES].index(self.measure), :, self.layer]

    def _bands(self, models: str) -> Int[np.ndarray, " head"]:
        """The band of each head."""
        if self.order == "number":
            return np.tile(np.arange(self._sizes["head"]), self._sizes["seed"])
        return self._clusters_of(models)

    def _clusters_of(self, models: str) -> Int[np.ndarray, " head"]:
        return self._cluster_of[MODELS.index(models), self.layer].ravel()

    def _of_different_seeds(self) -> Bool[np.ndarray, "head other"]:
        seeds = np.repeat(np.arange(self._sizes["seed"]), self._sizes["head"])
        return seeds[:, None] != seeds

    def _similarity_in_cluster(self) -> Int[np.ndarray, "head other"]:
        """Similarity of two trained heads of one cluster in different seeds; least where not."""
        clusters = self._clusters_of("trained")
        pairs = (clusters[:, None] == clusters) & self._of_different_seeds()
        return np.where(pairs, self._maps()[MODELS.index("trained")], -HUNDRED - 1)

    @traitlets.validate("layer", "first", "second")
    def _check_place(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._lengths())

    def _lengths(self) -> dict[str, int]:
        all_heads = self._sizes["seed"] * self._sizes["head"]
        return {"layer": self._sizes["layer"], "first": all_heads, "second": all_heads}

    def url_fields(self) -> dict[str, dict[str, Any]]:
        top = {name: length - 1 for name, length in self._lengths().items()}
        return {
            "layer": {"kind": "int", "min": 0, "max": top["layer"]},
            "measure": {"kind": "choice", "of": [*MEASURES]},
            "order": {"kind": "choice", "of": [*ORDERS]},
            "first": {"kind": "int", "min": 0, "max": top["first"]},
            "second": {"kind": "int", "min": 0, "max": top["second"]},
            "models": {"kind": "choice", "of": MODELS},
        }

    def fallback(self) -> Fallback:
        kind = "cluster" if self.order == "cluster" else "head"
        untrained, trained = self.band_means()
        rows: list[tuple[str, ...]] = [
            (
                f"{kind} {one} and {kind} {other}",
                f"{trained[one, other]:z.2f}",
                f"{untrained[one, other]:z.2f}",
            )
            for one, other in zip(*np.triu_indices(len(trained)), strict=True)
        ]
        pair = self._maps()[:, self.first, self.second] / HUNDRED
        both = f"{self._name(self.first)} and {self._name(self.second)}"
        rows.append((both, *(f"{x:.2f}" for x in pair[::-1])))
        for head in (self.first, self.second):
            rows += [
                (f"{self._name(head)}, query {query} {token}", *self._strongest(head, query))
                for query, token in enumerate(self._tokens)
            ]
        caption = (
            f"Layer {self.layer}: mean similarity of heads of different seeds by "
            f"{MEASURES[self.measure]}; the similarity of two heads; and the key with the largest "
            "attention weight for each query of each of the two"
        )
        return Fallback(caption, ("what", "trained", "untrained"), rows)

    def _name(self, head: int) -> str:
        return "seed {} head {}".format(*divmod(head, self._sizes["head"]))

    def _strongest(self, head: int, query: int) -> list[str]:
        """The key that a head attends to most, and with which weight, trained and untrained."""
        seed, number = divmod(head, self._sizes["head"])
        rows = self._weights[seed, ::-1, self.layer, number, query]
        return [f"{row.argmax()} {self._tokens[row.argmax()]} {row.max():.2f}" for row in rows]
