"""The search finds people's own words, from a file and over HTTP, and can be used by all."""

import csv
import re
import shutil
import tomllib
from urllib.parse import quote

import pytest
from accessibility import RULES, violations
from built_pages import CHAPTERS, soup_of
from conftest import ROOT
from exercise_sources import BY_NAME
from page_server import serving
from playwright.sync_api import expect
from visits import Visit


def rows_of(name: str) -> list[dict[str, str]]:
    with open(ROOT / "tests/site" / name, encoding="utf-8") as table:
        return list(csv.DictReader(table))


WORDINGS = rows_of("wordings.csv")
SETS = list(dict.fromkeys(row["set"] for row in WORDINGS))
# Sixty questions from public threads, each with the places that answer it. They were collected
# before the search was tuned on the first half; the second was looked at once, afterwards.
PUBLIC = rows_of("public_questions.csv")
# Thirty further ones, tried before anything was mended for them (15 found), and twenty more, each
# ten of them tried once before the search was tuned on them (6 and 5 found). One of the fifty has
# no answer on the site. The 28 of the fourth part were tried before entries were written for them
# (5 of 30 answered), and so were those of the next three: 42 of learners (6 of 45 answered), 58
# from threads about implementations (3 of the first 45), and 45 about research (3). Parts eight and
# nine are of learners and of implementations again (7 of 32 answered in each).
ASKED_AGAIN = rows_of("asked_again.csv")
ENTRIES = tomllib.loads((ROOT / "book/wordings.toml").read_text("utf-8"))
CODE = re.compile(r"\w_\w|[a-z][A-Z]")
ASKED = "book/questions.html"
OWN_MODEL = "book/how-to.html#look-at-the-heads-of-your-own-model"
PLACES = """queries => queries.map((query) => globalThis.rank(query).slice(0, 5)
  .map(({ url }) => url.replace(/^book\\/|\\.html(?=#)/g, "")))"""
# Whether the first place, and whether any, has a word of the query among its own.
SHARED = """queries => {
  const terms = (text) => globalThis.tokenize(text).map(({ term }) => term);
  const own = new Map(globalThis.searchIndex.records.map((record) =>
    [record, [record.title, ...(record.names ?? []), record.text].flatMap(terms)]));
  const all = [...new Set([...own.values()].flat())];
  return queries.map((query) => {
    const everything = terms(query);
    const groups = everything.filter((term) => term.startsWith("="));
    const asked = groups.length > 0 ? groups : everything;
    const isIn = (words) => (term) =>
      words.some((word) => word === term || (term.length > 2 && word.startsWith(term)));
    const has = (words) => words && asked.some(isIn(words));
    return [has(own.get(globalThis.rank(query)[0])) ?? false, has(all)];
  });
}"""
BEST = "wordings => wordings.map((wording) => globalThis.rank(wording)[0]?.url)"


