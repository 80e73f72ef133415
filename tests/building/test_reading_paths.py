"""The marked paths: their sections, the way from one to the next, and what the reader sees."""

import pickle
import re
import tomllib
from types import SimpleNamespace
from urllib.parse import urljoin

import notebooks
import pytest
from advice import advise
from book_site.building.typography import curly
from book_site.text import going_further, reading_paths
from bs4 import BeautifulSoup
from built_pages import soup_of
from conftest import ROOT
from docutils import nodes
from docutils.parsers.rst import DirectiveError
from playwright.sync_api import expect
from sphinx.errors import ExtensionError
from visits import Visit, read_to_the_end

PATHS = tomllib.loads((ROOT / reading_paths.FILE).read_text("utf-8"))
LABELS = {key: [stop["section"] for stop in path["stops"]] for key, path in PATHS.items()}


def page_of(label: str) -> str:
    return f"book/{notebooks.page_of(label)}.html"


def section(site, label: str):
    place = soup_of(site / page_of(label)).find(id=label)
    return place if place.name == "section" else place.find_parent("section")


def ids_of(part) -> set[str]:
    """The addresses of a section: its own, its labels', and those of all that stands in it."""
    return {part["id"], *(tag["id"] for tag in part.select("[id]"))}


def links_forward(links: dict[str, list[str]], order: dict[str, set[str]]) -> list[str]:
    """List the links of sections on a path that lead to a section it calls later."""
    names = [*order]
    return [
        f"{name} links to {later}"
        for i, name in enumerate(names)
        for later in names[i + 1 :]
        if order[later] & set(links[name])
    ]


@pytest.mark.parametrize("key", PATHS)
def test_a_path_goes_forward_through_the_book(key):
    pages = [page_of(label) for label in LABELS[key]]
    assert pages == sorted(pages)
    assert len(set(LABELS[key])) == len(pages)
    for i, stop in enumerate(PATHS[key]["stops"]):
        skipped = stop.get("skipped", "")
        if i and pages[i] != pages[i - 1]:
            assert skipped, f"{stop['section']} says nothing of what it skips"
        for said in filter(None, (skipped, stop.get("so_far"))):
            assert re.match(r"[A-Z].*[.?]$", said), stop["section"]


PROMISED_MINUTES = {"hour": 60}  # minutes
TIME = re.compile(r"It takes about (\d+) minutes to read\.")


@pytest.mark.parametrize("key", PATHS)
def test_the_page_says_how_long_a_path_takes(site, key):
    def read(name: str) -> nodes.document:
        return pickle.loads((site.parent / ".doctrees" / f"{name}.doctree").read_bytes())

    labels = {label: (page_of(label).removesuffix(".html"), label, "") for label in LABELS[key]}
    text = (ROOT / "book/paths.toml").read_text("utf-8")
    stops = [reading_paths.stop(labels, text, key, **fields) for fields in PATHS[key]["stops"]]
    app = SimpleNamespace(env=SimpleNamespace(get_doctree=read))
    minutes = sum(reading_paths.minutes_to_read(app, stop) for stop in stops)
    path_section = soup_of(site / "book/paths.html").find(id=f"path-{key}").find_parent("section")
    assert TIME.findall(path_section.get_text()) == [f"{minutes:.0f}"]
    if minutes > PROMISED_MINUTES[key]:
        advise(
            f"the path {key} takes {minutes:.0f} minutes, not {PROMISED_MINUTES[key]}: "
            "take a section out of paths.toml, or name it anew"
        )


@pytest.mark.parametrize("key", PATHS)
def test_no_section_of_a_path_links_to_one_that_is_read_later(site, key):
    links, order = {}, {}
    for label in LABELS[key]:
        part = section(site, label)
        order[label] = {f"{page_of(label)}#{name}" for name in ids_of(part)}
        anchors = [a["href"] for a in part.select("a[href]") if not a.find_parent(class_="mh-path")]
        links[label] = [urljoin(page_of(label), href) for href in anchors]
    assert links_forward(links, order) == []


