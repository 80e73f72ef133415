"""A trained model of the tiny language, which the page itself runs on the reader's sentences."""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import traitlets
from traitlets import TraitError

from multihead.language import RELATIONS, Grammar
from multihead.language.grammar import BLANK, HIDDEN
from multihead.model import TokenModel
from multihead.train import Run
from multihead.widgets.base import Fallback, Widget, patterns
from multihead.widgets.base.heads_over_seeds import different_heads, place_on_axis
from multihead.widgets.base.traits import Choice, Whole
from multihead.widgets.sentence_lab.models import check_model, rounded_models
from multihead.widgets.sentence_lab.word_kinds import kinds, questions, relations_at
from multihead.widgets.token_model import pack

# A sentence to try: what its button says, and the position that attends.
EXAMPLES = (
    ("it was tired", "the animal never crossed the street because it was tired", 7),
    ("it was wide", "the animal never crossed the street because it was wide", 7),
    ("the telescope", "the man saw the dog with the telescope because it was wide", 7),
    ("the boat", "the man saw the dog with the boat because it was wide", 7),
)
BEST = 3  # words of each relation in the table
SHADINGS = ("looks", "writes")


class SentenceLab(Widget):
    """A trained model on a sentence of the reader's: where its heads attend, and what it names.

    The page holds the weights and runs the model itself. They are rounded to bfloat16, two bytes
    each; :meth:`model_of` gives this very model in PyTorch.

    Parameters
    ----------
    run
        Trained :class:`~multihead.model.TokenModel` with ``norm=True`` and no MLP, from
        ``train(..., loss=naming_loss)``.
    grammar
        Whose words the sentences are made of.
    seeds
        Which seeds of the run the page gets; about 14 kB for each.
    text
        The sentence at first.
    word
        The position of the word that attends. If it is not given: the sentence's
        last *it* or *they*, or else its last word.
    heads, seed, shading
        The state at first, see below. All heads are on if not given.

    Attributes
    ----------
    text : str
        The sentence. One with an unknown word is refused and the old one stays.
    word : int
        The position of the word that attends, from 0; in a shorter sentence the last word.
    heads : list of int
        The heads that are on, numbered through all layers, first layer first.
    seed : int
        The model shown, by its position in ``seeds``.
    shading : str
        What the words are shaded by: where each head attends (``"looks"``) or what it ``"writes"``.

    Raises
    ------
    TraitError
        If the run's models do not fit the grammar or are not finite, a seed was not trained, or the
        state names what is not there. A rejected state leaves the old one.

    Examples
    --------
    >>> lab = SentenceLab(run, Grammar())  # doctest: +SKIP
    >>> lab.text = "the dog saw this boat because it was wide"  # doctest: +SKIP
    >>> lab.answers()["pronoun → antecedent"]["boat"]  # doctest: +SKIP
    """

    folder = Path(__file__).parent

    _sizes = traitlets.Dict().tag(sync=True)
    _seeds = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _kinds = traitlets.List().tag(sync=True)  # [name, word numbers]
    _questions = traitlets.List().tag(sync=True)  # {name, from, after} for each relation
    _examples = traitlets.List().tag(sync=True)  # [name, text, word]
    _shapes = traitlets.List().tag(sync=True)  # [name, shape] of each tensor of one model
    _weights = traitlets.Bytes().tag(sync=True)

    text = traitlets.Unicode().tag(sync=True)
    word = Whole(0).tag(sync=True)
    heads = traitlets.List(Whole()).tag(sync=True)
    seed = Whole(0).tag(sync=True)
    shading = Choice(SHADINGS, default_value="looks").tag(sync=True)

    def __init__(
        self,
        run: Run,
        grammar: Grammar,
        *,
        seeds: Sequence[int] = (0, 1, 2),
        text: str = EXAMPLES[0][1],
        word: int | None = None,
        heads: Sequence[int] | None = None,
        seed: int = 0,
        shading: str = "looks",
    ):
        model = check_model(run.model, grammar)
        self._grammar = grammar
        chosen = patterns.in_order("seeds", seeds)
        self._models = rounded_models(run, chosen)
        n_layers, n_heads = model.gate_shape
        words = self._readable(text)
        super().__init__(
            _sizes={
                "seed": len(chosen),
                "layer": n_layers,
                "head": n_layers * n_heads,
                "pos": grammar.n_pos,
            },
            _seeds=[str(item) for item in chosen],
            _words=list(grammar.words),
            _kinds=kinds(grammar),
            _questions=questions(grammar),
            _examples=[item for item in EXAMPLES if {*item[1].split()} <= {*grammar.words}],
            _shapes=[[k, list(p.shape)] for k, p in run.model.state_dict().items()],
            _weights=pack(w for m in self._models.values() for w in m.state_dict().values()),
            text=words,
            word=_last_pronoun(words.split()) if word is None else word,
            heads=patterns.in_order("heads", range(n_layers * n_heads) if heads is None else heads),
            seed=seed,
            shading=shading,
        )

    def model_of(self, seed: int) -> TokenModel:
        """Return the model that the page runs for a seed, by the seed's own number."""
        if seed not in self._models:
            raise ValueError(f"the page has no seed {seed}; use one of {[*self._models]}")
        return self._models[seed]

    def answers(self) -> dict[str, dict[str, float]]:
        """Return what the page names at the chosen word, computed by PyTorch in float64.

        For each relation that can start at this word: the probability of every word.
        """
        model = copy.deepcopy([*self._models.values()][self.seed]).double()
        gate = torch.zeros(self._sizes["head"], dtype=torch.float64)
        gate[self.heads] = 1
        tokens = self._grammar.tokens(self.text)
        with torch.no_grad():
            x = model.read(tokens, gate=gate.view(model.gate_shape))[0, self._at]
            W_U = model.W_U.unflatten(1, (len(RELATIONS), -1))
            shares = torch.einsum("d,drw->rw", x, W_U).softmax(-1)
        relations = relations_at(tokens[0].tolist(), self._at, self._questions)
        return {
            RELATIONS[i]: dict(zip(self._words, shares[i].tolist(), strict=True)) for i in relations
        }

    @property
    def _at(self) -> int:
        return min(self.word, len(self.text.split()) - 1)

    def _readable(self, text: Any) -> str:
        try:
            words = self._grammar.text(self._grammar.tokens(text)[0])
            if HIDDEN in words:
                raise ValueError(f"no sentence in training held {HIDDEN}; use another word")
            return words
        except (ValueError, AttributeError) as error:
            raise TraitError(f"text={text!r}: {error}") from error

    @traitlets.validate("text")
    def _check_text(self, proposal: Any) -> str:
        return self._readable(proposal["value"])

    @traitlets.validate("heads")
    def _check_heads(self, proposal: Any) -> list[int]:
        return different_heads(proposal["value"], self._sizes["head"])

    @traitlets.validate("seed")
    def _check_seed(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    @traitlets.validate("word")
    def _check_word(self, proposal: Any) -> int:
        word, n_pos = proposal["value"], self._sizes["pos"]
        if not 0 <= word < n_pos:
            raise TraitError(
                f"word={word} but a sentence has {n_pos} positions; use 0 to {n_pos - 1}"
            )
        return word

    def url_fields(self) -> dict[str, dict[str, Any]]:
        sizes = self._sizes
        known = [word for word in self._words if word not in (BLANK, HIDDEN)]
        return {
            "text": {"kind": "words", "of": known, "max": sizes["pos"]},
            "word": {"kind": "int", "min": 0, "max": sizes["pos"] - 1},
            "heads": {"kind": "set", "min": 0, "max": sizes["head"] - 1},
            "seed": {"kind": "int", "min": 0, "max": sizes["seed"] - 1},
            "shading": {"kind": "choice", "of": list(SHADINGS)},
        }

    def fallback(self) -> Fallback:
        rows = []
        for relation, shares in self.answers().items():
            for word in sorted(shares, key=lambda word: -shares[word])[:BEST]:
                rows.append((relation, word or "end", f"{100 * shares[word]:.2f}"))
        from_word = self.text.split()[self._at]
        caption = f"What the model names at “{from_word}” in “{self.text}”"
        return Fallback(caption, ("relation", "word", "probability in %"), rows)


def _last_pronoun(words: list[str]) -> int:
    places = [i for i, word in enumerate(words) if word in ("it", "they")]
    return places[-1] if places else len(words) - 1
