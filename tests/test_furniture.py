"""What a page has besides its text: icon, title, description, card, time; home and missing page."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urljoin, urlsplit

import page_head
import pytest
import reading_time
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document
from PIL import Image
from test_site import OLD_HOME, PAGES, soup_of

CHAPTERS = [page for page in PAGES if re.match(r"book/\d\d-", page)]


@pytest.fixture(scope="module")
def heads(site):
    return {page: soup_of(site / page).head for page in PAGES}


def one(head, selector: str) -> str:
    (tag,) = head.select(selector)
    return tag["content"]


# ---- The head of a page ------------------------------------------------------------------------


def test_every_page_has_the_icons_and_says_its_language_and_colors(site, heads):
    for page, head in heads.items():
        icons = [site / page / ".." / link["href"] for link in head.select("[rel$=icon]")]
        found = [icon.resolve().relative_to(site).as_posix() for icon in icons]
        assert found == ["_static/icon.png", "_static/icon.svg", "_static/touch.png"], page
        assert all(icon.resolve().is_file() for icon in icons)
        assert head.parent["lang"] == "en"
        assert len(head.select('meta[name="theme-color"][media]')) == 2
        assert one(head, 'meta[name="color-scheme"]') == "light dark"


def test_pictures_of_the_site_have_their_sizes_and_are_light(site):
    sizes = {"card": (1200, 630), "touch": (180, 180), "icon": (32, 32)}
    for name, size in sizes.items():
        path = site / "_static" / f"{name}.png"
        assert Image.open(path).size == size
        assert path.stat().st_size < 60 * 1024
    assert "prefers-color-scheme: dark" in (site / "_static" / "icon.svg").read_text()


def test_no_two_pages_have_the_same_title_and_each_names_the_book_once(heads):
    titles = {page: head.title.get_text() for page, head in heads.items()}
    assert len(set(titles.values())) == len(titles)
    assert {page: t for page, t in titles.items() if t.count("Many Heads") != 1} == {}
    assert titles["index.html"] == "Many Heads: a course on multi-head attention"


def test_a_page_has_one_first_heading(heads):
    assert {p for p, head in heads.items() if len(head.parent.select("h1")) != 1} == set()


def test_every_page_has_a_description_of_its_own(heads):
    texts = {page: one(head, 'meta[name="description"]') for page, head in heads.items()}
    assert len(set(texts.values())) == len(texts)
    for page, text in texts.items():
        assert 50 <= len(text) <= 160, page
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
    found = page_head.first_sentences(paragraphs(*texts))
    assert found == description
    assert len(found) <= page_head.LONGEST


def test_every_page_of_the_book_has_a_card(heads):
    for page, head in heads.items():
        if head.select('meta[name="robots"]'):
            assert head.select('meta[property^="og:"]') == [], page
            continue
        card = {tag["property"]: tag["content"] for tag in head.select('meta[property^="og:"]')}
        assert card["og:title"] == head.title.get_text().removesuffix(" — Many Heads"), page
        assert card["og:description"] == one(head, 'meta[name="description"]')
        assert card["og:type"] == ("website" if page == "index.html" else "article")
        assert card["og:image"].endswith("_static/card.png")
        assert len(card["og:image:alt"].split()) >= 5
        assert one(head, 'meta[name="twitter:card"]') == "summary_large_image"


# ---- The home page -----------------------------------------------------------------------------


def test_all_links_to_the_home_page_lead_to_one_address(site, heads):
    for page in heads:
        links = [link["href"] for link in soup_of(site / page).select("a[href]")]
        assert "index.html" in {urljoin(page, link) for link in links}, page
        assert not [link for link in links if link.endswith("intro.html")], page


def test_the_old_address_of_the_home_page_leads_there_with_what_was_set(browser, site):
    page = browser.new_page()
    page.goto(f"{(site / OLD_HOME).as_uri()}#TwoHeads.step=7", wait_until="commit")
    page.wait_for_url(f"{(site / 'index.html').as_uri()}#TwoHeads.step=7")
    page.close()


# ---- The missing page --------------------------------------------------------------------------


class Pages(SimpleHTTPRequestHandler):
    """Serve the site below its own path, and the missing page for all else, as GitHub does."""

    def __init__(self, *args, site: Path, root: str, **options):
        self.site, self.root = site, root
        super().__init__(*args, directory=site, **options)

    def do_GET(self):
        path = urlsplit(self.path).path
        file = self.site / path.removeprefix(self.root)
        if path.startswith(self.root) and file.is_file():
            self.path = "/" + path.removeprefix(self.root)
            return super().do_GET()
        body = (self.site / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server(site):
    """The site as it is published, and the path below which it is."""
    root = soup_of(site / "404.html").base["href"]
    handler = partial(Pages, site=site, root=root)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}{root}"
        served.shutdown()


@pytest.mark.parametrize("missing", ["missing", "book/a/b/missing.html"])
def test_the_missing_page_works_at_any_depth(browser, server, missing):
    page = browser.new_page()
    failed = []
    page.on("response", lambda r: failed.append(r.url) if r.status != 200 else None)
    assert page.goto(server + missing).status == 404
    assert failed == [server + missing]
    links = page.locator("main a[href]").evaluate_all("all => all.map((a) => a.href)")
    assert {server + name for name in ("index.html", "book/questions.html")} <= set(links)
    assert len(set(links)) > len(CHAPTERS)
    assert [link for link in links if page.request.get(link).status != 200] == []
    page.get_by_role("searchbox").fill("sqrt")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url(f"{server}search.html?q=sqrt")
    page.close()


# ---- Reading time ------------------------------------------------------------------------------


def test_every_chapter_says_once_at_its_top_how_long_it_takes(site):
    for page in CHAPTERS:
        text = soup_of(site / page).select_one("article").get_text(" ", strip=True)
        times = re.findall(
            r"Time: about (\d+) minutes to read, less than .{1,10}minutes? to run", text
        )
        assert len(times) == 1, page
        assert text.index("Time:") < 1000, page


def test_no_page_writes_a_chapters_time_by_hand():
    sources = [*ROOT.glob("book/*.md"), *ROOT.glob("book/*.ipynb"), ROOT / "README.md"]
    assert {
        s.name for s in sources if re.search(r"minutes? to read|\*Time", s.read_text())
    } == set()


def cell(lines: int, *classes: str) -> nodes.container:
    source = nodes.container("", nodes.literal_block(text="\n".join("x" * lines)))
    source["classes"].append("cell_input")
    made = nodes.container("", source)
    made["classes"] += ["cell", *classes]
    return made


def test_the_time_to_read_counts_words_code_pictures_and_equations():
    page = nodes.section("", nodes.paragraph("", "word " * 2000))  # 10 minutes
    assert reading_time.to_read(page) == 10
    page += [cell(75), cell(500, "tag_hide-input")]  # 5 and 0 minutes
    assert reading_time.to_read(page) == 15
    page += [nodes.math_block("x", "x") for _ in range(20)]  # 5 minutes
    assert reading_time.to_read(page) == 20
    caption = nodes.paragraph("", "", nodes.strong("", "Figure 1.1."), nodes.Text(" It shows."))
    page += [caption.deepcopy() for _ in range(10)]  # 5 minutes
    assert reading_time.to_read(page) == 25


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(3, "less than a minute"), (60, "less than a minute"), (61, "less than 2 minutes")],
)
def test_the_time_to_run_is_rounded_up(seconds, said):
    assert reading_time.to_run(seconds) == said
