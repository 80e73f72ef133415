"""What a page has besides its text: icon, title, description, card; the home page."""

import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urljoin

import pytest
from advice import advise
from book_site.pages import cards, page_head
from built_pages import CHAPTERS, PAGES, soup_of
from docutils import nodes
from docutils.utils import new_document
from matplotlib.text import Text
from notebooks import NOTEBOOKS
from PIL import Image

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def heads(site):
    return {page: soup_of(site / page).head for page in PAGES}


def content_of(head, selector: str) -> str:
    (tag,) = head.select(selector)
    return tag["content"]


# ---- The head of a page ------------------------------------------------------------------------


def test_every_page_has_the_icons_and_says_its_language_and_colours(site, heads):
    for page, head in heads.items():
        icons = [site / page / ".." / link["href"] for link in head.select("[rel$=icon]")]
        files = [icon.resolve().relative_to(site).as_posix() for icon in icons]
        assert files == ["_static/icon.png", "_static/icon.svg", "_static/touch.png"], page
        assert all(icon.resolve().is_file() for icon in icons)
        assert head.parent["lang"] == "en"
        assert len(head.select('meta[name="theme-color"][media]')) == 2
        assert content_of(head, 'meta[name="color-scheme"]') == "light dark"


def test_pictures_of_the_site_have_their_sizes_and_are_light(site):
    sizes = {"card": (1200, 630), "touch": (180, 180), "icon": (32, 32)}
    for name, size in sizes.items():
        path = site / "_static" / f"{name}.png"
        assert Image.open(path).size == size
        assert path.stat().st_size < 60 * 1024
    assert "prefers-color-scheme: dark" in (site / "_static" / "icon.svg").read_text()


def test_every_chapter_has_a_card_of_its_own(site, heads):
    alts = set()
    for page in CHAPTERS:
        head = heads[page]
        name = f"_static/cards/{Path(page).stem}.png"
        assert content_of(head, 'meta[property="og:image"]').endswith(f"/{name}")
        path = site / name
        assert Image.open(path).size == (1200, 630)
        assert content_of(head, 'meta[property="og:image:width"]') == "1200"
        assert content_of(head, 'meta[property="og:image:height"]') == "630"
        assert path.stat().st_size < 60 * 1024
        alts.add(content_of(head, 'meta[property="og:image:alt"]'))
    assert len(alts) == len(CHAPTERS)


def card_with(site, number: str) -> cards.Card:
    """Make the card with a figure from the source of its chapter and the drawings of its page."""
    bold = re.compile(rf"\*\*Figure {re.escape(number)}\. (.+?)\*\*", re.DOTALL)
    for path in NOTEBOOKS:
        title, *sources = ("".join(cell["source"]) for cell in read_cells(path))
        if finding := bold.search("\n\n".join(sources)):
            break
    page = (site / "book" / f"{path.stem}.html").read_text("utf-8")
    figure = page[page.index(f'id="fig-{number.lower().replace(".", "-")}"') :]
    drawings = re.findall("<svg.*?</svg>", figure[: figure.index("</figure>")], re.DOTALL)
    name = title.partition("\n")[0].removeprefix("# ")
    return cards.Card("Many Heads", name, finding[1].replace("`", ""), tuple(drawings))


def read_cells(path: Path) -> list[dict]:
    return json.loads(path.read_text("utf-8"))["cells"]


@pytest.mark.parametrize("number", tomllib.loads((ROOT / cards.FILE).read_text("utf-8"))["figures"])
def test_no_words_of_a_card_are_cut_or_meet_others(site, number):
    card = cards.draw(card_with(site, number))
    texts = [text for text in card.findobj(Text) if text.get_text()]
    boxes = [text.get_window_extent() for text in texts]
    assert min(min(box.x0, box.y0, 1200 - box.x1, 630 - box.y1) for box in boxes) >= 0
    # A box has room above and below its letters.
    words = [box.shrunk(1, 0.9) for box, text in zip(boxes, texts, strict=True) if not text.axes]
    drawings = [axes.get_window_extent() for axes in card.axes]
    assert len(words) >= 3
    for i, line in enumerate(words):
        assert not any(line.overlaps(other) for other in (*words[:i], *drawings))


def test_no_two_pages_have_the_same_title_and_each_names_the_book_once(heads):
    titles = {page: head.title.get_text() for page, head in heads.items()}
    assert len(set(titles.values())) == len(titles)
    assert {page: t for page, t in titles.items() if t.count("Many Heads") != 1} == {}
    assert titles["index.html"] == "Many Heads: a course on multi-head attention"


def test_a_page_has_one_first_heading(heads):
    assert {p for p, head in heads.items() if len(head.parent.select("h1")) != 1} == set()


def test_every_page_has_a_description_of_its_own(heads):
    texts = {page: content_of(head, 'meta[name="description"]') for page, head in heads.items()}
    assert len(set(texts.values())) == len(texts)
    for page, text in texts.items():
        if not page_head.SHORTEST <= len(text) <= page_head.LONGEST:
            advise(
                f"{page}: its description has {len(text)} letters; write one of "
                f"{page_head.SHORTEST} to {page_head.LONGEST}, since search engines cut longer ones"
            )
        assert not re.search(r"[\\$`<>{}]|\bimport |  ", text), page
        assert text[0].isupper() or text[0].isdigit(), page


def paragraphs(*texts: str) -> nodes.document:
    document = new_document("page")
    section = nodes.section("", nodes.title("", "A title"))
    section += nodes.admonition("", nodes.paragraph("", "A note."))
    for text in texts:
        before, formula, after = [*text.split("$"), "", ""][:3]
        section += nodes.paragraph("", "", nodes.Text(before))
        if formula:
            section[-1] += [nodes.math(formula, formula), nodes.Text(after)]
    document += section
    return document


@pytest.mark.parametrize(
    ("texts", "description"),
    [
        (["One.  Two?", "Three."], "One. Two? Three."),
        (["Take $x^2$ here. And then?"], "And then?"),
        (["word " * 20 + "end.", "more " * 20 + "end."], "word " * 20 + "end."),
        (["word " * 40], "word " * 31 + "word…"),
        (["Short.", "word " * 40], "Short. " + "word " * 29 + "word…"),
    ],
)
def test_a_description_is_made_of_whole_sentences_without_formulas(texts, description):
    text = page_head.first_sentences(paragraphs(*texts))
    assert text == description
    assert len(text) <= page_head.LONGEST


# ---- The home page -----------------------------------------------------------------------------


def test_all_links_to_the_home_page_lead_to_one_address(site, heads):
    for page in heads:
        links = [link["href"] for link in soup_of(site / page).select("a[href]")]
        assert "index.html" in {urljoin(page, link) for link in links}, page
        assert not [link for link in links if link.endswith("intro.html")], page


def test_the_old_address_of_the_home_page_leads_there_with_what_was_set(browser, site):
    page = browser.new_page()
    old = site / "book/intro.html"
    page.goto(f"{old.as_uri()}#TwoHeads.step=7", wait_until="commit")
    page.wait_for_url(f"{(site / 'index.html').as_uri()}#TwoHeads.step=7")
    page.close()
