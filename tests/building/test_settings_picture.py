"""The picture of quoted claims in other settings says in words what it shows."""

from book_site.text import settings_picture, settings_tables
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 20, (0.95,), above=0.5)


def test_the_words_count_what_was_asked_in_each_setting():
    values = {"rate × 3": 0.25, "AdamW": 0.9, "heads × 1.5 wide": "is about the width"}
    rows = [
        settings_tables.ClaimInSettings("07-c", CLAIM, values),
        settings_tables.ClaimInSettings("08-d", CLAIM, values | {"rate × 3": 0.7}),
    ]
    assert "learning rate × 3 1 of 2, AdamW 2 of 2." in settings_picture.draw(rows).markup
    assert "width" not in settings_picture.describe(rows)
