"""Every picture of a chapter has a number, a caption and a sentence that refers to it."""

import re

import nbformat
import pytest
from built_pages import soup_of
from conftest import ROOT

CHAPTERS = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))
CAPTION = re.compile(r"^\*\*Figure (\d+)\.(\d+)\.\*\* \S", re.M)


def captions_and_prose(chapter):
    cells = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    found = [(int(a), int(b)) for a, b in CAPTION.findall(prose)]
    return found, CAPTION.sub("", prose)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_figures_count_from_one_and_each_is_mentioned(chapter):
    found, prose = captions_and_prose(chapter)
    assert found == [(int(chapter[:2]), i + 1) for i in range(len(found))]
    assert found
    mentioned = {tuple(map(int, pair)) for pair in re.findall(r"Figure (\d+)\.(\d+)", prose)}
    assert set(found) <= mentioned


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_caption_follows_every_picture(site, chapter):
    page = soup_of(site / "book" / f"{chapter}.html")
    cells = [cell for cell in page.select("div.cell") if cell.select('[role="img"]')]
    assert cells
    for cell in cells:
        if not cell.select("[data-mh-widget]"):
            caption = cell.find_next_sibling()
            assert "mh-caption" in caption.get("class", []), cell.select_one('[role="img"]')


def test_a_mention_leads_to_its_caption(site):
    links = 0
    for chapter in CHAPTERS:
        for link in soup_of(site / "book" / f"{chapter}.html").select('article a[href*="#fig-"]'):
            address, name = link["href"].split("#")
            target = site / "book" / (address or f"{chapter}.html")
            there = soup_of(target).find(id=name)
            assert there.text.startswith(f"{link.text}."), link
            links += 1
    assert links >= len(CHAPTERS)
