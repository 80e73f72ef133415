"""The list of decks has each chapter that has slides, with their number."""

from book_site.slides.deck_list import count_slides

TAGGED = {"tags": ["slide"]}


def test_a_prediction_counts_twice_and_the_title_once():
    plain, slide, prediction = {}, TAGGED, TAGGED | {"predict": {}}
    assert count_slides([{"metadata": plain}]) == 0
    assert count_slides([{"metadata": data} for data in (plain, slide, prediction)]) == 4