def test_a_link_forward_on_a_path_is_found():
    order = {"a": {"one.html#a"}, "b": {"two.html#b", "two.html#label"}}
    assert links_forward({"a": ["one.html#a"], "b": ["one.html#a"]}, order) == []
    assert links_forward({"a": ["two.html#label"], "b": []}, order) == ["a links to b"]


def test_an_unknown_section_and_one_that_goes_further_stop_the_build():
    text = "[hour]\nstops = [{section = 'ch98-no'}]\n"
    with pytest.raises(ExtensionError, match=r"^book/paths\.toml:2: .*hour.*'ch98-no'"):
        reading_paths.stop({}, text, "hour", "ch98-no")
    page = nodes.document(None, None)
    page += nodes.section("", nodes.section("", ids=["side"]), ids=[going_further.ID])
    with pytest.raises(ExtensionError, match=r"^book/paths\.toml:3: side goes further"):
        reading_paths.section_of(
            page, reading_paths.Stop("a", "side", "Side", "", "book/paths.toml:3")
        )


def test_a_list_of_a_path_that_is_not_there_names_those_that_are():
    env = SimpleNamespace(config=SimpleNamespace(book_paths="[hour]\n[all]\n"))
    state = SimpleNamespace(document=SimpleNamespace(settings=SimpleNamespace(env=env)))
    with pytest.raises(DirectiveError) as error:
        reading_paths.PathList(
            "path", ["day"], {}, None, 3, 0, "", state, SimpleNamespace(reporter=None)
        ).run()
    assert re.search("'day'.*hour, all", error.value.msg)


@pytest.mark.parametrize("key", PATHS)
def test_a_path_is_listed_whole_and_each_section_leads_to_the_next(site, key):
    path_section = soup_of(site / "book/paths.html").find(id=f"path-{key}").find_parent("section")
    steps = [urljoin("book/", a["href"]) for a in path_section.select("ol a")]
    assert steps == [f"{page_of(label)}?path={key}#{label}" for label in LABELS[key]]
    for i, label in enumerate(LABELS[key]):
        (signpost,) = section(site, label).select(f".mh-path-{key}:not(.mh-skipped)")
        assert f"{PATHS[key]['name']}, {i + 1} of {len(steps)}." in signpost.get_text()
        assert PATHS[key]["stops"][i].get("so_far", "") in signpost.get_text()
        next_links = [urljoin(page_of(label), a["href"]) for a in signpost.select("a")]
        assert next_links == steps[i + 1 : i + 2]


@pytest.mark.parametrize("key", PATHS)
def test_what_is_skipped_stands_below_the_heading_that_comes_next_and_nowhere_else(site, key):
    path_section = soup_of(site / "book/paths.html").find(id=f"path-{key}").find_parent("section")
    for stop in PATHS[key]["stops"]:
        notes = section(site, stop["section"]).select(f".mh-path-{key}.mh-skipped")
        skipped = stop.get("skipped")
        assert [note.get_text().strip() for note in notes] == (
            [curly(f"{reading_paths.SKIPPED} {skipped}")] if skipped else []
        )
        for note in notes:
            assert note.find_previous_sibling() is section(site, stop["section"]).find(HEADING)
            assert skipped not in path_section.get_text()


HEADING = re.compile("^h[23]$")


def given_away(article, key: str) -> list[str]:
    """List the right answers of several words that stand in a sign above their prediction."""
    said, answers = "", []
    for part in article.select(f".mh-path-{key}, .mh-guess [data-right]"):
        words = part.get_text()
        if "data-right" not in part.attrs:
            said += words
        elif " " in words and words in said:
            answers.append(words)
    return answers


@pytest.mark.parametrize("key", PATHS)
def test_no_sign_of_a_path_gives_away_a_prediction_below_it(site, key):
    pages = set(map(page_of, LABELS[key]))
    answers = {page: given_away(soup_of(site / page), key) for page in pages}
    assert {page: words for page, words in answers.items() if words} == {}


def test_an_answer_that_stands_in_a_sign_above_is_found():
    sign = '<div class="mh-path-a">Eight cost as many as one.</div>'
    form = '<form class="mh-guess"><button>fewer</button><button data-right>as many</button></form>'
    assert given_away(BeautifulSoup(sign + form, "html.parser"), "a") == ["as many"]
    assert given_away(BeautifulSoup(form + sign, "html.parser"), "a") == []
    assert given_away(BeautifulSoup(sign + form, "html.parser"), "b") == []


