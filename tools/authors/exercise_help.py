"""What helps after a wrong answer: for each mistake the section that explains it, and two hints."""

import re
from collections.abc import Iterator

from jinja2 import TemplateError
from multihead.exercises import folders as exercises
from multihead.exercises.book_sections import labelled

from exercises import source as exercise_source
from exercises.source import EXPLAINED, HINTS, Source

MOST_WORDS = 45  # in a hint
TELLING = 12  # characters; a shorter piece of a solution gives nothing away
PIECES = re.compile(r"(?<=[.;:?!]) +|\n")  # lines of code, parts of sentences
BEFORE_A_VALUE = re.compile(r"^(return|[\w, ]+ [-+*/|&]?=) ")


def check(source: Source) -> None:
    """Refuse an exercise of the book that leaves somebody alone with a wrong answer.

    Raises
    ------
    ValueError
        If a mistake has no section, or one that the book does not have, or a hint is missing or
        tells too much; the message names the exercise and the mistake or the hint.
    """
    faults = list(_faults(source))
    if faults:
        raise ValueError("\n".join(f"{source.folder / 'exercise.md'}: {f}" for f in faults))


def _faults(source: Source) -> Iterator[str]:
    if source.fields["kind"] == "experiment":
        for field in (EXPLAINED, HINTS):
            if field in source.fields:
                yield f"{field} is for answers that `check` can judge; remove it"
        return
    mistakes = exercises.read(source.folder).wrong
    yield from _faults_of_sections(source, list(mistakes))
    if HINTS not in source.fields:
        yield f"{HINTS} is missing; write two hints"
    for number, hint in enumerate(source.fields.get(HINTS, []), 1):
        for fault in _faults_of_hint(source, hint, list(mistakes)):
            yield f"hint {number} {fault}"


def _faults_of_sections(source: Source, mistakes: list[str]) -> Iterator[str]:
    explained = source.fields.get(EXPLAINED, {})
    for mistake in mistakes:
        if mistake not in explained:
            yield f"no section explains {mistake!r}; name one under {EXPLAINED}"
    for mistake, label in explained.items():
        if mistake not in mistakes:
            yield f"{mistake!r} is no mistake of wrong.py; write its name as there"
        if label not in labelled():
            yield f"{mistake!r} leads to {label!r}, but no section of the book has this label"
        elif _is_chapter(page := labelled()[label].page) and page > source.fields["chapter"]:
            yield f"{mistake!r} leads to {label!r} in a later chapter; name an earlier one"


def _is_chapter(page: str) -> bool:
    return page[0].isdigit()  # a side road has no number, and is open to all


def _faults_of_hint(source: Source, hint: str, mistakes: list[str]) -> Iterator[str]:
    if len(hint.split()) > MOST_WORDS:
        yield f"has {len(hint.split())} words; write {MOST_WORDS} or fewer"
    for words in filter(lambda words: words in hint, [*_solution(source), *mistakes]):
        yield f"says {words!r}, which is for the reader to find"
    try:
        exercise_source.fill(source, hint)
    except TemplateError as error:
        yield f"cannot be filled in: {error}"
    if re.search(r"\{\{ *answer", hint):
        yield "shows the answer; leave it to the solution"


def _solution(source: Source) -> list[str]:
    """List the lines and the sentences of a solution that its task and stub do not show."""
    pieces = (BEFORE_A_VALUE.sub("", piece.strip()) for piece in PIECES.split(source.solution))
    return [p for p in pieces if len(p) > TELLING and p not in source.task + source.stub]
