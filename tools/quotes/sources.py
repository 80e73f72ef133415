"""What a number quotes, as an expression: a source, or arithmetic on sources and numbers.

| expression | its value |
| --- | --- |
| ``claim("two-heads-r2")`` | what a claim found, the median of all its runs |
| ``low(ID)``, ``high(ID)`` | the smallest and the largest of its runs |
| ``bound(ID, "above")`` | its bound on that side |
| ``seeds(ID)``, ``runs(ID)`` | over how many seeds it is, and how often it was run |
| ``line("R² of one head:", 2)`` | the second number of the output line that holds these words |
| ``code("SEEDS = range(64)")`` | the number in a piece of the page's code; or the one asked for |
| ``count("STEPS = (0, 10, 20)")`` | how many numbers a piece of the page's code lists |
| ``lib("train/data.py", "BATCH = 32")`` | the same, of a file of the library |
| ``stored("sweeps.json", "base", "of")`` | what stands at a place of a stored result |
| ``middle()`` | the part of the seeds that bands and bars of figures hold |
| ``cite("vaswani2017")``, ``bench("grading.py")`` | of a paper, of a bench: said, not compared |
| ``none("a day has 24 hours")`` | nothing that is measured, for a reason |

``line`` and ``code`` take ``page="07-train-two-heads"`` for another page. ``line(...) -> 0.575``
keeps what the output was when the line was written, so that the check needs no built book.
"""

import ast
import json
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from multihead.claims import Claim, replications
from multihead.show import SPREAD
from pybtex.database import parse_file

from tools.quotes.pages import BOOK, ROOT

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
FUNCTIONS = {
    "median": np.median,
    "mean": np.mean,
    "min": min,
    "max": max,
    "len": len,
    "round": round,
}


@dataclass(frozen=True)
class Source:
    """What an expression says.

    Attributes
    ----------
    value
        Its number; None where nothing can be compared.
    side
        ``"above"`` or ``"below"`` if it is a bound.
    kind
        ``"median"``, ``"mean"`` or ``"share"`` if it is a claim.
    seeds
        Over how many seeds the claim is, or 0.
    """

    value: float | None
    side: str = ""
    kind: str = ""
    seeds: int = 0


class SourceError(ValueError):
    """An expression that leads nowhere; says why, and what to write."""


class Sources:
    """Evaluate the expressions of a page.

    Parameters
    ----------
    page
        The page, whose own outputs and code count.
    outputs
        Gives the output lines of a page by its name; without it ``line`` has no value of its own.
    """

    def __init__(self, page: Path, outputs: Callable[[str], list[str]] | None = None):
        self.page, self.outputs = page.stem, outputs

    def read(self, expression: str) -> Source:
        """Return what an expression says.

        Raises
        ------
        SourceError
            If it cannot be read, or names nothing that there is.
        """
        text, _, stored_value = expression.partition(" -> ")
        try:
            body = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise SourceError(f"{text!r} cannot be read: {error.msg}") from error
        if stored_value and self.outputs is None:
            return Source(float(stored_value))
        value = self.of(body)
        return value if isinstance(value, Source) else Source(float(value))

    def of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return reversed_side(self.of(part))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return OPERATORS[type(op)](number(self.of(left)), number(self.of(right)))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=words):
                arguments = [self.of(arg) for arg in args]
                options = {word.arg: self.of(word.value) for word in words}
                return self.call(name, arguments, options)
        raise SourceError(f"{ast.unparse(node)!r} is no source; tools/quotes/sources.py lists them")

    def call(self, name: str, arguments: list, options: dict) -> Any:
        if name in FUNCTIONS:
            plain = [
                argument.value if isinstance(argument, Source) else argument
                for argument in arguments
            ]
            return float(FUNCTIONS[name](*plain))
        if name not in SOURCES:
            raise SourceError(f"{name} is no source; use {', '.join(SOURCES)}")
        try:
            return SOURCES[name](self, *arguments, **options)
        except TypeError as error:
            raise SourceError(f"{name}: {error}") from error

    def claim(self, id: str) -> Source:
        stored_claim = claim_of(id)
        of_means = re.search(r"\b(?:mean|average)\b", stored_claim.what)  # their median is both
        kind = "" if of_means else stored_claim.kind
        return Source(float(np.nanmedian(stored_claim.values)), kind=kind, seeds=stored_claim.seeds)

    def low(self, id: str) -> float:
        return claim_of(id).ends[0]

    def high(self, id: str) -> float:
        return claim_of(id).ends[1]

    def bound(self, id: str, side: str) -> Source:
        value = {"above": claim_of(id).above, "below": claim_of(id).below}.get(side)
        if value is None:
            raise SourceError(
                f"the claim {id} has no bound {side!r}; it is {claim_of(id).bounds()}"
            )
        return Source(float(value), side)

    def seeds(self, id: str) -> int:
        return claim_of(id).seeds

    def runs(self, id: str) -> int:
        return len(claim_of(id).values)

    def line(self, words: str, place: int = 1, page: str = "") -> float:
        if self.outputs is None:
            raise SourceError(f"line({words!r}) keeps no value; `make quotes` writes it")
        lines = self.outputs(page or self.page)
        holding = [line for line in lines if words in line]
        if not holding:
            raise SourceError(f"no output line of {page or self.page} has the words {words!r}")
        return numbers_of(holding[0].replace(words, without_digits(words)), place)

    def code(self, piece: str, place: int = 1, page: str = "") -> Source:
        if without_space(piece) not in code_of(page or self.page):
            raise SourceError(f"no code of {page or self.page} has {piece!r}")
        return Source(numbers_of(piece, place), side_of(piece, place))

    def count(self, piece: str, page: str = "") -> int:
        """Return how many numbers a piece of code lists."""
        self.code(piece, page=page)
        return len(all_numbers(piece))

    def lib(self, file: str, piece: str, place: int = 1) -> float:
        path = ROOT / file if (ROOT / file).is_file() else BOOK / "multihead" / file
        if not path.is_file():
            raise SourceError(f"there is no file {file}")
        if without_space(piece) not in without_space(path.read_text("utf-8")):
            raise SourceError(f"{file} does not have {piece!r}")
        return numbers_of(piece, place)

    def stored(self, file: str, *place: str | int) -> Any:
        part = stored_json(file)
        for step in place:
            try:
                part = inside_result(part, step)[step]
            except (KeyError, IndexError, TypeError) as error:
                raise SourceError(f"{file} has nothing at {step!r} of {place}") from error
        return part

    def middle(self) -> float:
        low, _, high = SPREAD
        return (high - low) / 100

    def cite(self, key: str) -> Source:
        if key not in papers():
            raise SourceError(f"book/references.bib has no {key!r}; it has {', '.join(papers())}")
        return Source(None)

    def bench(self, file: str) -> Source:
        if not (ROOT / "bench" / file).is_file():
            raise SourceError(f"there is no bench/{file}")
        return Source(None)

    def none(self, reason: str) -> Source:
        if len(reason.split()) < 2:
            raise SourceError(f"none({reason!r}) needs its reason in some words")
        return Source(None)