SMALL = """links => links.filter((link) => {
  const { width, height } = link.getBoundingClientRect();
  return width < 44 || height < 44;
}).map((link) => link.textContent)"""


def test_a_finger_hits_every_link_of_a_path_on_a_phone(browser, site):
    with Visit(browser, site / "book/paths.html", width=360) as visit:
        listed = visit.page.locator("article ol a")
        assert listed.count() == sum(map(len, LABELS.values()))
        assert listed.evaluate_all(SMALL) == []
        listed.first.click()
        visit.page.wait_for_url(re.compile("path=hour"))
        assert visit.page.locator("article .mh-path:visible a").evaluate_all(SMALL) == []
        visit.page.locator("button.primary-toggle").click()
        inside = visit.page.locator("nav.mh-path-hour a:visible")
        inside.first.wait_for()
        assert inside.count() == len(LABELS["hour"]) + 1
        assert inside.evaluate_all(SMALL) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_who_walks_a_path_sees_its_signs_and_others_see_none(browser, site, width):
    page = site / page_of("ch01-by-hand")
    with Visit(browser, page, width=width) as visit:
        assert visit.page.locator(".mh-path:visible").count() == 0
    with Visit(browser, site / "book/paths.html", width=width) as visit:
        visit.page.locator("article ol a").first.click()
        visit.page.wait_for_url(re.compile(r"path=hour#ch01-by-hand$"))
        signs = visit.page.locator("article .mh-path:visible")
        stops = [s for s in PATHS["hour"]["stops"] if s["section"].startswith("ch01")]
        notes = [stop["skipped"] for stop in stops if "skipped" in stop]
        assert signs.count() == len(stops) + len(notes)
        signs.first.get_by_role("link").click()
        visit.page.wait_for_url(re.compile(r"path=hour#ch01-matrices$"))
        listed = visit.page.locator("nav.mh-path-hour li a")
        assert listed.count() == len(LABELS["hour"])
        assert listed.first.is_visible() == (width > 1000)  # on a phone, behind the menu


@pytest.fixture
def walk(open_served):
    return open_served(f"{page_of('ch05-answer')}?path=hour#ch05-answer")


def test_the_foot_of_a_page_leads_along_the_path(walk):
    before, after = walk.locator(".left-prev"), walk.locator(".right-next")
    expect(before.locator(".prev-next-title")).to_have_text("Is the input split among the heads?")
    assert before.get_attribute("href").endswith(
        f"{page_of('ch04-input-split')}?path=hour#ch04-input-split"
    )
    after.click()
    walk.wait_for_url(f"**/{page_of('ch06-roles')}?path=hour#ch06-roles")


def test_a_path_stays_in_the_side_bar_and_the_search_until_it_is_left(walk):
    walk.locator(".bd-links a", has_text="Bugs that train anyway").click()
    walk.wait_for_url("**/06-*.html?path=hour")
    assert walk.locator("nav.mh-path-hour li a:visible").count() == len(LABELS["hour"])
    walk.keyboard.press("Control+k")
    walk.locator("#pst-search-dialog input[name=q]").fill("softmax")
    walk.keyboard.press("Enter")
    walk.wait_for_url(re.compile(r"search\.html\?q=softmax&path=hour$"))
    walk.locator(".mh-search input[type=search]").fill("mask")
    walk.wait_for_url(re.compile(r"search\.html\?q=mask&path=hour$"))
    expect(walk.locator("[role=status]")).to_contain_text("for “mask”")
    walk.locator(".mh-search-results a").first.click()
    walk.wait_for_url(re.compile(r"book/.*\.html\?path=hour#"))
    walk.get_by_role("link", name="Leave the path").click()
    walk.wait_for_url(re.compile(r"\.html\?$"))
    assert walk.locator("a[href*='path=hour']:visible").count() == 0