class Searching:
    """The search page with some words in it, and what went wrong while it answered."""

    def __init__(self, browser, address: str, words: str = "", **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.troubles = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("requestfailed", self.note_failure)
        self.page.on("dialog", lambda dialog: self.troubles.append(dialog.message))
        self.page.goto(f"{address}?q={quote(words)}" if words else address)
        self.status = self.page.get_by_role("status")
        self.found = self.page.locator(".mh-search-results li")

    def note_failure(self, request):
        if request.failure != "net::ERR_ABORTED":  # as when a reader leaves while an icon loads
            self.troubles.append(request.url)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.context.close()


@pytest.fixture(scope="module")
def address(site) -> str:
    return (site / "search.html").as_uri()


@pytest.fixture
def served(site):
    """The site's address on a server of this machine."""
    with serving(site) as address:
        yield address


# ---- What is found ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def search(browser, address):
    """The search page once it has found something."""
    with Searching(browser, address, "heads") as search:
        expect(search.found.first).to_be_visible()
        yield search


def right_places(row: dict[str, str]) -> set[str]:
    """Return the places that answer a row; one without a page is on the page of questions."""
    return {place if "#" in place else f"questions#{place}" for place in row["right"].split()}


def found_among(search, rows: list[dict[str, str]]) -> dict[str, int | list]:
    """Count the rows that find a right place among the first two and the first five places."""
    places = search.page.evaluate(PLACES, [row["wording"] for row in rows])
    found = [
        (row["wording"], right_places(row), near) for row, near in zip(rows, places, strict=True)
    ]
    return {
        "first two": sum(not right.isdisjoint(near[:2]) for _, right, near in found),
        "first five": sum(not right.isdisjoint(near) for _, right, near in found),
        "missed": [(words, near[:2]) for words, right, near in found if right.isdisjoint(near[:2])],
    }


@pytest.mark.parametrize(("half", "two", "five"), [("1", 24, 27), ("2", 27, 28)])
def test_public_questions_find_their_answer_as_often_as_measured(search, half, two, five):
    rows = [row for row in PUBLIC if row["half"] == half]
    assert len(rows) == 30
    found = found_among(search, rows)
    assert (found["first two"] >= two, found["first five"] >= five) == (True, True), found


@pytest.mark.parametrize(
    ("half", "size", "two"),
    [
        ("1", 30, 29),
        ("2", 10, 10),
        ("3", 10, 9),
        ("4", 28, 27),
        ("5", 42, 40),
        ("6", 58, 55),
        ("7", 45, 43),
        ("8", 29, 27),
        ("9", 32, 30),
        ("10", 28, 24),
        ("11", 28, 21),
        ("12", 106, 70),
        ("13", 224, 152),
    ],
)
def test_questions_asked_again_find_their_answer_as_often_as_measured(search, half, size, two):
    rows = [row for row in ASKED_AGAIN if row["half"] == half]
    assert len(rows) == size
    found = found_among(search, rows)
    assert found["first two"] >= two, found


@pytest.mark.parametrize("number", SETS)
def test_of_twenty_wordings_seventeen_find_the_right_entry_first_or_second(search, number):
    rows = [row for row in WORDINGS if row["set"] == number]
    assert len(rows) == 20
    found = found_among(search, rows)
    assert found["first two"] >= 17, found


def test_right_answers_are_places_of_the_site(search):
    urls = search.page.evaluate("searchIndex.records.map(({ url }) => url)")
    places = {re.sub(r"^book/|\.html(?=#)", "", url) for url in urls}
    for rows in (WORDINGS, PUBLIC, ASKED_AGAIN):
        assert {place for row in rows for place in right_places(row)} <= places
        assert len({row["wording"] for row in rows}) == len(rows)
    assert all(row["address"].startswith("https://") for row in (*PUBLIC, *ASKED_AGAIN))


def test_every_question_and_recipe_has_six_questions_of_other_askers(search):
    asked = search.page.evaluate(
        "searchIndex.records.filter(({ kind }) => ['question', 'guide'].includes(kind))"
        ".map(({ title, asked }) => [title, (asked ?? '').split(' / ').length])"
    )
    assert len(asked) > 200
    assert [title for title, number in asked if number != 6] == []


def test_a_synonym_leads_to_an_entry_that_says_something_about_it(search):
    """The first place has the synonym, or another name of the same thing, in its own words."""
    synonyms = [synonym for group in ENTRIES["synonyms"] for synonym in group]
    shared = search.page.evaluate(SHARED, synonyms)
    assert len(synonyms) > 100
    assert [s for s, (first, _) in zip(synonyms, shared, strict=True) if not first] == []


def test_a_further_word_leads_first_to_what_has_it_in_its_own_words(search):
    words = sorted({word for words in ENTRIES["words"].values() for word in words.split()})
    shared = search.page.evaluate(SHARED, words)
    missed = [
        word for word, (first, any_has) in zip(words, shared, strict=True) if any_has and not first
    ]
    assert missed == []


def test_a_name_from_code_is_listed_only_where_it_is_spoken_of(search):
    words = {word for words in ENTRIES["words"].values() for word in words.split()}
    names = sorted(word for word in words if CODE.search(word))
    shared = search.page.evaluate(SHARED, names)
    assert len(names) > 10
    assert [n for n, (_, any_has) in zip(names, shared, strict=True) if not any_has] == []


def names_of_places(site) -> dict[str, list[str]]:
    """Return every exercise, term and chapter by its place, with the names it goes by."""
    glossary = soup_of(site / "book" / "glossary.html").select("dt[id]")
    names = {f"book/glossary.html#{term['id']}": [term.text.rstrip("#")] for term in glossary}
    for page in CHAPTERS:
        section = soup_of(site / page).select_one("article section")
        title = section.h1.text.rstrip("#")
        names[f"{page}#{section['id']}"] = [title, title.partition(" ")[2]]
    for source in BY_NAME.values():
        place = f"book/exercises/{source.fields['chapter']}.html"
        section = soup_of(site / place).find(id=f"exercise-{source.name.replace('_', '-')}")
        assert section, source.name
        first = (section if section.name == "section" else section.parent)["id"]
        names_of_exercise = [source.fields["title"], source.name, source.name.replace("_", " ")]
        names[f"{place}#{first}"] = names_of_exercise
    return names


RANKED = """queries => queries.map((query) => {
  const name = (record) => [record.title, ...(record.names ?? [])].map(globalThis.nameOf);
  return globalThis.rank(query).slice(0, 9).map((record) => [record.url, name(record)]);
})"""


def test_whatever_has_a_name_is_found_first_by_it_and_by_what_is(search, site):
    """Before it comes only what has the very same name, as the term and the section *Pruning*."""
    wanted = names_of_places(site)
    queries = [
        (place, name, query)
        for place, names in wanted.items()
        for name in names
        for query in (name, f"what is {name}?")
    ]
    ranked = search.page.evaluate(RANKED, [query for _, _, query in queries])
    own = search.page.evaluate("all => all.map(globalThis.nameOf)", [n for _, n, _ in queries])
    missed = []
    for (place, _, query), results, name in zip(queries, ranked, own, strict=True):
        first = [url for url, names in results if name in names]
        if place not in first or [url for url, _ in results[: len(first)]] != first:
            missed.append((query, results[0][0] if results else None))
    assert missed == []
    assert len(wanted) > 140


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("what is R squared", "book/glossary.html#term-R"),
        ("what does saturation mean?", "book/glossary.html#term-saturation"),
        ("what are gates", "book/glossary.html#term-gate"),
        ("模型的Attention实现中，是不是缺少mask矩阵", "book/glossary.html#term-mask"),
        ("Money Bank", "book/03-money-bank.html#money-bank-by-hand"),
        ("Binder", "book/how-to.html#on-binder"),
        ("equivarience", "book/glossary.html#term-permutation-equivariance"),
        ("knife's edge", "book/copies-that-stay-copies.html#on-a-knife-s-edge"),
        ("nbgrader gradebook", "book/for-instructors.html"),
        ("how long does the course take?", "book/paths.html#all-of-it"),
        ("I have only one hour", "book/paths.html#one-hour"),
        ("two layers with one head each", f"{ASKED}#why-not-more-layers-instead-of-more-heads"),
        ("visualise attention heads of my own Hugging Face model", OWN_MODEL),
        ("plot attention heads huggingface", f"{ASKED}#how-do-i-get-the-attention-weights-of-each"),
        (
            "output_attentions shape",
            "book/layer-questions.html#how-do-i-get-attention-weights-with",
        ),
        ("show attention maps of GPT-2", OWN_MODEL),
        ("GPT", f"{ASKED}#how-many-attention-heads-should-i-use"),
        ("transformers", "book/layer-questions.html#what-are-attention-heads-in-a-vision"),
        ("how sure", "book/how-sure.html#how-sure-are-we"),
        ("embed widget in moodle", "book/for-instructors.html#a-picture-in-your-course-page"),
        ("does the order of the heads matter", f"{ASKED}#does-the-order-of-the-heads-matter"),
        ("why do two equal heads stay equal", f"{ASKED}#why-do-two-identical-heads-stay"),
        (
            "is there one set of Q, K, V or one per head",
            "book/layer-questions.html#does-a-multiheadattention-layer-have-q-k-and-v-matrices",
        ),
    ],
)
def test_terms_and_what_no_question_asks_are_found_too(search, words, right):
    assert search.page.evaluate(BEST, [words])[0].startswith(right)


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("How does multihead_attention works?", "what-is-multi-head-attention"),
        ("what is an attention head", "what-is-an-attention-head"),
        ("how does attention work in transformers", "how-does-self-attention-work"),
        ("self attention vs multi head attention", "what-is-the-difference-between-self-attention"),
        (
            "What do the different attention heads actually learn?",
            "what-do-different-attention-heads",
        ),
        ("what makes multi-head and self-attention different", "what-is-the-difference-between"),
        ("multi head attention implementation", "how-do-i-implement-multi-head-attention"),
    ],
)
def test_what_is_asked_most_leads_to_its_answer(search, words, right):
    [places] = search.page.evaluate(PLACES, [words])
    assert any(place.startswith(f"questions#{right}") for place in places[:2]), places


