"""The table of where sentences end: a sentence leads to its section, a row says what was found."""

from book_site.text import ends
from sphinx import addnodes

SHARE = {"said": "It holds.", "link": "ch05-roles", "setting": "rate 0.1", "what": "seeds"}
SHARE |= {"seeds": 40, "share": 0.125}
MEDIAN = SHARE | {"setting": "usual", "median": 0.491, "low": 0.4, "high": 0.55}
del MEDIAN["share"]


def test_a_row_says_setting_number_and_seeds():
    assert ends.row(SHARE) == ("rate 0.1", ("seeds", "12%", "40 seeds"))
    assert ends.row(MEDIAN)[1][1] == "median 0.491 (0.4 to 0.55)"


def test_a_sentence_stands_once_above_its_rows_and_leads_to_its_section():
    paragraph, table = ends.entry("It holds.", [SHARE, MEDIAN])
    (link,) = paragraph.findall(addnodes.pending_xref)
    assert (link["reftarget"], link.astext()) == ("ch05-roles", "It holds.")
    assert table.astext().count("<tr>") == 3
