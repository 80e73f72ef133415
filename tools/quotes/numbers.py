"""The numbers of a text that quote something, with the words that say how exact they are.

Found are decimals, per cents, fractions, "k of n", steps, whole numbers from ten on, and smaller
ones with a unit. Not found are the numbers of names ("Figure 7.1", "head 0", "PyTorch 2.1"), and
small numbers that say how something is built ("two heads").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

SMALL_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
WORDS = {word: i for i, word in enumerate(SMALL_WORDS)}
WORDS |= {word: 10 * i for i, word in enumerate(TENS, 3)} | {"hundred": 100, "thousand": 1000}
FEW = 5  # "two of three heads" is how something is built, "four of five seeds" a result
COUNTED = "seeds|trainings|runs|models|initialisations"
UNITS = (
    f"steps?|{COUNTED}|bits?|nats?|times|minutes?|seconds?|hours?|ms|s|[kKMGT]i?B|bytes?|sets|draws"
    "|parameters|examples|sequences|sentences|standard deviations|degrees|°"
)
NAMES = (
    r"Figures?|[Mm]inute|Node\.js|Tables?|[Cc]hapters?|[Ss]eeds?|[Hh]eads?|[Ll]ayers?|[Pp]ositions?|[Tt]okens?|[Ss]ections?"
    "|[Pp]arts?|[Vv]ersions?|[Rr]ows?|[Cc]olumns?|[Ss]ets?|[Ww]ords?|[Qq]uestions?|[Ee]xercises?"
    "|Python|PyTorch|NumPy|Jupyter Book|nbgrader|BY|BSD|ISO|RFC|Otter|GPT|UTF|float|bfloat|int|uint"
    "|SHA|Adam|log|Seaborn|Debian|Ubuntu|[Oo]rder|[Cc]ase|[Cc]olab|[Dd]irections?"
)
DIGITS = r"\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?![\d.])|\d+(?:\.\d+)?(?:e-?\d+)?"
WORD = "|".join(sorted(WORDS, key=len, reverse=True))
NUMERAL = rf"(?:(?<![\w.])[-−]?(?:{DIGITS})|\b(?i:{WORD})\b)"
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NAME = "|".join(
    (
        rf"(?P<name>\b(?:{NAMES}) (?:\d+\.\d+|\d+(?! wide|\.?\d| ?%))"
        r"(?:(?:, | and | or | to |–)\d[\d.]*)*",
        r"^Step \d+(?=[:,.]|$)",
        r"\(\d\d?(?: minutes)?\)",
        r"x86-64",
        r"(?<![\w.])\d+\.\d+\.\d+\S*",
        rf"\b(?:[Ss]ince|[Ii]n|{MONTHS}) (?:19|20)\d\d\b",
        r"\b(?i:few|several|some|many) (?:hundred|thousand)\b)",
    )
)
RATIO = (
    rf"(?P<of>(?P<k>{NUMERAL})(?: (?:{COUNTED}|heads|layers|bugs|chapters|findings|claims|tests))?"
    rf" of (?:the |all |its |these )?(?P<n>{NUMERAL})(?! (?:\w+ )?steps))"
)
SINGLE = (
    r"(?P<fraction>(?<![\w./])\d+/[1-9]\d*(?![\w/]))"
    rf"|(?P<percent>(?P<part>{NUMERAL})[ \u00a0\u202f]?(?:%|per cent))"
    r"|(?P<step>\b[Ss]teps? (?P<at>\d+))"
    rf"|(?P<plain>(?P<size>{NUMERAL})(?:-(?!\w*[a-z]-)|[ \u00a0\u202f])?"
    rf"(?P<unit>(?:(?<=[ \u00a0\u202f-])|(?<=\d))(?:{UNITS}))?(?!\w))"
)
ANY_NUMBER = re.compile(f"{NAME}|{RATIO}|{SINGLE}")
EVERY = re.compile(f"(?P<name>(?!))|{RATIO}|{SINGLE}")
NOT_A_RATIO = re.compile(f"{NAME}|(?P<of>(?P<k>(?!))(?P<n>))|{SINGLE}")
HEDGES = {
    "nearly": r"nearly|almost|just (?:under|below)|a little (?:under|below|less than)|not quite",
    "just over": r"just (?:over|above)|(?:a little|slightly) (?:over|above|more than)",
    "about": r"about|around|roughly|approximately|some|≈|~",
    "less than": r"(?:no|not) more than|less than|fewer than|under|below|within|at most|up to|<|≤",
    "more than": r"(?:no|not) (?:less|fewer) than|more than|over|above|at least|beyond|past|>|≥",
}
HEDGE_BEFORE = re.compile(
    "(?:"
    + "|".join(f"(?P<h{i}>{words})" for i, words in enumerate(HEDGES.values()))
    + r")(?: an?| the| another)?\s*$",
    re.I,
)

UNIT_AFTER_ADJECTIVE = re.compile(  # "40 random seeds", but not "40 of the seeds"
    r"[ \u00a0\u202f](?!(?:an?|and|are|as|at|by|each|for|from|in|is|of|on|or|per|than|that|the|to"
    rf"|was|were|when|which|with)\b)[a-z]+[ \u00a0\u202f]({UNITS})\b"
)


@dataclass(frozen=True)
class Number:
    """A number of a text.

    Attributes
    ----------
    text
        As it stands there, without its hedge: "0.9", "93 %", "60 of 64", "240 steps".
    value
        Its value; a per cent as a part of 1, "60 of 64" as a ratio.
    half
        Half a unit of its last digit, the most that rounding changes.
    unit
        "%", "of", "/", a word such as "steps", or nothing.
    hedge
        "about", "nearly", "just over", "more than", "less than", or nothing.
    after
        The next word.
    sentence
        Where it stands.
    """

    text: str
    value: float
    half: float
    unit: str
    hedge: str
    after: str
    sentence: str

    @property
    def key(self) -> tuple[float, str]:
        return float(f"{self.value:.9g}"), self.unit.removesuffix("s")

    @property
    def counts(self) -> str:
        """Its unit, if it has one that says what is counted: seeds and trainings are one."""
        if self.unit == "times":
            return ""
        return "seed" if re.fullmatch(COUNTED, self.unit) else self.unit.removesuffix("s")

    def says(self, other: "Number") -> bool:
        """Say whether it may be another one in other words; a unit may be added."""
        return self.key[0] == other.key[0] and other.counts in {"", self.counts}

    def replaces(self, other: "Number") -> bool:
        """Say whether it may stand where another one stood: a part of something is no size."""
        parts = [number.unit if number.unit in {"%", "of", "/"} else "" for number in (self, other)]
        return self.key[0] == other.key[0] or parts[0] == parts[1]

    def like(self, other: "Number") -> bool:
        """Say whether it could take the place of another one by mistake: of one kind or word."""
        own_kind, other_kind = (
            (number.counts, not number.counts and number.value == int(number.value))
            for number in (self, other)
        )
        alike = own_kind == other_kind or (bool(self.after) and self.after == other.after)
        return self.key[0] != other.key[0] and alike

    def __str__(self) -> str:
        words = [self.hedge, self.text, self.after]
        return " ".join(word for word in words if word)


def numbers(text: str, *, every: bool = False) -> list[Number]:
    """Find the numbers of a text; with ``every`` those of names and small ones too."""
    found_numbers = []
    for sentence in sentences(text):
        for match in matches(sentence, EVERY if every else ANY_NUMBER):
            if number := read_number(match, sentence, every):
                found_numbers.append(number)
    return found_numbers


def matches(sentence: str, pattern: re.Pattern) -> Iterator[re.Match]:
    """Yield what looks like a number; "80 layers of 64 heads" are two."""
    place = 0
    while match := pattern.search(sentence, place):
        if match["of"] and not is_ratio(match):
            match = NOT_A_RATIO.search(sentence, match.start())
        yield match
        place = match.end()


def is_ratio(match: re.Match) -> bool:
    k, n = value_of(match["k"]), value_of(match["n"])
    return n >= 2 and 0 <= k <= n and k == int(k) and n == int(n)


def sentences(text: str) -> Iterator[str]:
    yield from re.split(r"(?<=[.!?:;])\s+(?=[A-Z*(\[$`])", text)


def read_number(match: re.Match, sentence: str, every: bool) -> Number | None:
    if match["name"] or (match["at"] == "0" and not every):
        return None
    value, half, unit = size(match)
    is_whole = match["plain"] and "." not in match["size"] and "e-" not in match["size"]
    if is_whole and not every and not counts(match, value):
        return None
    if (
        match["of"]
        and not every
        and max(value_of(match["n"]), 0) < FEW
        and not match["n"].isdigit()
    ):
        return None
    hedge = HEDGE_BEFORE.search(sentence[: match.start()])
    if not unit and (further := UNIT_AFTER_ADJECTIVE.match(sentence, match.end())):
        unit = further[1]
    name = next((h for i, h in enumerate(HEDGES) if hedge and hedge[f"h{i}"]), "")
    if is_whole and hedge and hedge[0].startswith("over"):
        name = ""  # "the median over 64 seeds"
    if sentence[match.end() :].startswith(" or so"):
        name = "about"
    after = re.match(r"[\s-]*([^\W\d_]+)", sentence[match.end() :])
    written = match[0].replace("\u00a0", " ").replace("\u202f", " ").strip(" -")
    return Number(written, value, half, unit, name, after[1] if after else "", sentence.strip())


def counts(match: re.Match, value: float) -> bool:
    """Say whether a whole number quotes something by itself."""
    digits = match["size"][-1].isdigit()
    unit = match["unit"] or ""
    if value in {0, 1} and re.match("bit|nat", unit):  # the ends of a scale
        return False
    if digits:
        return abs(value) >= 10 or bool(unit)
    return value > 2 and unit not in {"", "times", "sentences"}


def size(match: re.Match) -> tuple[float, float, str]:
    """Return the value of a number, half its last digit, and its unit."""
    if match["of"]:
        k, n = value_of(match["k"]), value_of(match["n"])
        return k / n, 0.5 / n, "of"
    if match["fraction"]:
        k, n = map(int, match["fraction"].split("/"))
        return k / n, 0.01 * k / n, "/"
    if match["percent"]:
        return value_of(match["part"]) / 100, half_of(match["part"]) / 100, "%"
    if match["step"]:
        return float(match["at"]), 0.5, "step"
    return value_of(match["size"]), half_of(match["size"]), match["unit"] or ""


def value_of(text: str) -> float:
    if text.lower() in WORDS:
        return float(WORDS[text.lower()])
    return float(re.sub(r"[ ,\u00a0\u202f]", "", text.replace("−", "-")))


def half_of(text: str) -> float:
    if not text[-1].isdigit():
        return 0.5
    digits, _, power = text.partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def fits(number: Number, value: float, side: str = "") -> bool:
    """Say whether a number says a value, as exactly as its words promise.

    A bare number is the value rounded, but "35 of 64" is the share itself. *About* allows a unit of
    its last digit that is not 0, at most a tenth; *nearly* and *just over* a twentieth to that
    side; *more than* and *less than* a bound that is equal and on that side, or a value on that
    side within 30 %.

    Parameters
    ----------
    side
        ``"above"`` or ``"below"`` if the value is a bound.
    """
    x, room = number.value, number.half * 1.001
    if number.unit == "of" and not number.hedge:
        return abs(value - x) <= 5e-5  # as many digits as are stored
    if not side or not number.hedge:
        low, high = reach(number)
        exact = 1e-9 * abs(x)
        return low - exact <= value <= high + exact
    sides = {"more than": "above", "just over": "above", "less than": "below", "nearly": "below"}
    return sides.get(number.hedge, side) == side and abs(value - x) <= room


def reach(number: Number) -> tuple[float, float]:
    """Return between which values a number lies by its words."""
    x, half = number.value, number.half * 1.001
    size = abs(x)
    rooms = {
        "about": (max(half, about(number)), max(half, about(number))),
        "nearly": (0.05 * size, 0),
        "just over": (0, 0.05 * size),
        "more than": (0, 0.3 * size),
        "less than": (0.3 * size, 0),
    }
    below, above = rooms.get(number.hedge, (half, half))
    return x - below, x + above


def about(number: Number) -> float:
    """Return a unit of the last digit that is not 0, at most a tenth of the number."""
    digits = re.sub(r"[^\d.]", "", number.text.partition(" of ")[0])
    scale = 100 if number.unit == "%" else 1
    if "." in digits or not digits.strip("0"):
        return min(2 * number.half, 0.1 * abs(number.value))
    zeros = len(digits) - len(digits.rstrip("0"))
    return min(10.0**zeros / scale, 0.1 * abs(number.value))
