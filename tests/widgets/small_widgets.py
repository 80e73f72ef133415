"""One small case of each widget: how to make it, move it by keyboard, and what must come of it.

JupyterLab's kernel reads this file too, so it imports nothing that only tests have.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import torch
from IPython.display import display
from ipywidgets import Button, Label, jslink
from multihead import example
from multihead.language import RELATIONS, Grammar
from multihead.language.grammar import HIDDEN
from multihead.language.links import N_POS
from multihead.language.naming import naming_loss
from multihead.model import TokenModel
from multihead.real_text import BytePairs, TextModel, learn_tokens
from multihead.real_text.byte_pairs import ALPHABET
from multihead.train import Run, train
from multihead.widgets import (
    HeadExplorer,
    HeadSlices,
    HeadToggle,
    IdleHead,
    MoneyBank,
    SameHeads,
    SentenceLab,
    SequenceLab,
    SymmetryLab,
    TextLab,
    TurnedHead,
    TwoHeads,
    TwoSentences,
)
from multihead.widgets.base import Widget

Rows = list[list[str]]


class Case(NamedTuple):
    """A widget as a test needs it.

    Attributes
    ----------
    make
        Make it, small and of odd sizes, in the state given by keywords.
    moves
        What a reader does by keyboard: the control's role and name, and a key or, for a text box,
        what is typed.
    moved
        The traits that the moves change.
    link
        What the page's address says of them.
    busy
        States in which, together, every control and every picture is to be seen; all tables of
        the last are open.
    agrees
        Whether the table without script, given as rows, says what the widget's own tables say.
    hostile
        Make it with a text in every place where it takes one, if it takes any.
    computed
        What the page computes after the moves and Python then has, by a path of attributes.
    settled
        What the status says at the end when a widget takes several frames to show its state, as
        a regular expression.
    chooses
        Whether it has controls of which one is chosen or down.
    bars
        Whether it shows shares as bars.
    height
        What it takes of a screen at most, where all of it belongs on one.
    refused
        What no state may be beside what is out of bounds: the trait, the value, what is said of it.
    """

    make: Callable[..., Widget]
    moves: list[tuple[str, str, str]]
    moved: dict[str, Any]
    link: str
    busy: list[dict[str, Any]]
    agrees: Callable[[Rows, list[Rows]], bool]
    hostile: Callable[[str], Widget] | None = None
    computed: dict[str, Any] = {}  # noqa: RUF012
    settled: Callable[[Widget], str] = lambda widget: "."
    chooses: bool = True
    bars: bool = False
    height: float = float("inf")
    refused: list[tuple[str, Any, str]] = []  # noqa: RUF012

    def state(self, widget: Widget) -> str:
        """Write what the moves should have changed, as JSON."""
        values = {name: attrgetter(name)(widget) for name in [*self.moved, *self.computed]}
        return json.dumps(values, default=np.ndarray.tolist)

    def moved_state(self) -> str:
        """Write what `state` says once all moves have arrived."""
        return json.dumps(self.moved | self.computed, default=np.ndarray.tolist)


# ---- HeadExplorer --------------------------------------------------------------------------


def explorer_data() -> dict[str, Any]:
    """3 seeds, 2 steps, 2 layers, 3 heads, 5 tokens."""
    rng = np.random.default_rng(0)
    queries, keys = rng.normal(size=(2, 3, 2, 2, 3, 5, 4))
    pattern = example.softmax(queries @ keys.swapaxes(-1, -2) / 2)
    return {"pattern": pattern, "queries": queries, "keys": keys}


def explorer(**state: Any) -> HeadExplorer:
    tokens = ["the", "animal", "did", "not", "."]
    names = {"tokens": tokens, "seeds": [11, 5, 42], "steps": [0, 90]}
    return HeadExplorer(**explorer_data(), **names, **{"query": 4, "key": 0, **state})


def hostile_explorer(text: str) -> HeadExplorer:
    tokens = [text, "\u202eright to left שלום", "", "very" * 80, "a\u2028b"]
    names = {"tokens": tokens, "seeds": [text, "b", "c"], "steps": ["<b>", text]}
    return HeadExplorer(**explorer_data(), **names, query=0, compare=1)


def explorer_agrees(bare: Rows, own: list[Rows]) -> bool:
    """The key with the largest weight for the last query in each head, and that weight."""
    (_, *heads), *_, (_, *best) = bare
    header, *rows = own[0]
    tops = [max(rows, key=lambda row: float(row[i])) for i, _ in enumerate(heads, start=1)]
    said = [f"{row[0]} {float(row[i]):.2f}" for i, row in enumerate(tops, start=1)]
    return header[1:] == heads and said == best


EXPLORER = Case(
    make=explorer,
    moves=[
        ("button", "Head 1", "Space"),
        ("slider", "Seed", "End"),
        ("button", "Lines", "Enter"),
        ("slider", "Key", "ArrowRight"),
    ],
    moved={"heads": [0, 2], "seed": 2, "view": "lines", "key": 1},
    link="heads=0,2&seed=2&view=lines&key=1",
    busy=[{"heads": []}, {"compare": 2, "view": "lines"}, {"heads": [0, 2], "compare": 1}],
    agrees=explorer_agrees,
    hostile=hostile_explorer,
)


# ---- HeadToggle ----------------------------------------------------------------------------


def toggle_data() -> dict[str, np.ndarray]:
    """3 seeds, 2 steps, 11 examples, 3 heads, 5 positions, 7 outputs."""
    rng = np.random.default_rng(0)
    return {
        "writes": rng.normal(size=(3, 2, 11, 3, 5, 7)),
        "target": rng.normal(size=(11, 5, 7)),
        "pattern": rng.dirichlet(np.ones(5), size=(3, 2, 3, 5)),
    }


def toggle(**state: Any) -> HeadToggle:
    outputs = {"x": 2, "y": 4, "z": 1}
    return HeadToggle(**toggle_data(), outputs=outputs, seeds=[11, 5, 42], steps=[0, 90], **state)


def hostile_toggle(text: str) -> HeadToggle:
    names = {"seeds": [text, "b", "c"], "steps": ["<b>", text]}
    names["positions"] = ["\u202eright to left שלום", text, "", "very" * 80, "a\u2028b"]
    names["outputs"] = {text: 3, "very" * 80: 4}
    return HeadToggle(**toggle_data(), **names, heads=[0], compare=1)


def toggle_agrees(bare: Rows, own: list[Rows]) -> bool:
    """Each error of the first seed, with the heads that are on, with all, and the change."""
    said, shown = (
        {name: [float(x) for x in numbers[:3]] for name, *numbers in rows[1:]}
        for rows in (bare, own[0])
    )
    same = [np.allclose(said[name], shown.get(name, np.nan), rtol=0.006) for name in said]
    return said.keys() == shown.keys() and all(same)


TOGGLE = Case(
    make=toggle,
    moves=[
        ("button", "Head 1", "Space"),
        ("slider", "Step", "Home"),
        ("button", "Compare two seeds", "Enter"),
        ("button", "Match heads across seeds", "Enter"),
    ],
    moved={"heads": [0, 2], "step": 0, "compare": 1, "matched": True},
    link="heads=0,2&step=0&compare=1&matched=true",
    busy=[{"heads": [0, 2]}, {"heads": [1], "compare": 1, "matched": True}],
    agrees=toggle_agrees,
    hostile=hostile_toggle,
    bars=True,
)


# ---- IdleHead ------------------------------------------------------------------------------


def same_table(bare: Rows, own: list[Rows]) -> bool:
    return bare == own[0]


IDLE_HEAD = Case(
    make=IdleHead,
    moves=[
        ("button", "Sink logit", "Enter"),
        ("slider", "Gate's logit", "Home"),
        ("slider", "Null token's score", "ArrowRight"),
        ("button", "Mask the null token", "Space"),
    ],
    moved={"sink": 5.0, "gate": -6.0, "null_score": 0.5, "masked": True},
    link="sink=5&gate=-6&null_score=0.5&masked=true",
    busy=[{}, {"sink": 5.0, "gate": -3.0, "null_score": 4.3}, {"masked": True}],
    agrees=same_table,
    bars=True,
    height=740,
    refused=[
        ("sink", float("nan"), "sink=nan; use -6 to 6, or None for none"),
        ("gate", "open", "gate"),
        ("null_score", None, "null_score"),
    ],
)


# ---- MoneyBank -----------------------------------------------------------------------------


def edited(name: str, place: tuple[int, ...], value: float) -> np.ndarray:
    array = getattr(example, name).copy()
    array[place] = value
    return array


def money_bank_agrees(bare: Rows, own: list[Rows]) -> bool:
    """Every row of every matrix, but for the words that say what was there before."""
    shown = [[cell.split(" (was")[0] for cell in row] for row in own[0][1:]]
    return sorted(bare[1:]) == sorted(shown)


EDITS = {"X": edited("X", (0, 0), -3), "W_V": edited("W_V", (0, 1, 1), 1e30)}
MONEY_BANK = Case(
    make=MoneyBank,
    moves=[
        ("textbox", "W_Q¹, row finance, column 2", "-2.5"),
        ("button", "Next →", "Enter"),
        ("button", "Paper", "Enter"),
    ],
    moved={"step": 4, "form": "paper", "W_Q": edited("W_Q", (0, 0, 1), -2.5)},
    link="step=4&form=paper&W_Q=0.0.1:-2.5",
    busy=[{"step": step, **EDITS} for step in (3, 5, 8)],
    agrees=money_bank_agrees,
    refused=[
        ("X", np.ones((4, 2)), r"\(4, 2\), the example's .*\(2, 4\): \(word, d_model\)"),
        ("W_O", np.ones((8, 4)), r"W_O has shape \(8, 4\), the example's has \(2, 4, 4\)"),
        ("W_Q", np.ones((2, 4, 2)), r"\(2, 4, 2\).*\(2, 4, 4\).*wide form whichever form"),
        ("X", [[1, 2], [3]], "X is not an array"),
        ("X", np.array(5.0), r"X has shape \(\), the example's has \(2, 4\)"),
        ("X", torch.ones(2, 4, dtype=torch.complex64).conj(), "X is not an array"),
        ("X", [["1"] * 4] * 2, "X holds <U1; give real numbers"),
        ("X", [[1, 2, 3, np.nan], [0, 0, np.inf, 0]], "X holds 2 NaN or infinite .* of 8"),
    ],
)


# ---- SameHeads -----------------------------------------------------------------------------


def same_heads_data() -> dict[str, Any]:
    """2 layers of 2 heads, 3 seeds, 5 tokens."""
    rng = np.random.default_rng(0)

    def similarity() -> np.ndarray:
        """Cosines of vectors of 4 numbers."""
        vectors = rng.normal(size=(2, 6, 4))
        vectors /= np.linalg.norm(vectors, axis=-1, keepdims=True)
        return vectors @ vectors.swapaxes(1, 2)

    def pattern() -> np.ndarray:
        weights = np.tril(rng.random((2, 6, 5, 5)))
        return weights / weights.sum(axis=-1, keepdims=True)

    kinds = "trained", "untrained"
    return {
        "similarity": {
            measure: {models: similarity() for models in kinds}
            for measure in ("pattern", "output", "cost")
        },
        "clusters": np.array([[[0, 1], [1, 0], [1, 0]], [[1, 0], [0, 1], [1, 0]]]),
        "untrained_clusters": np.array([[[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 1], [1, 0]]]),
        "patterns": pattern(),
        "untrained_patterns": pattern(),
    }


def same_heads(**state: Any) -> SameHeads:
    return SameHeads(**{**same_heads_data(), "tokens": ["self", ".", "a", " =", "b"], **state})


def hostile_same_heads(text: str) -> SameHeads:
    return same_heads(tokens=[text, "\u202eright to left שלום", "", "very" * 80, "a\u2028b"])


def band_means_agree(bare: Rows, own: list[Rows]) -> bool:
    """The means of bands, the similarity of the two heads, and what these attend to most."""
    return bare[1:] == own[0][1:] and len(bare) == 1 + 3 + 1 + 2 * 5


SAME_HEADS = Case(
    make=same_heads,
    moves=[
        ("button", "cluster", "Enter"),
        ("button", "ablation cost", "Space"),
        ("button", "Layer 0", "Enter"),
        ("application", "Untrained heads", "ArrowDown"),
        ("application", "Untrained heads", "ArrowLeft"),
    ],
    moved={"order": "cluster", "measure": "cost", "layer": 0, "first": 4, "second": 3}
    | {"models": "untrained"},
    link="layer=0&measure=cost&order=cluster&first=4&second=3&models=untrained",
    busy=[
        {"first": 2, "second": 2},
        {"order": "cluster", "measure": "output", "models": "untrained"},
    ],
    agrees=band_means_agree,
    hostile=hostile_same_heads,
)


# ---- SentenceLab ---------------------------------------------------------------------------


@cache
def lab_run() -> Run:
    """3 seeds of 2 layers of 3 heads, trained for a moment."""
    grammar = Grammar()

    def model(generator: torch.Generator) -> TokenModel:
        return TokenModel(
            grammar.n_symbols,
            N_POS,
            grammar.n_symbols * len(RELATIONS),
            d_model=5,
            n_heads=3,
            d_head=2,
            n_layers=2,
            norm=True,
            generator=generator,
        )

    return train(model, grammar, seeds=range(3), steps=5, batch=7, loss=naming_loss)


def sentence_lab(**state: Any) -> SentenceLab:
    return SentenceLab(lab_run(), Grammar(), **state)


def answers_agree(bare: Rows, own: list[Rows]) -> bool:
    """The answer to each relation of the word, and its share."""
    return bare[1:] == own[0][1:] and len(bare) > 1


SENTENCE_LAB = Case(
    make=sentence_lab,
    moves=[
        ("textbox", "Or type a sentence", "the dog saw this boat because it was wide"),
        ("button", "Layer 0 head 1", "Space"),
        ("button", "Seed 2", "Enter"),
        ("button", "what it writes", "Enter"),
    ],
    moved={"text": "the dog saw this boat because it was wide", "word": 6}
    | {"heads": [0, 2, 3, 4, 5], "seed": 2, "shading": "writes"},
    link="text=the_dog_saw_this_boat_because_it_was_wide&word=6&heads=0,2,3,4,5&seed=2"
    "&shading=writes",
    busy=[
        {"word": 0},
        {"heads": [], "shading": "writes"},
        {"text": "the man saw the dog with this boat", "word": 7, "heads": [1], "seed": 1},
    ],
    agrees=answers_agree,
    bars=True,
    refused=[
        ("text", "the anmal saw it", "'anmal' is not one of the 33 words; near: animal"),
        ("text", "", "0 words; use 1 to 17"),
        ("text", "it " * 18, "18 words; use 1 to 17"),
        ("text", f"the {HIDDEN}", "no sentence in training"),
        ("text", 3, "text"),
    ],
)


# ---- SequenceLab ---------------------------------------------------------------------------


def sequence_params() -> dict[str, torch.Tensor]:
    """3 seeds of 2 layers of 3 heads, 5 symbols, 7 positions; d_model 6, d_head 4."""
    generator = torch.Generator().manual_seed(0)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(3, *shape, generator=generator)

    params = {"E": normal(5, 6), "P": normal(7, 6)}
    for layer in (0, 1):
        for name, shape in (("W_Q", (6, 4)), ("W_K", (6, 4)), ("W_V", (6, 4)), ("W_O", (4, 6))):
            params[f"layers.{layer}.{name}"] = normal(3, *shape) / 2
    return params | {"W_U": normal(6, 5) / 2}


def sequence_lab(**state: Any) -> SequenceLab:
    given = {"tokens": [0, 1, 2, 3, 0, 1, 2], "seeds": [11, 5, 42], **state}
    return SequenceLab(sequence_params(), **given)


def hostile_sequence_lab(text: str) -> SequenceLab:
    names = ["\u202eright to left שלום", text, "", "very" * 80, "a\u2028b"]
    return sequence_lab(symbols=names, seeds=[text, "b", "<b>"], tokens=[0, 1, 2, 3, 4, 1, 0])


def looks_agree(bare: Rows, own: list[Rows]) -> bool:
    """What each head attends to most, and the most likely next symbols."""
    return bare[1:] == own[0][1:] and len(bare) > 1


SEQUENCE_LAB = Case(
    make=sequence_lab,
    moves=[
        ("button", "Head 0.1", "Space"),
        ("button", "Seed 42", "Enter"),
        ("button", "2 C", "Enter"),
    ],
    moved={"heads": [0, 2, 3, 4, 5], "seed": 2, "query": 2},
    link="heads=0,2,3,4,5&seed=2&query=2",
    busy=[{"query": 0}, {"heads": [], "seed": 1}, {"heads": [0, 4], "query": 6}],
    agrees=looks_agree,
    hostile=hostile_sequence_lab,
    bars=True,
    refused=[
        ("tokens", [0, 1, 2, 3, 0, 1, 5], "there are 5 symbols; use 0 to 4"),
        ("tokens", [0, 1, 2, 3, 0, 1, -1], "use 0 to 4"),
        ("tokens", "ABCDABC", "tokens"),
    ],
)


# ---- SymmetryLab ---------------------------------------------------------------------------


def steps_agree(bare: Rows, own: list[Rows]) -> bool:
    """The number of steps; what came of them only the page knows."""
    history = next(rows for rows in own if rows[0][0] == "step")
    return bare[-1] == ["Step", history[-1][0]]


SYMMETRY_LAB = Case(
    make=partial(SymmetryLab, step=20),
    moves=[
        ("button", "Random", "Enter"),
        ("button", "seed 1 head 0: none head 1: none", "Enter"),
        ("button", "Only weights", "Enter"),
        ("slider", "Step", "PageUp"),
    ],
    moved={"start": "random", "W_O": "random", "seed": 1, "data_seed": 1, "vary": "start"}
    | {"step": 60},
    link="start=random&W_O=random&seed=1&data_seed=1&vary=start&step=60",
    busy=[{"start": "nudged", "step": 2}],
    agrees=steps_agree,
    computed={"distance.shape": [61, 3]},
    settled=lambda widget: f"^Step {widget.step}, .*of the 16 runs",
    refused=[("epsilon", float("nan"), "epsilon")],
)


# ---- TextLab -------------------------------------------------------------------------------


def text_pairs() -> BytePairs:
    """The single characters, and five tokens that are learnt."""
    return BytePairs(learn_tokens("\nself.a = self.b\n    self.a", len(ALPHABET) + 5))


def text_model(seed: int) -> TextModel:
    """2 layers of 3 heads, 101 tokens, 13 positions; d_model 6, d_head 2."""
    sizes = {"n_symbols": len(text_pairs().tokens), "n_pos": 13}
    generator = torch.Generator().manual_seed(seed)
    model = TextModel(**sizes, d_model=6, n_heads=3, n_layers=2, generator=generator)
    for layer in model.layers:
        layer.bias.data = torch.randn(3, 13, generator=generator)
    return model.requires_grad_(False)


def text_lab(text: str = "self.a = self.b", **state: Any) -> TextLab:
    models = {seed: text_model(seed) for seed in (11, 5, 42)}
    return TextLab(text, models=models, pairs=text_pairs(), **state)


def hostile_text_lab(text: str) -> TextLab:
    """It takes ASCII alone, and more of it than the model reads; and seeds of any name."""
    typed = "".join(letter for letter in text if letter in ALPHABET)
    models = {name: text_model(1) for name in (text, "\u202eright to left שלום", "very" * 80)}
    return TextLab(typed, models=models, pairs=text_pairs())


TEXT_LAB = Case(
    make=text_lab,
    moves=[
        ("textbox", "Type Python, a line or a few", "a = [self]"),
        ("button", "Head 0.1", "Space"),
        ("button", "Seed 42", "Enter"),
        ("button", "2 ␣", "Enter"),
    ],
    moved={"text": "a = [self]", "query": 2, "heads": [0, 2, 3, 4, 5], "seed": 2},
    link="text=a+!3D+!5Bself!5D&query=2&heads=0,2,3,4,5&seed=2",
    busy=[{"query": 0}, {"heads": [], "seed": 1}, {"heads": [0, 4], "query": 6}],
    agrees=looks_agree,
    hostile=hostile_text_lab,
    bars=True,
    refused=[
        ("text", "naïve", "text holds 'ï' is not a token; use ASCII, and spaces for tabs"),
        ("text", "\tx", "spaces for tabs"),
        ("text", " \n ", "text is blank; give a line of code"),
        ("text", "x" * 401, "text has 401 characters; use at most 400"),
        ("text", 3, "text"),
    ],
    settled=lambda widget: "matters most",
)


# ---- TwoHeads ------------------------------------------------------------------------------


TWO_HEADS = Case(
    make=partial(TwoHeads, step=0),
    moves=[("slider", "Changed by", "End"), ("button", "Train", "Enter")],
    moved={"step": 200, "epsilon": 0.1},
    link="step=200&epsilon=0.1",
    busy=[{"step": 30}],
    agrees=steps_agree,
    settled=lambda widget: f"After {widget.step} steps" if widget.step else "Not trained yet",
    chooses=False,
    height=525,
    refused=[("epsilon", 1e-13, "epsilon=1e-13; use 1e-12 to 0.1"), ("step", 201, "use 0 to 200")],
)

# ---- HeadSlices ----------------------------------------------------------------------------


def slices_agree(bare: Rows, own: list[Rows]) -> bool:
    """Both are about the same head; the numbers it gets only the page works out."""
    return bare[2] == ["Head", own[0][0][1].removeprefix("entry of head ")]


HEAD_SLICES = Case(
    make=HeadSlices,
    moves=[("button", "what goes in", "Enter"), ("button", "head 1", "Space")],
    moved={"cut": "input", "head": 1},
    link="cut=input&head=1",
    busy=[{"cut": "memory"}],
    agrees=slices_agree,
    height=560,
)


# ---- TurnedHead ----------------------------------------------------------------------------


def cosines_agree(bare: Rows, own: list[Rows]) -> bool:
    return bare[1:] == own[0][1:]


TURNED_HEAD = Case(
    make=TurnedHead,
    moves=[
        ("slider", "Rotate head 1", "ArrowRight"),
        ("button", "Rotate W_K and W_O too", "Enter"),
    ],
    moved={"angle": 91, "together": False},
    link="angle=91&together=false",
    busy=[{"angle": 200, "together": False}],
    agrees=cosines_agree,
    bars=True,
    height=720,
)

# ---- TwoSentences --------------------------------------------------------------------------


def read_small(sentence: str, tokens: list[str] | None = None) -> tuple[list[str], Any, Any]:
    """2 layers of 3 heads, one token for each word and one before and behind; random numbers."""
    tokens = tokens or ["[CLS]", *sentence.lower().split(), "[SEP]"]
    rng = np.random.default_rng([*sentence.encode()])
    pattern = rng.dirichlet(np.full(len(tokens), 0.4), size=(2, 3, len(tokens)))
    norms = rng.exponential(size=(2, 3, len(tokens)))
    norms[:, :, 0] = 0.02
    return tokens, pattern, norms


SMALL_PAIRS = {
    "hot / cold": ("The soup was hot", "The soup was cold"),
    "ink / old oil": ("Is it ink?", "Is it old oil?", "it"),
}


def two_sentences(**state: Any) -> TwoSentences:
    return TwoSentences(pairs=SMALL_PAIRS, read=read_small, **state)


def hostile_two_sentences(text: str) -> TwoSentences:
    """Sentences are ASCII alone; tokens and names are anything."""
    typed = "".join(letter for letter in text if " " <= letter <= "~")
    tokens = [text, "\u202eright to left שלום", "", "very" * 80, "a\u2028b"]
    return TwoSentences(
        pairs={text: (typed, "b"), "very" * 80: ("<b>", "b")},
        read=lambda sentence: read_small(sentence, tokens),
    )


TWO_SENTENCES = Case(
    make=two_sentences,
    moves=[
        ("button", "Make both the first", "Enter"),
        ("button", "ink / old oil", "Enter"),
        ("slider", "Layer", "End"),
        ("slider", "Head", "ArrowRight"),
        ("slider", "Word", "ArrowRight"),
        ("button", "writes", "Space"),
    ],
    moved={"first": "Is it ink?", "second": "Is it old oil?", "layer": 1, "head": 1, "query": 3}
    | {"view": "writes"},
    link="first=Is+it+ink!3F&second=Is+it+old+oil!3F&layer=1&head=1&query=3&view=writes",
    busy=[{}, {"view": "writes", "query": 0}],
    agrees=same_table,
    hostile=hostile_two_sentences,
    refused=[
        ("first", "naïve", "first holds 'ï'; use ASCII, in one line"),
        ("second", "two\nlines", "second holds .*; use ASCII, in one line"),
        ("second", " ", "second is blank; give a sentence"),
        ("first", "x" * 201, "first has 201 characters; use at most 200"),
        ("first", "a " * 40, "gives 42 tokens and a pattern of 42; make them equal, 24 at most"),
        ("first", 3, "first"),
    ],
)

CASES = {
    "HeadExplorer": EXPLORER,
    "HeadSlices": HEAD_SLICES,
    "HeadToggle": TOGGLE,
    "IdleHead": IDLE_HEAD,
    "MoneyBank": MONEY_BANK,
    "SameHeads": SAME_HEADS,
    "SentenceLab": SENTENCE_LAB,
    "SequenceLab": SEQUENCE_LAB,
    "SymmetryLab": SYMMETRY_LAB,
    "TextLab": TEXT_LAB,
    "TurnedHead": TURNED_HEAD,
    "TwoHeads": TWO_HEADS,
    "TwoSentences": TWO_SENTENCES,
}


def show_live() -> None:
    """Show every widget in JupyterLab, above what Python has of it and a button for a fresh one.

    Then come a HeadExplorer that is linked to the HeadToggle, which only says its heads, and a
    TextLab of a stored seed.
    """
    widgets = {name: case.make() for name, case in CASES.items()}
    for name, case in CASES.items():
        display(widgets[name], said(widgets[name], case), reset(name, widgets[name]))
    other, heard = CASES["HeadExplorer"].make(), Label()
    other.observe(lambda change: setattr(heard, "value", str(change["new"])), "heads")
    jslink((widgets["HeadToggle"], "heads"), (other, "heads"))
    display(heard, TextLab("import os", seeds=[0]))


def said(widget: Widget, case: Case) -> Label:
    label = Label()
    names = [name.split(".")[0] for name in [*case.moved, *case.computed]]
    widget.observe(lambda change: setattr(label, "value", case.state(widget)), names)
    return label


def reset(name: str, widget: Widget) -> Button:
    button = Button(description=f"Reset {name}")

    def press(_: Button) -> None:
        fresh = CASES[name].make()
        for trait in reversed(CASES[name].moved):
            setattr(widget, trait, getattr(fresh, trait))

    button.on_click(press)
    return button
