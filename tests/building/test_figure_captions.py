"""Every picture of a chapter has a number, a caption and perhaps a sentence that refers to it."""

import re
from types import SimpleNamespace

import nbformat
import pytest
from advice import advise
from book_site.text import figure_captions
from built_pages import soup_of
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document
from sphinx.addnodes import pending_xref

CHAPTERS = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))
CAPTION = re.compile(r"^\*\*Figure (S?\d+)\.(\d+)\.(?:\*\*)? \S", re.M)
WITHOUT_PICTURES = {"heads-and-kernels"}  # a side road


def captions_and_prose(chapter):
    cells = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    captions = [(a, int(b)) for a, b in CAPTION.findall(prose)]
    return captions, CAPTION.sub("", prose)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_figures_count_from_one_and_each_should_be_mentioned(chapter):
    captions, prose = captions_and_prose(chapter)
    number = str(int(chapter[:2])) if chapter[0].isdigit() else captions and captions[0][0]
    assert captions == [(number, i + 1) for i in range(len(captions))]
    assert bool(captions) == (chapter not in WITHOUT_PICTURES)
    mentioned = {(a, int(b)) for a, b in re.findall(r"Figure (S?\d+)\.(\d+)", prose)}
    for number in sorted({*captions} - mentioned):
        advise(f"{chapter}: no sentence mentions Figure {number[0]}.{number[1]}; refer to it")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_picture_has_its_caption(site, chapter):
    page = soup_of(site / "book" / f"{chapter}.html")
    cells = [cell for cell in page.select("div.cell") if cell.select('[role="img"]')]
    assert bool(cells) == (chapter not in WITHOUT_PICTURES)
    for cell in cells:
        if not cell.select("[data-mh-widget]"):
            assert cell.parent.name == "figure", cell.select_one('[role="img"]')
            assert cell.parent.select_one("figcaption:first-child > .mh-caption")


def caption(text: str, after: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text(""), nodes.strong("", text), nodes.Text(after))


def read(*inside: nodes.Node):
    """Read a page of chapter 5; return its doctree and the labels that Sphinx then knows."""
    std = SimpleNamespace(anonlabels={}, labels={})
    env = SimpleNamespace(docname="book/05-a", get_domain=lambda name: std)
    doctree = new_document("page")
    doctree += list(inside)
    figure_captions.link(SimpleNamespace(env=env), doctree)
    return doctree, std


@pytest.mark.parametrize("bold", ["Figure 05.2.", "Figure 05.2. Unlike Figure 5.1, they part."])
def test_a_caption_becomes_a_target_by_its_number_and_not_a_link(bold):
    doctree, std = read(caption(bold, " Two heads."))
    (paragraph,) = doctree.findall(nodes.paragraph)
    (target,) = doctree.findall(nodes.target)
    assert target["ids"] == ["fig-5-2"]
    assert target.parent == paragraph
    assert paragraph["classes"] == ["mh-caption"]
    assert std.anonlabels == {"fig-5-2": ("book/05-a", "fig-5-2")}
    assert std.labels == {"fig-5-2": ("book/05-a", "fig-5-2", "Figure 5.2")}
    assert list(doctree.findall(pending_xref)) == []


def test_the_picture_above_is_the_target_if_a_cell_shows_one():
    code, output = (nodes.container(classes=[f"cell_{part}"]) for part in ("input", "output"))
    cell = nodes.container("", code, output, classes=["cell"])
    doctree, _ = read(cell, caption("Figure 05.2.", " Two heads."))
    (target,) = doctree.findall(nodes.target)
    assert target.parent is output


def test_every_mention_becomes_a_link_that_warns_and_its_words_stay():
    text = "See Figure 5.2 and Figure 12.1, not Figure 3."
    paragraph = nodes.paragraph("", text)
    paragraph.source, paragraph.line = "book/05-a.ipynb", 30_001
    doctree, _ = read(paragraph)
    links = list(doctree.findall(pending_xref))
    assert {(link.source, link.line) for link in links} == {("book/05-a.ipynb", 30_001)}
    assert [(link.astext(), link["reftarget"]) for link in links] == [
        ("Figure 5.2", "fig-5-2"),
        ("Figure 12.1", "fig-12-1"),
    ]
    assert all(link["refwarn"] for link in links)
    assert doctree.astext() == text


def test_code_headings_and_links_are_left_as_they_are():
    inside = [nodes.literal("", "Figure 5.2"), nodes.reference("", "Figure 5.2")]
    doctree, _ = read(nodes.paragraph("", "", *inside), nodes.title("", "Figure 5.2"))
    assert list(doctree.findall(pending_xref)) == []


def test_a_mention_leads_to_its_picture_and_the_caption_is_its_own(site):
    links = 0
    for chapter in CHAPTERS:
        for link in soup_of(site / "book" / f"{chapter}.html").select('article a[href*="#fig-"]'):
            address, name = link["href"].split("#")
            target = site / "book" / (address or f"{chapter}.html")
            figure_target = soup_of(target).find(id=name)
            output = figure_target.find_parent(class_="cell_output")
            assert output.select('[role="img"], [data-mh-widget]'), link
            own_caption = figure_target.find_parent("figure").select_one(".mh-caption").text
            assert own_caption.startswith(f"{link.text}."), link
            links += 1
    assert links >= len(CHAPTERS)
