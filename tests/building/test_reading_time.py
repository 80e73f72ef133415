"""Each chapter says how long it takes, by one rule."""

import pickle
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from advice import Advice, advise
from book_site.text import reading_time
from built_pages import CHAPTERS, soup_of
from conftest import ROOT
from docutils import nodes
from exercise_sources import BY_NAME

TIME = re.compile(
    r"Time: about (\d+) minutes to read(?:, (\d+) more to go further)?, "
    r"less than .{1,10}minutes? to run"
)


def read(site, page: str) -> nodes.document:
    stored = site.parent / ".doctrees" / page.replace(".html", ".doctree")
    return pickle.loads(stored.read_bytes())


def test_every_chapter_says_once_at_its_top_how_long_it_takes(site):
    for page in CHAPTERS:
        chapter = soup_of(site / page).select_one("article section")
        assert len(TIME.findall(chapter.get_text(" ", strip=True))) == 1, page
        at_top = [p.get_text(" ", strip=True) for p in chapter.select(".mh-strip > p")]
        (times,) = TIME.findall("\n".join(at_top))
        counted = reading_time.core_and_further(read(site, page))
        # The page says whole minutes; what is added to it later, as this time, takes seconds.
        for stated, minutes in zip(times, counted, strict=True):
            assert abs(int(stated or 0) - minutes) < 0.6, page


def judge(chapter: str, core: float) -> None:
    """Advise an author to shorten a core; from a length on, demand it."""
    advice = f"the core of {chapter} takes {core:.1f} minutes, above {{}}: "
    advice += "move a section behind it, or split it"
    reason = reading_time.REASONS.get(chapter)
    most = reading_time.LONGEST_WITH_REASON if reason else reading_time.LONGEST_CORE
    if reading_time.LENGTHS_FAIL and core > most:
        pytest.fail(advice.format(most) + ", or give its reason in `REASONS`" * (not reason))
    if core > reading_time.ADVISED_CORE:
        advise(advice.format(reading_time.ADVISED_CORE))


@pytest.mark.parametrize("page", CHAPTERS)
def test_a_core_is_one_sitting(site, page):
    core, _ = reading_time.core_and_further(read(site, page))
    judge(Path(page).stem, core)


@pytest.mark.parametrize(("core", "reasons"), [(25.1, {}), (30.1, {"03-a": "With a pencil."})])
def test_a_core_far_above_a_sitting_fails_and_one_above_it_is_told_so(monkeypatch, core, reasons):
    monkeypatch.setattr(reading_time, "LENGTHS_FAIL", True)
    monkeypatch.setattr(reading_time, "REASONS", reasons)
    with pytest.raises(pytest.fail.Exception, match=rf"03-a takes {core} .* move a section"):
        judge("03-a", core)
    with pytest.warns(Advice, match=rf"03-a takes {core - 5:.1f} .* move a section"):
        judge("03-a", core - 5)


HOURS = re.compile(r"take about (\w+) hours to read, and what goes further about (\w+) more")
EXERCISES = re.compile(r"The exercises take about ([\w-]+) hours")
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
WORDS += " sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three"


def test_the_page_of_paths_says_how_long_all_chapters_and_exercises_take(site):
    times = [reading_time.core_and_further(read(site, page)) for page in CHAPTERS]
    minutes = [sum(part) for part in zip(*times, strict=True)]
    minutes.append(sum(int(source.fields["minutes"]) for source in BY_NAME.values()))
    text = soup_of(site / "book/paths.html").article.get_text(" ", strip=True)
    stated = [*HOURS.search(text).groups(), EXERCISES.search(text)[1]]
    for hours, total in zip(stated, minutes, strict=True):
        off = abs(WORDS.split().index(hours) + 1 - total / 60)
        assert off < 0.75, f"paths.md says {hours} hours; write about {total / 60:.0f}"


def cell(lines: int, *classes: str, shows: nodes.Node | None = None) -> nodes.container:
    source = nodes.container("", nodes.literal_block(text="\n".join("x" * lines)))
    source["classes"].append("cell_input")
    container = nodes.container("", source)
    container["classes"] += ["cell", *classes]
    if shows:
        container += nodes.container("", shows, classes=["cell_output"])
    return container