NUMBER = re.compile(r"(?<![\w.])-?\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?(?: ?%)?")
SOURCES: dict[str, Callable] = {
    name: getattr(Sources, name)
    for name in (
        *("claim", "low", "high", "bound", "seeds", "runs"),
        *("line", "code", "lib", "count", "stored", "middle", "cite", "bench", "none"),
    )
}


def reversed_side(operand: Any) -> Source:
    """Turn the sign of a value; what was above is below."""
    side = operand.side if isinstance(operand, Source) else ""
    return Source(-number(operand), {"above": "below", "below": "above"}.get(side, ""))


def number(operand: Any) -> float:
    value = operand.value if isinstance(operand, Source) else operand
    if not isinstance(value, int | float):
        raise SourceError(f"{operand!r} is no number to reckon with")
    return value


def numbers_of(text: str, place: int) -> float:
    """Return the n-th number of a piece of code, or of an output line."""
    values = all_numbers(text)
    if not 1 <= place <= len(values):
        raise SourceError(f"{text!r} has {len(values)} numbers, not {place}")
    return values[place - 1]


def all_numbers(text: str) -> list[float]:
    return [read_number(numeral) for numeral in NUMBER.findall(text.replace("−", "-"))]


def side_of(piece: str, place: int) -> str:
    """Return on which side of a number the code wants a value: "above" for ``> 0.9``."""
    sign = re.search(r"([<>])=?\s*$", piece[: [*NUMBER.finditer(piece)][place - 1].start()])
    return {"<": "below", ">": "above"}[sign[1]] if sign else ""


def read_number(text: str) -> float:
    digits = text.rstrip(" %").replace(",", "").replace("_", "")
    return float(digits) / (100 if text.endswith("%") else 1)


def without_digits(words: str) -> str:
    return re.sub(r"\d", "#", words)


def without_space(text: str) -> str:
    return re.sub(r"\s+", "", text)


@cache
def claims() -> dict[str, Claim]:
    return {
        claim.id: claim for chapter in replications.load().values() for claim in chapter["claims"]
    }


def claim_of(id: str) -> Claim:
    if id not in claims():
        raise SourceError(f"there is no claim {id!r}")
    return claims()[id]


@cache
def stored_json(file: str) -> Any:
    path = BOOK / file
    if not path.is_file():
        raise SourceError(f"there is no book/{file}")
    return json.loads(path.read_text("utf-8"))


def inside_result(part: Any, step: str | int) -> Any:
    """Return what a sealed result found, unless what is asked for stands beside that."""
    sealed = isinstance(part, dict) and "content" in part and step not in part
    return part["found"] if sealed else part


@cache
def papers() -> set[str]:
    return {*parse_file(BOOK / "references.bib").entries}


@cache
def code_of(page: str) -> str:
    """Return all code of a page, without white space."""
    path = BOOK / f"{page}.ipynb"
    if not path.is_file():
        return without_space((BOOK / f"{page}.md").read_text("utf-8"))
    cells = nbformat.read(path, as_version=4).cells
    return without_space("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
