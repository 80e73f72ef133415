"""The plain text of a page says what its page says, word for word, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from book_site.text.mathml import to_mathml
from bs4 import BeautifulSoup, SoupStrainer, Tag
from built_pages import CHAPTERS, HTML, PAGES, soup_of
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

# What no plain text can do: links and signs that lead on, controls, and the words of these.
NOT_TEXT = (
    "a.headerlink, summary, template, input, [aria-hidden=true], [role=status], "
    ".mh-vote, .mh-path, .mh-term-popover, .mh-claim > a"
)
APART = (
    "p, li, td, th, caption, h1, h2, h3, h4, h5, h6, dt, dd, pre, div, br, legend, button, "
    "blockquote, section, aside, figure"
)
# What a page draws or runs, and the colours of code: not parsed, which takes half as long.
DRAWN = re.compile(r"(<svg[^>]*>).*?(</svg>)|<(script|style).*?</\3>", re.DOTALL)
COLOURED = re.compile(r'<span class="[a-z]+\d?">([^<]*)</span>')
NUMBERED = re.compile(r"(.*?)(?:\\tag\{(\d+)\})?\s*", re.DOTALL)
CANONICAL = re.compile(r'<link rel="canonical" href="([^"]*)"')
WITH_TEXT = [page for page in PAGES if (HTML / page).with_suffix(".md").exists()]


def said(form: Tag) -> str:
    """Say what a reader hears of each choice of a prediction, or of each number."""
    field = form.find("input")
    if field is None:
        lines = [
            f"{b.get_text()}{' (right)' * b.has_attr('data-right')}: {b['data-line']}"
            for b in form.find_all("button")
        ]
    else:
        number, tolerance, *lines = (
            field[f"data-{name}"] for name in ("number", "tolerance", "near", "less", "more")
        )
        begins = f"{number} ± {tolerance} (right)", "less", "more"
        lines = [f"{begin}: {line}" for begin, line in zip(begins, lines, strict=True)]
    return " ".join([form.legend.get_text(), *lines])


def article_of(page: str) -> Tag:
    """Return what a page says, in the order in which it can be read out."""
    html = COLOURED.sub(r"\1", DRAWN.sub(r"\1\2", (HTML / page).read_text("utf-8")))
    article = BeautifulSoup(html, "html.parser", parse_only=SoupStrainer("article")).article
    for form in article.select("form.mh-guess"):
        form.replace_with(f" {said(form)} ")
    for picture in article.select(".mh-figure[role=img], .mh-figure > [role=img]"):
        picture.replace_with(f" Picture: {picture['aria-label']} ")
    for number in article.select(".eqno"):
        number.parent.append(number.extract())
    for definition in reversed(article.select("p > .mh-definition")):
        definition.parent.insert_after(definition.extract(), " ")
        definition.insert_before(" ")
    for element in article.select(NOT_TEXT):
        element.decompose()
    return article


def rendered(markdown: str) -> BeautifulSoup:
    """Render Markdown as any reader of it would, with its formulas as the site writes them."""

    def formula(tex: str, options: dict) -> str:
        tex, number = NUMBERED.fullmatch(tex).groups()
        mathml = to_mathml(tex, block=options["display_mode"])
        return f"{mathml} ({number})" if number else mathml

    reader = MarkdownIt("commonmark").enable("table")
    html = reader.use(dollarmath_plugin, renderer=formula).render(markdown)
    return BeautifulSoup(html, "html.parser")


def words(element: Tag) -> list[str]:
    for block in element.select(APART):
        block.insert_before(" ")
        block.insert_after(" ")
    return element.get_text().split()


def codes(element: Tag) -> list[str]:
    return [code.get_text().rstrip() for code in element.select("pre")]


def address_of(page: str) -> str:
    """Return the whole address of a page if the site knows its own, or else the page's name."""
    canonical = CANONICAL.search((HTML / page).read_text("utf-8"))
    return canonical[1] if canonical else Path(page).name


def links(article: Tag, address: str) -> Iterator[str]:
    """Give where links lead, but for those that a page puts on terms by itself."""
    for link in article.select("a:not(.mh-term)"):
        href = link["href"]
        if "://" in address:
            yield urljoin(address, href)
        else:
            yield address + href if href[0] in "#?" else href


@pytest.mark.parametrize("page", WITH_TEXT)
def test_a_plain_text_is_its_page(page):
    article = article_of(page)
    text = rendered((HTML / page).with_suffix(".md").read_text("utf-8"))
    assert codes(text) == codes(article)
    address = address_of(page)
    assert [a["href"] for a in text.select("a")] == [address, *links(article, address)]
    assert words(text) == words(article)


@pytest.mark.parametrize("page", WITH_TEXT)
def test_a_page_leads_to_its_plain_text(page):
    html, name = (HTML / page).read_text("utf-8"), Path(page).with_suffix(".md").name
    assert f'type="text/markdown" title="Plain text" href="{name}">' in html
    (item,) = re.findall(rf'<a href="{name}"[^>]*dropdown-item.*?</a>', html, re.DOTALL)
    assert "Plain text (.md)" in item


def test_exercises_whose_solutions_may_be_closed_have_no_plain_text():
    assert not list(HTML.glob("book/exercises/*.md"))


def test_the_list_has_every_plain_text_and_says_of_each_chapter_what_the_home_page_says():
    text = (HTML / "llms.txt").read_text("utf-8")
    assert re.match(r"# Many Heads.*\n\n> .+\n\n[^#]+\n\n## Part I: One head\n\n- \[01 ", text)
    home = address_of("index.html").removesuffix("index.html")
    entries = dict(re.findall(rf"^- \[.+?\]\({home}(.+?)\): (.+)$", text, re.MULTILINE))
    assert len(entries) == text.count("\n- ")
    texts = {str(Path(page).with_suffix(".md")) for page in WITH_TEXT}
    assert {address for address in entries if address.endswith(".md")} == texts
    assert len(texts) == len(CHAPTERS) + 7
    assert all((HTML / address).is_file() for address in entries)
    for row in soup_of(HTML / "index.html").select("dl.myst dt"):
        page, finding = row.a["href"], row.find_next("dd").get_text()
        said_of_it = rendered(entries[str(Path(page).with_suffix(".md"))])
        assert words(said_of_it) == finding.split()
