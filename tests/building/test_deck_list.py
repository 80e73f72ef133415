"""The list of decks has each chapter that has slides, with their number."""

from book_site.slides.deck_list import count_slides

TAGGED = {"tags": ["slide"]}


def cell(metadata: dict, source: str = "Words.", kind: str = "markdown") -> dict:
    return {"cell_type": kind, "metadata": metadata, "source": [source]}


def test_a_prediction_counts_twice_and_the_title_once():
    plain, slide, prediction = {}, TAGGED, TAGGED | {"predict": {}}
    assert count_slides([cell(plain)]) == 0
    assert count_slides([cell(data) for data in (plain, slide, prediction)]) == 4


def test_a_cell_counts_once_in_each_section_that_it_has_a_part_in():
    assert count_slides([cell(TAGGED, "(place)=\n## One\n\nWords.")]) == 2
    assert count_slides([cell(TAGGED, "Words.\n\n(place)=\n## One\n\nWords.\n\n### Two")]) == 4
    assert count_slides([cell(TAGGED, "x = 1\n## a comment", "code")]) == 2
