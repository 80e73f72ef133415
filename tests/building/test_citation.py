"""How the book says that it is cited; CITATION.cff alone knows the version."""

import datetime
from types import SimpleNamespace

from book_site.pages import citation
from conftest import ROOT

ABOUT = {
    "authors": [{"name": "Ada"}, {"name": "Grace"}],
    "date-released": datetime.date(2026, 5, 4),
    "title": "Many Heads",
    "version": "1.2.0",
}


def test_the_words_and_bibtex_name_all_authors_the_year_and_the_version():
    words, bibtex = citation.how_to_cite(ABOUT, None).split("\n\n")
    assert words == "Ada and Grace (2026). *Many Heads*. Version 1.2.0."
    assert "author  = {{Ada and Grace}},\n  year    = {2026},\n  version = {1.2.0},\n}" in bibtex


def test_the_address_stands_in_both_where_it_is_known():
    words, bibtex = citation.how_to_cite(ABOUT, "https://x.edu/c/").split("\n\n")
    assert words.endswith("Version 1.2.0. <https://x.edu/c/>")
    assert "  url     = {https://x.edu/c/},\n" in bibtex


def test_the_book_has_the_version_of_its_citation_and_keeps_other_words(monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://x.edu/c")
    config = SimpleNamespace(myst_substitutions={"other": "kept"})
    citation.configure(SimpleNamespace(srcdir=ROOT), config)
    assert config.version == config.release == citation.read_citation(ROOT)["version"]
    assert config.myst_substitutions["other"] == "kept"
    assert "<https://x.edu/c/>" in config.myst_substitutions["how_to_cite"]