# ---- The page --------------------------------------------------------------------------------


def test_results_lead_to_their_sections_over_http(browser, served):
    with Searching(browser, f"{served}/search.html", "why divide by sqrt d_k") as search:
        first = search.found.first
        expect(first.locator(".mh-search-place")).to_have_text("Questions people ask")
        expect(first.locator("p").last).to_contain_text("keeps the scores of wide heads")
        assert "square root" in first.locator("h2 mark").all_inner_texts()
        first.get_by_role("link").click()
        expect(search.page.locator("h3:target, section:target > h3")).to_be_in_viewport()
        assert search.page.url.startswith(f"{served}/book/questions.html#why-divide")
        assert search.troubles == []


def test_a_copy_of_the_site_is_searched_from_files(browser, site, tmp_path):
    copy = tmp_path / "Ünïcode folder (1)"
    copy.mkdir()
    for part in ("search.html", "_static"):
        (copy / part).symlink_to(site / part)
    shutil.copytree(site / "book", copy / "book", ignore=lambda *_: {"multihead"})
    address = (copy / "search.html").as_uri()
    with Searching(browser, address, "why divide by sqrt d_k", offline=True) as search:
        expect(search.found.first.get_by_role("link")).to_contain_text("square root")
        search.found.first.get_by_role("link").click()
        expect(search.page).to_have_title(re.compile("^Questions people ask"))
        assert search.troubles == []


