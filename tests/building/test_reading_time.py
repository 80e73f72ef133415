"""Each chapter says how long it takes, by one rule."""

import pickle
import re
from types import SimpleNamespace

import pytest
from book_site.text import reading_time
from built_pages import CHAPTERS, soup_of
from conftest import ROOT
from docutils import nodes
from exercise_sources import BY_NAME

TIME = re.compile(
    r"Time: about (\d+) minutes to read(, \d+ more to go further)?, "
    r"less than .{1,10}minutes? to run"
)


def test_every_chapter_says_once_at_its_top_how_long_it_takes(site):
    """The core is one sitting."""
    for page in CHAPTERS:
        text = soup_of(site / page).select_one("article").get_text(" ", strip=True)
        times = TIME.findall(text)
        assert len(times) == 1, page
        core, more = times[0]
        assert int(core) <= 20, page
        assert bool(more) == ("The core of the chapter ends here." in text), page
        assert text.index("Time:") < 1000, page


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_core_is_rounded_down_to_one_sitting(site, chapter):
    stored = site.parent / ".doctrees" / chapter.replace(".html", ".doctree")
    page = pickle.loads(stored.read_bytes())
    further = [s for s in page.findall(nodes.section) if "going-further" in s["ids"]]
    assert reading_time.minutes(page) - sum(map(reading_time.minutes, further)) <= 20


HOURS = re.compile(r"take about (\w+) hours to read, and what goes further about (\w+) more")
EXERCISES = re.compile(r"The exercises take about (\w+) hours")
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
WORDS += " sixteen seventeen eighteen nineteen twenty"


def test_the_page_of_paths_says_how_long_all_chapters_and_exercises_take(site):
    texts = [
        soup_of(site / page).select_one("article").get_text(" ", strip=True) for page in CHAPTERS
    ]
    times = [TIME.search(text) for text in texts]
    further = [int(re.sub(r"\D", "", time[2] or "0")) for time in times]
    minutes = [sum(int(time[1]) for time in times), sum(further)]
    minutes.append(sum(int(source.fields["minutes"]) for source in BY_NAME.values()))
    text = soup_of(site / "book/paths.html").article.get_text(" ", strip=True)
    said = [*HOURS.search(text).groups(), EXERCISES.search(text)[1]]
    assert said == [WORDS.split()[round(total / 60) - 1] for total in minutes]


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
    assert reading_time.to_read(page) == "10 minutes to read"
    page += [cell(75), cell(500, "tag_hide-input")]  # 5 and 0 minutes
    assert reading_time.to_read(page) == "15 minutes to read"
    page += [nodes.math_block("x", "x") for _ in range(20)]  # 5 minutes
    assert reading_time.to_read(page) == "20 minutes to read"
    caption = nodes.paragraph("", "", nodes.strong("", "Figure 1.1."), nodes.Text(" It shows."))
    page += [caption.deepcopy() for _ in range(10)]  # 5 minutes
    assert reading_time.to_read(page) == "25 minutes to read"
    further = nodes.section("", nodes.paragraph("", "word " * 2000), ids=["going-further"])
    page += further
    assert reading_time.to_read(page) == "25 minutes to read, 10 more to go further"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(3, "less than a minute"), (60, "less than a minute"), (61, "less than 2 minutes")],
)
def test_the_time_to_run_is_rounded_up(seconds, said):
    assert reading_time.to_run(seconds) == said


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        ({"exec_data": {"runtime": 61.0}}, "5 minutes to read, less than 2 minutes to run."),
        ({}, "5 minutes to read."),
    ],
)
def test_the_time_follows_what_a_chapter_needs_and_nothing_else(ran, said):
    needs = nodes.paragraph("", "", nodes.emphasis("", "Needs:"), nodes.Text(" chapter 1."))
    other = nodes.paragraph("", "", nodes.Text("Needs: "), nodes.emphasis("", "much"))
    page = nodes.section("", needs, other)
    env = SimpleNamespace(docname="book/02-b", nb_metadata={"book/02-b": ran})
    reading_time.add(SimpleNamespace(env=env), page)
    assert needs.astext() == f"Needs: chapter 1. Time: about {said}"
    assert other.astext() == "Needs: much"
