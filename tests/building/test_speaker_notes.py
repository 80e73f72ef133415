"""Beside a question and its answer the speaker reads why people choose what is wrong."""

import pytest
from book_site.slides.chapter_slides import Slide
from book_site.slides.speaker_notes import prediction_notes
from bs4 import BeautifulSoup
from docutils import nodes

CHOICES = {"choices": [["3", "Right."], ["<5", "One & two."], ["7", "All."]], "right": "3"}
NUMBER = {"number": 3, "tolerance": 1, "near": "Yes.", "less": "Too few.", "more": "Too many."}


def notes_of(kind: str, guess: dict) -> BeautifulSoup:
    return BeautifulSoup(prediction_notes(Slide(kind, nodes.title(), [], guess)), "html.parser")


@pytest.mark.parametrize("kind", ["question", "answer"])
@pytest.mark.parametrize(
    ("guess", "lines"),
    [
        (CHOICES, ["<5: One & two.", "7: All."]),
        (NUMBER, ["less: Too few.", "more: Too many."]),
    ],
)
def test_each_wrong_guess_stands_with_its_line(kind, guess, lines):
    notes = notes_of(kind, guess)
    assert [item.get_text() for item in notes.select("li")] == lines
    assert "What people get wrong" in notes.get_text()


def test_a_picture_has_none():
    assert prediction_notes(Slide("picture", nodes.title(), [])) == ""
