"""Sentences in which *it* means one of two nouns, and the last word says which; and plain ones.

All were written for this course. Their nouns and last words are single tokens.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import torch
from jaxtyping import Float
from torch import Tensor

from multihead.minilm.encoder import encode
from multihead.minilm.weights import N_HEADS, N_LAYERS
from multihead.minilm.word_pieces import to_ids, word_pieces

Pair = Mapping[str, str]
BATCH = 24  # texts

# By line: a verb and its participle, a word that fits the first noun and one that fits the second,
# then four first nouns and four second nouns. No noun stands in two lines.
KINDS = """
cross crossed tired wide: animal horse elephant pony / street river bridge desert
eat eaten sick raw: cat lion tiger puppy / meat fish chicken egg
enter entered tall low: truck bus wagon crane / tunnel garage cave hall
reach reached slow distant: ship ferry boat yacht / island harbor coast lighthouse
climb climbed lazy steep: goat donkey bear mule / hill mountain cliff ladder
visit visited weak poisonous: bee butterfly moth wasp / flower garden tree bush
cut cut blunt hard: knife saw sword axe / bread plank rope cheese
solve solved stupid complex: robot computer machine program / puzzle problem equation riddle
show shown old faint: camera telescope microscope scanner / star planet crystal comet
hold held thin heavy: bag basket net box / stone hammer anchor crate
buy bought poor expensive: museum library hotel university / painting book carpet statue
catch caught clumsy quick: dog fox wolf snake / rabbit deer squirrel hare
attack attacked cautious strong: army fleet gang squadron / castle convoy village fortress
heat heated small large: fire stove candle oven / room church kitchen barn
believe believed wise absurd: jury court committee parliament / story claim rumor theory
pierce pierced soft thick: nail arrow spear bullet / wall shield armor door
see seen blind tiny: owl eagle hawk whale / mouse worm insect shrimp
drink drunk sleepy bitter: baby infant child kitten / milk juice tea soup
open opened bent rusty: key lever wire hook / lock gate chest safe
leave left afraid warm: rat monkey bat turtle / hole nest tent cellar
publish published busy long: newspaper magazine journal company / letter poem report essay
lift lifted broken large: elevator tractor helicopter magnet / piano log cannon container
cover covered short wide: blanket sheet curtain towel / bed couch window desk
win won inexperienced tough: team club squad crew / match race battle tournament
""".strip()

# By line: a verb, the word that goes with the first noun after *not*, the one that goes with the
# second (after *easily* it is the other way round), and six pairs of nouns. Both words fit both.
CROSSED = """
fit into, big small: ball box, trophy suitcase, statue cabinet, hat drawer, guitar closet, cake tin
catch, slow fast: dog rabbit, lion zebra, wolf deer, fox hare, horse train, tiger bull
defeat, weak strong: wolf bear, army navy, rebel soldier, cat rat, snake eagle, shark whale
pass through, wide narrow: sofa door, truck tunnel, ship canal, bus gate, table hall, cart bridge
scratch, soft hard: nail stone, knife plate, key glass, needle shell, blade shield, coin table
drown out, quiet loud: bell engine, radio drum, piano choir, flute storm, song siren, clock rain
""".strip()

# Each has 15 tokens.
PLAIN = """
The old bridge near our village was closed for repairs last winter.
She poured the hot tea into a small blue cup and waited.
Most of the students had never seen the sea before that day.
He repaired his bicycle with a piece of wire and some glue.
A loud noise behind the house woke the children again at midnight.
The committee will publish its report at the end of this month.
Our neighbors grow onions and beans and roses in their large garden.
The train to the airport leaves every ten minutes from this platform.
The price of coffee has doubled since the beginning of the year.
Two wolves were seen last night at the edge of the forest.
The doctor asked him to drink more water and to sleep longer.
Nobody could explain why the lights went out during the last concert.
The company moved its office to a cheaper part of the city.
They walked along the river until the path became much too narrow.
The judge did not believe the story that the young witness told.
The cat slept on the warm roof of the car all afternoon.
We need a larger table because eight people are coming to dinner.
The teacher wrote a very long equation on the board and smiled.
A ship full of grain arrived in the northern harbor this morning.
Scientists have found a new planet around a very distant red star.
""".strip()


def pronoun_pairs() -> list[dict[str, str]]:
    """Return 96 pairs of nouns, each with a word that fits the first and one that fits the second.

    Four pairs in a row have the verb and the words in common, and a ``kind`` of their own.

    Returns
    -------
    pairs
        The keys ``first``, ``second``, ``verb``, ``participle``, ``fits_first`` and
        ``fits_second`` go into a form such as *The {first} did not {verb} the {second} because it
        was too {word}.*
    """
    pairs = []
    for kind, line in enumerate(KINDS.split("\n")):
        told, nouns = line.split(": ")
        verb, participle, *words = told.split()
        for both in zip(*(side.split() for side in nouns.split(" / ")), strict=True):
            pairs.append(_pair(kind, verb, both, words) | {"participle": participle})
    return pairs


def crossed_pairs() -> list[dict[str, str]]:
    """Return 36 pairs of nouns, each with two words that fit both of them.

    After *could not* the word ``fits_first`` means the first noun and ``fits_second`` the second;
    after *could easily* it is the other way round. Six pairs in a row are of one ``kind``. The
    keys are those of :func:`pronoun_pairs`.
    """
    pairs = []
    for kind, line in enumerate(CROSSED.split("\n")):
        told, nouns = line.split(": ")
        verb, words = told.split(", ")
        pairs += [_pair(kind, verb, both.split(), words.split()) for both in nouns.split(", ")]
    return pairs


def plain_texts() -> list[str]:
    """Return 20 sentences about everyday things, of 15 tokens each."""
    return [*PLAIN.split("\n")]


def at_nouns(
    form: str,
    pairs: Sequence[Pair],
    last: str,
    row: str = "it",
    gate: Float[Tensor, "layer head"] | None = None,
    filling: Float[Tensor, "layer head d_head"] | None = None,
    n_layers: int = N_LAYERS,
) -> tuple[Float[Tensor, "layer head pair 2"], Float[Tensor, "layer head pair 2"]]:
    """Return what each head gives in one row to the two nouns: its scores and attention weights.

    Parameters
    ----------
    form
        A sentence with ``{first}``, ``{second}`` and ``{word}``, and what else the pairs have.
    pairs
        As :func:`pronoun_pairs` returns them.
    last
        Which of a pair's words is ``{word}``: ``"fits_first"`` or ``"fits_second"``.
    row
        The token whose row is read; it must stand in each sentence.
    gate, filling, n_layers
        As in :func:`multihead.minilm.encode`.

    Raises
    ------
    ValueError
        If a noun or the row's token is no token of a sentence; the message has its tokens.
    """
    texts = [form.format(**pair, word=pair[last]) for pair in pairs]
    cut = [word_pieces(text) for text in texts]
    both = torch.zeros(2, n_layers, N_HEADS, len(pairs), 2)
    order = sorted(range(len(texts)), key=lambda i: len(cut[i]))
    for _, group in groupby(order, key=lambda i: len(cut[i])):
        for chosen in _batches([*group]):
            run = encode(to_ids([texts[i] for i in chosen]), gate, filling, n_layers=n_layers)
            for at, i in enumerate(chosen):
                query = _place(cut[i], row)
                keys = [_place(cut[i], pairs[i][noun]) for noun in ("first", "second")]
                both[0, :, :, i] = run.head_scores[:, at, :, query, keys]
                both[1, :, :, i] = run.head_patterns[:, at, :, query, keys]
    return both[0], both[1]


def _batches(places: list[int]) -> Iterator[list[int]]:
    """Cut a list into short ones: what all heads compute for a hundred texts takes 100 MB."""
    yield from (places[i : i + BATCH] for i in range(0, len(places), BATCH))


def _pair(kind: int, verb: str, nouns: Sequence[str], words: Sequence[str]) -> dict[str, str]:
    first, second = nouns
    fits_first, fits_second = words
    return {
        "kind": str(kind),
        "verb": verb,
        "first": first,
        "second": second,
        "fits_first": fits_first,
        "fits_second": fits_second,
    }


def _place(pieces: list[str], token: str) -> int:
    if token not in pieces:
        raise ValueError(f"{token!r} is not a token of the sentence {pieces}; choose one of these")
    return pieces.index(token)