def forms(html: str) -> nodes.container:
    """What a cell shows, in the forms of which a page has the first."""
    kinds = {"text/html": nodes.raw("", html), "text/plain": nodes.literal_block(text="x\n" * 99)}
    containers = [nodes.container("", node, mime_type=kind) for kind, node in kinds.items()]
    return nodes.container("", *containers, nb_element="mime_bundle")


PROMPT = nodes.paragraph("", "", nodes.strong("", "Predict."), nodes.Text(" Word?" * 199))


@pytest.mark.parametrize(
    ("part", "minutes"),
    [
        (nodes.paragraph("", "word " * 200), 1),
        (cell(10), 1),
        (cell(500, "tag_hide-input"), 0),
        (cell(0, "tag_hide-input", shows=nodes.literal_block(text="line\n" * 20)), 1),
        (cell(0, "tag_hide-input", shows=nodes.target("", "")), 0),
        (cell(0, "tag_hide-input", shows=forms("<svg>one two</svg>")), 1),
        (cell(0, "tag_hide-input", shows=forms("<div data-mh-widget>a <svg></div>")), 2),
        (cell(0, "tag_hide-input", shows=forms('<div class="mh-claim">\n\nR²\n</div>')), 1 / 20),
        (
            cell(
                0,
                "tag_hide-input",
                shows=forms(f"<table><td>{'a ' * 199}</td><td>b</table><style>c {{}}</style>"),
            ),
            1,
        ),
        (PROMPT, 1.5),
        (nodes.math_block("x x", "x x"), 0.25),
    ],
)
def test_the_time_to_read_counts_what_a_reader_meets(part, minutes):
    assert reading_time.minutes(nodes.section("", part)) == pytest.approx(minutes)


def test_the_core_and_what_goes_further_are_told_apart():
    page = nodes.section("", nodes.paragraph("", "word " * 2100))
    assert reading_time.reading_phrase(page) == "10 minutes to read"
    page += nodes.section("", nodes.paragraph("", "word " * 1000), ids=["going-further"])
    assert reading_time.reading_phrase(page) == "10 minutes to read, 5 more to go further"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(3, "less than a minute"), (60, "less than a minute"), (61, "less than 2 minutes")],
)
def test_the_time_to_run_is_rounded_up(seconds, said):
    assert reading_time.running_phrase(seconds) == said


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        ({"exec_data": {"runtime": 61.0}}, "3 minutes to read, less than 2 minutes to run."),
        ({}, "3 minutes to read."),
    ],
)
def test_the_time_follows_what_a_chapter_needs_and_nothing_else(ran, said):
    needs = nodes.paragraph("", "", nodes.emphasis("", "Needs:"), nodes.Text(" chapter 1."))
    other = nodes.paragraph("", "", nodes.Text("Needs: "), nodes.emphasis("", "much"))
    page = nodes.section("", needs, other, nodes.paragraph("", "word " * 600))
    env = SimpleNamespace(docname="book/02-b", nb_metadata={"book/02-b": ran})
    reading_time.add(SimpleNamespace(env=env), page)
    assert needs.astext() == f"Needs: chapter 1. Time: about {said}"
    assert other.astext() == "Needs: much"


EVENING = re.compile(r"^\| \d \| (.*) \| (\d+) \|$", re.M)
IN_ALL = "In all they come to about seven and a quarter hours, of which the exercises take a third."


def test_the_minutes_of_an_evening_are_those_of_its_chapters_and_exercises(site):
    text = (ROOT / "book" / "paths.md").read_text("utf-8")
    read_minutes, exercise_minutes = [], []
    for row, minutes in EVENING.findall(text):
        chapters = re.findall(r"\((\S+)\.ipynb\)", row)
        exercises = re.findall(r"<exercise-(\S+)>", row)
        cores = [reading_time.core_and_further(read(site, f"book/{c}.html"))[0] for c in chapters]
        read_minutes.append(sum(cores))
        fields = [BY_NAME[name.replace("-", "_")].fields for name in exercises]
        exercise_minutes.append(sum(int(field["minutes"]) for field in fields))
        total = read_minutes[-1] + exercise_minutes[-1]
        assert abs(int(minutes) - total) < 8, f"{', '.join(chapters)}: {total:.0f} minutes"
    assert len(read_minutes) == 7
    assert IN_ALL in text
    total = sum(read_minutes) + sum(exercise_minutes)
    assert abs(total / 60 - 7.25) < 0.25
    assert abs(sum(exercise_minutes) / total - 1 / 3) < 0.05