def test_home_leads_back_to_the_path_also_from_a_chapter_that_was_read_to_its_end(walk):
    read_to_the_end(walk)
    expect(walk.locator(".mh-finish")).to_have_text("Mark this chapter as not finished")
    walk.locator("#ch05-starts").scroll_into_view_if_needed()
    walk.goto(walk.url.partition("/book/")[0])
    walk.locator(".mh-hero").get_by_role("link", name="Continue:").click()
    walk.wait_for_url(re.compile(r"/\d\d-.*\.html\?path=hour#[\w-]+$"))


def test_what_is_done_of_a_path_is_marked_and_one_stop_is_next(open_served):
    page = open_served("book/paths.html")
    begin = page.locator(".mh-path-list a.mh-start")
    expect(begin).to_have_text("Begin")
    begin.click()
    page.wait_for_url("**/01-self-attention.html?path=hour#ch01-by-hand")
    bar, end = page.locator("nav.mh-path-hour"), page.locator("article .mh-path-hour:visible")
    stops, is_next = bar.locator("li a"), bar.locator("[aria-current=step]")
    titles = [text.removesuffix(" → next") for text in stops.all_inner_texts()]
    minutes = [float(stop.get_attribute("data-minutes")) for stop in stops.all()]
    expect(is_next).to_have_text(f"{titles[0]} → next")
    end.first.scroll_into_view_if_needed()
    expect(is_next).to_have_text(f"{titles[1]} → next")
    expect(stops.first).to_have_text(f"{titles[0]} ✓ done")
    how_far = "{} of {} done, {:.0f} minutes left".format
    expect(bar.locator(".mh-how-far")).to_have_text(how_far(1, len(titles), sum(minutes[1:])))
    expect(page.locator(".right-next .prev-next-title")).to_have_text(titles[3])
    end.get_by_role("link").nth(1).evaluate("link => link.click()")  # its end is out of sight
    page.wait_for_url("**/01-self-attention.html?path=hour#ch01-projections")
    expect(is_next).to_have_text(f"{titles[2]} → next")

    page.goto(f"{page.url.partition('/book/')[0]}/book/paths.html")
    how_far_now = how_far(2, len(titles), sum(minutes[2:]))
    expect(begin).to_have_text(f"Continue: {titles[2]}{how_far_now}")
    listed = page.locator(".mh-path-list li a")
    marked = [text.partition(" → ")[0] for text in listed.all_inner_texts()]
    assert marked == [*(f"{title} ✓ done" for title in titles[:2]), *titles[2:]]
    expect(page.locator(".mh-path-list [aria-current=step]")).to_have_text(f"{titles[2]} → next")
    begin.click()
    page.wait_for_url("**/01-self-attention.html?path=hour#ch01-projections")


@pytest.mark.parametrize("width", [390, 1366])
def test_a_focus_in_the_bar_moves_no_page_and_home_names_the_stop_that_was_opened(walk, width):
    walk.set_viewport_size({"width": width, "height": 768})
    walk.goto(walk.url.partition("/book/")[0] + f"/{page_of('ch02-one-average')}?path=hour")
    walk.evaluate("location.hash = 'ch02-one-average'")
    place = walk.evaluate("scrollY")
    for name in (".primary-toggle", ".navbar-brand"):
        walk.locator(name).first.evaluate("node => node.focus()")
        assert walk.evaluate("scrollY") == place > 768
    if width == 390:
        walk.locator(".primary-toggle").click()
    walk.locator(".navbar-brand:visible").click()
    walk.wait_for_url("**/index.html?path=hour")
    go_on = walk.locator(".mh-hero").get_by_role(
        "link", name="Continue: 02 What one head cannot do"
    )
    expect(go_on.locator("small")).to_have_text(
        ["One row is one average", re.compile(r"^One hour: 0 of 17 done, \d+ minutes left$")]
    )
    kept = walk.evaluate("progress.read('place/what-one-head-cannot-do')")
    assert (kept["section"], kept["title"]) == ("one-row-is-one-average", "One row is one average")
    go_on.click()
    walk.wait_for_url("**/02-*.html?path=hour#ch02-one-average")


def test_a_path_that_is_unknown_stays_on_no_link(walk):
    walk.goto(walk.url.replace("path=hour", "path=no.such"))
    assert walk.locator("a[href*='no.such']").count() == 0
    assert walk.locator(".mh-path:visible").count() == 0
