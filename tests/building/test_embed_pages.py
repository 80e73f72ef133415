"""Each widget of a page gets a page of its own, with its title, data, policy and a way back."""

from types import SimpleNamespace

import pytest
from book_site.pages import embed_pages
from book_site.pages.content_policy import META_TAG, policy
from bs4 import BeautifulSoup
from multihead.widgets import HeadSlices, MoneyBank, TwoHeads
from sphinx.errors import ExtensionError

PAGE = "book/03-money.html"
SLICES = HeadSlices().static_html()
DIE = (
    '<div data-mh-widget="Die"><div class="mh-widget"></div><style></style>'
    '<script type="application/json">{}</script><script>"a die";</script></div>'
)


def heading(text: str, level: int = 2) -> str:
    return f'<h{level}>{text}<a class="headerlink" href="#x" title="Link">#</a></h{level}>\n'


def chapter(*parts: str) -> str:
    head = '<head>\n<meta charset="utf-8">\n<title>Money &amp; bank — A book</title>\n</head>'
    text = "\n".join([heading("Money &amp; bank", 1), *parts])
    return f'<!doctype html>\n<html lang="en">{head}<body>{text}</body></html>'


def captioned(widget: str, caption: str) -> str:
    """A widget and its caption, as `text/figure_layout.py` and Sphinx write them."""
    return (
        f'<figure class="mh-picture mh-wide"><figcaption>\n<p class="mh-caption">{caption}</p>\n'
        '</figcaption><div class="cell docutils container">\n<div class="cell_output">\n'
        f'<div class="output text_html">{widget}</div></div>\n</div>\n</figure>'
    )


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


@pytest.fixture
def write_pages(tmp_path):
    """Write the pages that the widgets of a page get; return its HTML and theirs, by name."""

    def write(html: str, page: str = PAGE) -> tuple[str, dict[str, str]]:
        html = embed_pages.add_addresses(page, html)
        embed_pages.write_pages(SimpleNamespace(outdir=tmp_path), page, html)
        files = sorted(tmp_path.rglob("*.html"))
        return html, {p.relative_to(tmp_path).as_posix(): p.read_text("utf-8") for p in files}

    return write


def test_each_widget_has_a_page_by_the_name_that_it_has_in_the_address(write_pages):
    html, pages = write_pages(chapter(DIE, SLICES, f"<p>text</p>{DIE}"))
    assert list(pages) == [
        f"widgets/03-money/{name}.html" for name in ("Die1", "Die2", "HeadSlices1")
    ]
    addresses = [node["data-embed"] for node in soup(html).select("[data-mh-widget]")]
    assert addresses == [
        f"../widgets/03-money/{name}.html" for name in ("Die1", "HeadSlices1", "Die2")
    ]


@pytest.mark.parametrize(
    ("page", "address", "back"),
    [
        ("index.html", "widgets/index/Die1.html", "../../index.html#~Die1:"),
        ("book/b/a.html", "widgets/b/a/Die1.html", "../../../book/b/a.html#~Die1:"),
    ],
)
def test_links_lead_there_and_back_from_any_depth(write_pages, page, address, back):
    _, pages = write_pages(chapter(DIE), page)
    assert list(pages) == [address]
    assert soup(pages[address]).select_one("main > p > a")["href"] == back
    assert soup(pages[address]).html["data-content_root"] == "../" * address.count("/")


def test_it_holds_only_its_widget_whole_and_once(write_pages):
    widgets = [HeadSlices().static_html(), MoneyBank().static_html(), TwoHeads().static_html()]
    html, pages = write_pages(chapter(*(f"<p>text</p>{widget}<p>text</p>" for widget in widgets)))
    assert len(pages) == 3
    for widget, page in zip(widgets, pages.values(), strict=True):
        assert page.count(widget) == 1
        assert len(soup(page).select("[data-mh-widget], [type='application/json']")) == 2
        assert "data-embed" not in page
        assert "text" not in soup(page).main.find_all("p")[-1].get_text()
    assert html.count("data-embed") == 3


def test_it_runs_its_own_scripts_under_a_policy_and_loads_no_file_of_the_theme(write_pages):
    _, pages = write_pages(chapter(SLICES))
    (page,) = pages.values()
    assert page.count(META_TAG.format(policy(page))) == 1
    assert policy(page).count("'sha256-") == 3
    head = soup(page).head
    # A page without an origin could load none from its site, in WebKit.
    assert [link["href"] for link in head.select("link")] == ["data:,"]
    assert head.select("[src]") == []
    assert head.select_one("meta[name=robots]")["content"] == "noindex"


def test_its_title_is_the_first_sentence_of_the_caption_or_the_heading_above(write_pages):
    first = "<strong>Figure 3.2.</strong> What is <em>cut</em>, &amp; by “0.5”. Press it."
    html, pages = write_pages(
        chapter(
            DIE,
            heading('A <span class="x">second</span> "part" &lt;b&gt;'),
            "<h2>Not of the text</h2>",
            DIE,
            captioned(DIE, first),
            DIE,
            captioned(DIE, "<strong>Figure 3.10.</strong> Without an end"),
        )
    )
    titles = [node["data-title"] for node in soup(html).select("[data-mh-widget]")]
    second = 'A second "part" <b>'
    caption = "Figure 3.2. What is cut, & by “0.5”."
    short = [None, second, caption, second, "Figure 3.10. Without an end"]
    page = "Money & bank — A book"
    assert titles == [page if text is None else f"{text} — {page}" for text in short]
    assert [soup(one).title.get_text() for one in pages.values()] == titles
    assert [soup(one).h1.get_text() for one in pages.values()] == [page, *short[1:]]
    assert {soup(one).select_one("main > p > a").get_text() for one in pages.values()} == {page}


@pytest.mark.parametrize("part", ["title>", "headerlink"])
def test_a_page_whose_title_or_headings_are_not_found_is_named(part):
    with pytest.raises(ExtensionError, match=f"^{PAGE}: .*{part}"):
        embed_pages.add_addresses(PAGE, chapter(DIE).replace(part, "new"))


def test_a_second_build_changes_no_page(write_pages):
    html, pages = write_pages(chapter(DIE, SLICES))
    assert write_pages(html) == (html, pages)
    without = chapter("<p>no widget</p>")
    assert embed_pages.add_addresses(PAGE, without) == without


def test_a_page_has_the_code_of_a_kind_once_and_each_own_page_has_it(write_pages):
    parts = chapter(SLICES, DIE, "<p>text</p>", SLICES, DIE, SLICES)
    shared = embed_pages.share_code(parts)
    code = SLICES.rpartition("<script>")[2]
    assert (parts.count(code), shared.count(code), shared.count('"a die"')) == (3, 1, 1)
    assert embed_pages.share_code(shared) == shared  # a page of an earlier build comes again
    _, pages = write_pages(shared)
    assert len(pages) == 5
    for name, page in pages.items():
        assert page.count(code if "HeadSlices" in name else '"a die"') == 1
