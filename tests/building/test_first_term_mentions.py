"""The first mention of a term in a section leads to the glossary, and so does its symbol."""

import re

from book_site.text import first_term_mentions
from docutils import nodes


def test_terms_are_linked_but_words_of_plain_english_are_not():
    entries = dict.fromkeys(["gate", "two look-ups", "share", "R²", "own part"], ("", ""))
    terms = first_term_mentions.linkable_terms(entries)
    term_pattern = re.compile(rf"\b({'|'.join(terms)})s?\b", re.I)
    text = nodes.Text("Gates share two look-ups; r² and the gated, each its own part.")
    parts = list(first_term_mentions.split_at_terms(text, term_pattern, {}))
    assert "".join(str(words) for words, _ in parts) == text
    assert [name for _, name in parts if name] == ["gate", "two look-ups", "r²"]


def test_a_symbol_is_that_of_the_entry_that_says_how_it_is_written():
    meaning = nodes.paragraph("", "", nodes.Text("A factor, written "), nodes.math("", "g_i"))
    meaning += [nodes.Text(" for head "), nodes.math("", "i")]
    entry = nodes.definition_list_item("", nodes.term("", "Gate"), nodes.definition("", meaning))
    assert first_term_mentions.terms_by_symbol(nodes.definition_list("", entry)) == {"g_i": "gate"}


def test_prose_is_what_a_section_says_itself():
    inside = nodes.section("", nodes.title("", "Two"), nodes.paragraph("", "below"))
    cell = nodes.container("", nodes.paragraph("", "a cell"), classes=["cell"])
    paragraph = nodes.paragraph("", "", nodes.Text("said "), nodes.literal("", "code"))
    section = nodes.section("", nodes.title("", "One"), paragraph, cell, inside)
    assert [str(words) for words in first_term_mentions.prose_nodes(section)] == ["said "]