def test_the_keyboard_reaches_the_search_from_any_page_and_its_results(browser, site):
    with Searching(browser, (site / "book" / "glossary.html").as_uri(), offline=True) as search:
        search.page.wait_for_load_state("load")
        search.page.keyboard.press("Control+k")
        search.page.keyboard.type("narrow or wide")
        search.page.keyboard.press("Enter")
        expect(search.status).to_contain_text("places for “narrow or wide”")
        expect(search.page.locator(".mh-search input")).to_be_focused()
        search.page.keyboard.press("Tab")
        expect(search.found.first.get_by_role("link")).to_be_focused()


def test_the_shortcut_keeps_the_field_of_the_search_page(browser, address):
    with Searching(browser, address, "narrow or wide", offline=True) as search:
        field = search.page.locator(".mh-search input")
        expect(field).to_be_focused()
        search.page.keyboard.press("Control+k")
        expect(field).to_be_focused()
        search.page.keyboard.type("dropout")
        expect(field).to_have_value("dropout")


@pytest.mark.parametrize(
    ("words", "place", "marked"),
    [
        ("gates sigmoid", "Do the rules for heads hold", {"gate", "sigmoid"}),
        ("embed in moodle", "A picture in your course page", {"moodle"}),
    ],
)
def test_a_result_shows_the_sentence_that_has_the_words(browser, address, words, place, marked):
    with Searching(browser, address, words) as search:
        found = search.found.filter(has_text=place).first
        sentence = found.locator("p").last
        expect(sentence.locator("mark").first).to_be_visible()
        marks = {mark.casefold() for mark in sentence.locator("mark").all_inner_texts()}
        assert marked <= marks
        text = search.page.evaluate(
            "url => searchIndex.records.find((record) => record.url === url).text",
            found.get_by_role("link").get_attribute("href"),
        )
        assert sentence.inner_text().strip("… ") in text


def test_a_term_is_shown_with_its_definition(browser, address):
    with Searching(browser, address, "ablation") as search:
        term = search.found.filter(has_text="Glossary").first
        expect(term).to_contain_text("Removing a head from a trained layer")


def test_results_follow_what_is_typed(browser, address):
    with Searching(browser, address, offline=True) as search:
        expect(search.status).to_have_text("Ask in your own words.")
        field = search.page.locator(".mh-search input")
        expect(field).to_be_focused()
        field.fill("prun")
        expect(search.found.first).to_contain_text("Can attention heads be pruned")
        assert search.page.evaluate("location.search") == "?q=prun"
        field.fill("")
        expect(search.found).to_have_count(0)


def test_who_finds_nothing_is_sent_to_the_questions(browser, address):
    with Searching(browser, address, "xyzzy") as search:
        expect(search.status).to_have_text("Nothing found for “xyzzy”.")
        link = search.page.locator(".mh-search").get_by_role("link", name="questions people ask")
        expect(link).to_be_visible()
        assert search.found.count() == 0


def test_words_that_look_like_html_are_only_words(browser, address):
    hostile = '<img src=x onerror=alert(1)> "heads" \\ & </script><script>alert(2)</script>'
    with Searching(browser, address, hostile) as search:
        expect(search.status).to_contain_text(hostile)
        expect(search.found.first).to_be_visible()
        assert search.page.locator(".mh-search img, .mh-search script").count() == 0
        assert search.troubles == []


def test_without_script_the_page_says_so_and_links_the_questions(browser, address):
    with Searching(browser, address, java_script_enabled=False) as search:
        note = search.page.locator(".mh-search p", has_text="needs JavaScript")
        expect(note).to_be_visible()
        assert note.locator("a").get_attribute("href") == "book/questions.html"


def test_results_are_accessible_and_fit(browser, site):
    with Visit(browser, site / "search.html") as visit:
        visit.page.locator(".mh-search input").fill("same weights")
        expect(visit.page.locator(".mh-search-results li").first).to_be_visible()
        for state in RULES:
            visit.change(*state)
            assert violations(visit.page, *state) == []
            beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert visit.page.evaluate(beyond) <= 0


def test_only_a_search_loads_the_index(browser, site, address):
    with Searching(browser, address) as search:
        assert search.page.evaluate("globalThis.searchIndex") is None
    pages = [page.read_text("utf-8") for page in site.rglob("*.html")]
    times = [page.count("search_page/index.js") for page in pages]
    assert sum(times) == max(times) == 1
