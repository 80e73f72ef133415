import re
from pathlib import Path

from book_site.text.chapter_numbers import short_name, side_roads

BOOK = Path(__file__).parents[2] / "book"


def test_a_chapter_has_its_number_and_a_side_road_that_of_its_figures():
    assert short_name("07-train-two-heads") == "07"
    for name in side_roads():
        text = (BOOK / f"{name}.ipynb").read_text("utf-8")
        assert set(re.findall(r"\*\*Figure (S?\d+)\.", text)) <= {short_name(name)}
    assert [*map(short_name, side_roads())] == ["S1", "S2", "S3"]
