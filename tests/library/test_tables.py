"""Tables: the text of rows, and their links."""

from bs4 import BeautifulSoup
from multihead.show import tables


def test_rows_link_and_can_be_linked_to():
    rows = [tables.Row("a < b", ("1",), link="01.html#a", id="of-a"), tables.Row("c", ("<2>",))]
    one, two = BeautifulSoup(tables.markup(("name", "found"), rows), "html.parser").select(
        "tbody tr"
    )
    assert (one["id"], one.a["href"], one.a.text) == ("of-a", "01.html#a", "a < b")
    assert (two.get("id"), two.a, two.td.text) == (None, None, "<2>")
    assert two.td["data-name"] == "found: "
