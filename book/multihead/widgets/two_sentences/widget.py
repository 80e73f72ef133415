"""Two sentences that differ by a word, as each of the 72 heads of MiniLM reads them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from jaxtyping import Float
from traitlets import TraitError

from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.heads_over_seeds import place_on_axis
from multihead.widgets.base.traits import Choice, Whole
from multihead.widgets.two_sentences.partner import partner
from multihead.widgets.two_sentences.readings import (
    Read,
    Reading,
    as_shown,
    check_reading,
    pack_readings,
    read_minilm,
    written,
)
from multihead.widgets.two_sentences.sentences import (
    LONGEST,
    MOST,
    PAIRS,
    check_pairs,
    check_sentence,
)
from multihead.widgets.two_sentences.weights_file import SITE_FILE, SITE_FILE_BYTES

VIEWS = "attends", "writes"
PRONOUN_HEAD = 3, 1
KEPT = 64  # readings of a reader's own sentences


class TwoSentences(Widget):
    r"""Two sentences, one beside the other, and what each head of a real model makes of them.

    Small patterns of all heads for both, one head large with its words, and the row of one word.
    Shown are attention weights :math:`A_{ij}`, or what they bring: the part of
    :math:`\sum_k A_{ik} \lVert v_k W_O \rVert` that comes from word j.

    In Jupyter, Python runs the model. On the website the sentences of ``pairs`` stand in the page,
    their weights to 0.01, and for others the page fetches MiniLM when a reader asks for it.

    Parameters
    ----------
    first, second
        The sentences at first; by default those of the first pair.
    pairs
        Sentences to choose from, two for each name, and behind them, if you like, the word of the
        first whose row is shown then.
    read
        Your own model instead of MiniLM: a function of a sentence that returns its tokens (24 at
        most), the patterns of all heads, of shape (layer, head, query, key), and the norms of
        value times W_O, of shape (layer, head, key). The page then has the sentences of ``pairs``
        alone.
    layer, head, query, view
        The state at first, see below. If not given, it is head 3.1 of MiniLM, which attends from
        *it* to nouns, or the first head of your own model; the word of the first pair, or that
        after [CLS]; and attention weights.

    Attributes
    ----------
    first, second : str
        The sentences, up to 200 characters each: those of ASCII that can be typed.
    layer, head : int
        The head shown large.
    query : int
        The word whose row is shown, from 0, a place in the first sentence. In one with fewer
        tokens it is the last; in the second it is the word at the same place from the beginning,
        or, behind what differs, from the end.
    view : {"attends", "writes"}
        Whether attention weights are shown or what comes of them.

    Raises
    ------
    TraitError
        If a sentence cannot be read, what ``read`` returns does not fit, or the state names what
        is not there. A state that is refused leaves the old one.

    Examples
    --------
    >>> two = TwoSentences("The cat ate the fish because it was hungry.")  # doctest: +SKIP
    >>> two.view = "writes"  # doctest: +SKIP
    >>> two.row()  # doctest: +SKIP
    """

    folder = Path(__file__).parent

    _sizes = traitlets.Dict().tag(sync=True)
    _pairs = traitlets.List().tag(sync=True)  # [name, first, second, query]
    # Sentences whose readings are here: those of the pairs, and those that are shown.
    _texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _tokens = traitlets.List().tag(sync=True)
    _patterns = traitlets.Bytes().tag(sync=True)
    _norms = traitlets.Bytes().tag(sync=True)
    # Where the page finds the model for others, and how many bytes that takes.
    _file = traitlets.Unicode().tag(sync=True)
    _file_size = Whole(0).tag(sync=True)

    first = traitlets.Unicode().tag(sync=True)
    second = traitlets.Unicode().tag(sync=True)
    layer = Whole(0).tag(sync=True)
    head = Whole(0).tag(sync=True)
    query = Whole(0).tag(sync=True)
    view = Choice(VIEWS, "attends").tag(sync=True)

    def __init__(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        pairs: Mapping[str, tuple[str, ...]] = PAIRS,
        read: Read | None = None,
        layer: int | None = None,
        head: int | None = None,
        query: int | None = None,
        view: str = "attends",
    ):
        named = check_pairs(pairs)
        (pair_first, pair_second, word), *_ = named.values()
        first = check_sentence("first", pair_first if first is None else first)
        second = check_sentence("second", pair_second if second is None else second)
        self._read = lru_cache(maxsize=KEPT + 2 * len(named))(
            lambda text: check_reading(text, (read or read_minilm)(text))
        )
        self._stored = list(dict.fromkeys(text for pair in named.values() for text in pair[:2]))
        n_layers, n_heads = self._read(first).pattern.shape[:2]
        first_layer, first_head = (0, 0) if read else PRONOUN_HEAD
        file = {} if read else {"_file": SITE_FILE, "_file_size": SITE_FILE_BYTES}
        super().__init__(
            _sizes={"layer": n_layers, "head": n_heads, "query": LONGEST, "text": MOST},
            _pairs=[[name, *pair[:2], self._place(*pair[::2])] for name, pair in named.items()],
            **self._here(first, second),
            **file,
            first=first,
            second=second,
            layer=first_layer if layer is None else layer,
            head=first_head if head is None else head,
            query=self._place(first, word) if query is None else query,
            view=view,
        )

    def _place(self, text: str, word: str) -> int:
        """Return where a word stands in a sentence, or else where its first word does."""
        tokens = list(self._read(text).tokens)
        return tokens.index(word) if word in tokens else min(1, len(tokens) - 1)

    def _here(self, *shown: str) -> dict[str, Any]:
        """Return the readings that the page needs, as they travel."""
        texts = list(dict.fromkeys([*self._stored, *shown]))
        readings = [self._read(text) for text in texts]
        sizes = {reading.pattern.shape[:2] for reading in readings}
        if len(sizes) > 1:
            raise TraitError(f"read gives (layer, head) of {sorted(sizes)}; give one model's")
        return {"_texts": texts, **pack_readings(readings)}

    def readings(self) -> tuple[Reading, Reading]:
        """Return tokens, patterns and norms of all heads, for both sentences."""
        return self._read(self.first), self._read(self.second)

    def row(self) -> tuple[Float[np.ndarray, "_"], Float[np.ndarray, "_"]]:
        """Return what the chosen head attends to, or writes from, for both sentences."""
        first, second = self._rows(self.readings())
        return first[self.layer, self.head], second[self.layer, self.head]

    def _rows(self, readings: tuple[Reading, Reading]) -> list[Float[np.ndarray, "layer head _"]]:
        places = self._places(readings)
        shown = (r.pattern if self.view == "attends" else written(r) for r in readings)
        return [array[:, :, at] for array, at in zip(shown, places, strict=True)]

    def _places(self, readings: tuple[Reading, Reading]) -> tuple[int, int]:
        """Return where the word stands in the two sentences."""
        first, second = (list(reading.tokens) for reading in readings)
        at = min(self.query, len(first) - 1)
        return at, partner(first, second, at)

    @traitlets.observe("first", "second")
    def _send_readings(self, _: Any) -> None:
        """Give the page what the heads make of the sentences."""
        if not {self.first, self.second} <= {*self._texts}:
            with self.hold_sync():
                for name, value in self._here(self.first, self.second).items():
                    setattr(self, name, value)

    @traitlets.validate("first", "second")
    def _check_sentence(self, proposal: Any) -> str:
        text = check_sentence(proposal["trait"].name, proposal["value"])
        self._read(text)
        return text

    @traitlets.validate("layer", "head", "query")
    def _check_place(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        sentence = {"kind": "text", "max": MOST}
        places = {
            axis: {"kind": "int", "min": 0, "max": self._sizes[axis] - 1}
            for axis in ("layer", "head", "query")
        }
        view = {"kind": "choice", "of": [*VIEWS]}
        return {"first": sentence, "second": sentence, **places, "view": view}

    def fallback(self) -> Fallback:
        shown = tuple(as_shown(reading) for reading in self.readings())
        first, second = shown
        at, other = self._places((first, second))
        rows = []
        for place in np.ndindex(self._sizes["layer"], self._sizes["head"]):
            cells = [f"head {place[0]}.{place[1]}"]
            for reading, row in zip(shown, self._rows((first, second)), strict=True):
                key = int(row[place].argmax())
                cells += [f"{key} {reading.tokens[key]}", f"{row[place][key]:.2f}"]
            rows.append(tuple(cells))
        what = "attends to most" if self.view == "attends" else "writes most from"
        caption = (
            f"What each head {what}, for {at} {first.tokens[at]} of “{self.first}” and "
            f"{other} {second.tokens[other]} of “{self.second}”"
        )
        return Fallback(caption, ("head", "first", "number", "second", "its number"), rows)
