"""A class hands in from pages: what they write is collected and graded as notebooks are."""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from accessibility import RULES, violations
from built_pages import PAGES, soup_of
from editor_pages import Exercise
from exercise_sources import BY_HAND, BY_NAME, CODE
from graded_class import RIGHT, answer
from multihead.exercises import class_variants, folders
from page_server import serving
from playwright.sync_api import expect
from visits import BLOCKED, FULL, OVERFLOW, Visit

from grading import course as courses
from grading.assign import assignments, page_link, release
from grading.collect import collect
from grading.marks import freshness, grade

SITE = "https://example.edu/heads"
SET = {"bank_output": 3, "new_order": 5, "reorder_blocks": 7, "split_heads": 9, "same_head": 11}
PARTS = 9  # of all exercises, each an assignment
HAND_IN, EXERCISES = "book/hand-in.html", "book/exercises"
INSTRUCTORS = "book/for-instructors.html"
MONEY_BANK = f"{EXERCISES}/03-money-bank.html"
KEEP_CODE = """answers => {
  for (const [name, code] of Object.entries(answers))
    progress.write(name, { code, result: "right", section: "x" });
}"""
KEEP_FILE = """() => {
  const createUrl = URL.createObjectURL;
  URL.createObjectURL = (file) => {
    globalThis.handedIn = file;
    return createUrl(file);
  };
}"""
FILE = "async () => [handedIn.name, await handedIn.text()]"
SHARING = """
navigator.canShare = ({ files: [file] }) => file.name.endsWith(".ipynb");
navigator.share = async ({ files: [file] }) => { globalThis.handedIn = file; };
"""


def released(folder: Path, points: dict[str, int]):
    """Make a course that has given out hw1."""
    made = courses.new(folder / "course")
    made.source("hw1").parent.mkdir(parents=True)
    texts = [f"{name}={worth}" for name, worth in points.items()]
    nbformat.write(assignments.make(made, "hw1", texts), made.source("hw1"))
    release.release(made, "hw1")
    return made


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return released(tmp_path_factory.mktemp("class"), SET)


def query(course) -> str:
    """Return the part of the class's link that names the class."""
    return page_link.of_release(course, "hw1", SITE).partition("?")[2]


def array(course, name: str, kind: str) -> np.ndarray:
    """Answer an exercise by hand, rightly or with a usual mistake, for the class's numbers."""
    exercise = folders.load(name)
    (case,) = class_variants.sheet(exercise, course.secret("hw1", name)).cases
    return np.asarray(
        (exercise.reference if kind == RIGHT else exercise.wrong[kind])(*case.values())
    )


def mistake(course, name: str) -> str:
    """Choose a usual mistake whose answer fits the fields, if the exercise has fields."""
    wrong = folders.load(name).wrong
    if name not in BY_HAND:
        return next(iter(wrong))
    shape = array(course, name, RIGHT).shape
    return next(one for one in wrong if array(course, name, one).shape == shape)


def place(page, name: str):
    """Find the section of an exercise: its id is the section's own, or stands at its top."""
    target = f"#exercise-{name.replace('_', '-')}"
    return page.locator(f"section{target}, section:has(> span{target})")


def fill(page, name: str, texts: list[str]) -> None:
    """Type into the fields for the class."""
    inputs = place(page, name).locator(".mh-for-class input")
    assert inputs.count() == len(texts)
    for field, text in zip(inputs.all(), texts, strict=True):
        field.fill(text)
    inputs.last.blur()


def hand_in(page, target: Path, name: str = "hw1.ipynb") -> None:
    """Press the button, and keep the file that it writes."""
    with page.expect_download() as written:
        page.get_by_role("button", name="Hand in", exact=True).click()
    assert written.value.suggested_filename == name
    target.parent.mkdir(parents=True, exist_ok=True)
    written.value.save_as(target)


def sources(path: Path) -> dict[str, str]:
    """Return what a handed-in file has in its cells, by their names."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in notebook.cells}


def on_pages(browser, address: str, course, kinds: dict[str, str], target: Path) -> None:
    """Answer on the pages, and hand in from there; code is kept as its editor keeps it."""
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    chapters = {name: BY_NAME[name].fields["chapter"] for name in kinds}
    code = {
        f"answer/{re.sub(r'^[0-9]+-', '', chapters[name])}/{name}": answer(course, name, kind)
        for name, kind in kinds.items()
        if name not in BY_HAND
    }
    page.goto(f"{address}/{HAND_IN}?{query(course)}")
    page.evaluate(KEEP_CODE, code)
    for chapter in sorted({chapters[name] for name in kinds if name in BY_HAND}):
        page.goto(f"{address}/{EXERCISES}/{chapter}.html?{query(course)}")
        for name in kinds:
            if name in BY_HAND and chapters[name] == chapter:
                numbers = array(course, name, kinds[name]).ravel().tolist()
                fill(page, name, [repr(number).replace(".", ",") for number in numbers])
    page.goto(f"{address}/{HAND_IN}?{query(course)}")
    hand_in(page, target)
    context.close()


def in_notebook(course, kinds: dict[str, str], target: Path) -> None:
    """Fill the notebook that the class was given with the same answers."""
    notebook = course.read_release("hw1")
    cells = {cell.id: cell for cell in notebook.cells}
    for name, kind in kinds.items():
        by_hand = name in BY_HAND
        numbers = array(course, name, kind).tolist() if by_hand else None
        code = f"{name} = {numbers}" if by_hand else answer(course, name, kind)
        cells[f"{name}-answer"].source = code
    nbformat.write(notebook, target)


def edited(path: Path, target: Path) -> None:
    """Write into a file of a page all that could pass for a mark."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata.nbgrader |= {"grade": True, "points": 99, "score": 99}
        cell.metadata.result = "right"
        if cell.cell_type == "code":
            shown = f"{cell.id.removesuffix('-answer')}: visible checks pass."
            cell.outputs = [nbformat.v4.new_output("stream", text=shown)]
    notebook.metadata.many_heads |= {"score": 99, "passed": True}
    nbformat.write(notebook, target)


def check_equal_marks(browser, site, course, names: list[str], folder: Path, scheduler) -> None:
    """Let a class hand in rightly and wrongly, by page and by notebook, and compare the marks."""
    kinds = {
        "right": dict.fromkeys(names, RIGHT),
        "wrong": {name: mistake(course, name) for name in names},
        "some": dict.fromkeys(names[::2], RIGHT),
    }
    with serving(site) as address:
        for student, answers in kinds.items():
            on_pages(browser, address, course, answers, folder / f"{student}-page.ipynb")
            in_notebook(course, answers, folder / f"{student}-notebook.ipynb")
    edited(folder / "wrong-page.ipynb", folder / "edited-page.ipynb")
    outcomes = collect.collect(course, "hw1", folder)
    assert {one.said for one in outcomes} == {"collected"}
    assert grade.grade(course, "hw1", scheduler=scheduler).graded == 2 * len(kinds) + 1
    graded = freshness.final(course, "hw1", by_hand=False).graded
    for student, answers in kinds.items():
        page, notebook = graded[f"{student}-page"], graded[f"{student}-notebook"]
        assert page.notes == notebook.notes == []
        for name in names:
            on_page, in_cell = page.marks[name], notebook.marks[name]
            assert on_page.passed == in_cell.passed == (answers.get(name) == RIGHT), name
            assert on_page.misconception == in_cell.misconception, name
            assert on_page.cause == in_cell.cause, name
    assert not any(mark.passed for mark in graded["edited-page"].marks.values())


def test_equal_answers_by_page_and_by_notebook_get_equal_marks(
    browser, site, course, dask_address, tmp_path
):
    """What the pages kept as right is not right for that: each code is kept as if it were."""
    names = [name for name in SET if name != "same_head"]
    check_equal_marks(browser, site, course, names, tmp_path / "given", dask_address)
    final = freshness.final(course, "hw1", by_hand=False)
    total = {row.student.id: row.score for row in final.rows}
    assert total["right-page"] == sum(SET[name] for name in names)
    assert total["wrong-page"] == total["edited-page"] == 0
    wrong = final.graded["wrong-page"].marks
    assert {wrong[name].misconception for name in names} == {mistake(course, n) for n in names}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_exercises_of_the_pages_get_equal_marks(browser, site, dask_address, tmp_path, part):
    answered_here = [name for name in (*BY_HAND, *CODE) if name != "partners"]  # it needs SciPy
    names = answered_here[part::PARTS]
    made = released(tmp_path, dict.fromkeys(names, 1))
    check_equal_marks(browser, site, made, names, tmp_path / "given", dask_address)


@pytest.fixture
def visit(browser, site, course):
    """Open a page with the link of the class, from a file; nothing may go wrong in it."""
    visits = []

    def open_page(path: str, text: str | None = None, script: str = "", **options):
        visits.append(Visit(browser, site / path, **options))
        context, page = visits[-1].context, visits[-1].page
        if script:
            context.add_init_script(script)
        page.goto(f"{(site / path).as_uri()}?{query(course) if text is None else text}")
        return visits[-1]

    yield open_page
    for one in visits:
        one.context.close()
        assert one.troubles == []


def test_the_page_lists_what_is_answered_and_what_needs_the_notebook(visit, tmp_path):
    page = visit(HAND_IN).page
    panel = page.locator(".mh-hand-in-panel")
    items = panel.get_by_role("listitem")
    expect(items).to_have_text(
        [
            f"{BY_NAME[name].fields['title']}, {BY_NAME[name].fields['minutes']} minutes: {state}"
            for name, state in zip(
                SET, ["not answered yet"] * 4 + ["needs the notebook"], strict=True
            )
        ]
    )
    minutes = sum(BY_NAME[name].fields["minutes"] for name in SET)
    expect(panel.locator("h2 + p")).to_have_text(f"5 exercises, about {minutes} minutes in all.")
    expect(panel).to_contain_text(
        "This exercise needs the notebook of your class: “The same head, for how long?”. Only one"
    )
    expect(panel).to_contain_text("4 of 5 exercises are not answered yet.")
    items.first.get_by_role("link").click()
    expect(page.locator(".mh-opened-for")).to_contain_text("You opened this page for hw1.")
    fill(page, "bank_output", ["0,5", "1/8", "√4", "-3"])
    fill(page, "new_order", ["1", "", "2", "", "", ""])
    status = place(page, "bank_output").locator(".mh-for-class").get_by_role("status")
    expect(status).to_have_text(
        "Your answer [0.5, 0.125, 2, -3] is kept. It is marked when hw1 is graded."
    )
    items.first.get_by_role("link").click()  # leads to this page again
    expect(items.nth(0)).to_have_text(re.compile("From two heads to one row, .*: answered$"))
    expect(items.nth(1)).to_contain_text(": 2 of 6 fields filled in")
    expect(panel).to_contain_text("3 of 5 exercises are not answered yet.")
    hand_in(page, tmp_path / "hw1.ipynb")
    expect(panel.get_by_role("status")).to_contain_text("your answers to 1 of 5 exercises.")
    written = sources(tmp_path / "hw1.ipynb")
    assert written["bank_output-answer"] == "bank_output = [0.5, 0.125, 2, -3]"
    assert written["new_order-answer"].startswith("# new_order: ")
    assert written["split_heads-answer"] == "# split_heads is not answered on the page."


def test_practice_and_the_numbers_of_the_class_are_apart(visit, course):
    page = visit(MONEY_BANK).page
    section = place(page, "new_order")
    practice, own = section.locator(".mh-by-hand").all()
    expect(practice.locator("legend")).to_have_text("For practice, not for hw1")
    expect(own.locator("legend")).to_have_text("Your answer for hw1")
    said = page_link.contents(course, "hw1", course.read_release("hw1"))["exercises"]["new_order"][
        "numbers"
    ]
    lines = [f"{name} = {text}" for name, text in said.items()]
    assert own.locator("pre").text_content() == "\n".join([*lines, ""])
    assert section.locator("pre").first.text_content() != own.locator("pre").text_content()
    for field in practice.locator("input").all():
        field.fill("7")
    practice.get_by_role("button", name="Check").click()
    assert page.evaluate(
        "[...progress.all().keys()].filter(name => name.startsWith('class/'))"
    ) == [f"class/{course.variant('hw1')}"]
    assert place(page, "bank_scores").locator(".mh-for-class").count() == 0  # is not assigned


@pytest.mark.parametrize("storage", [FULL, BLOCKED], ids=["full", "blocked"])
def test_where_nothing_is_kept_the_page_says_so_and_hands_in_its_fields(visit, storage, tmp_path):
    page = visit(MONEY_BANK, script=storage).page
    expect(page.locator(".mh-hand-in-panel")).to_contain_text("This browser keeps nothing, so")
    fill(page, "bank_output", ["1", "2", "3", "5"])
    status = place(page, "bank_output").locator(".mh-for-class").get_by_role("status")
    expect(status).to_contain_text("so hand in before you leave this page.")
    hand_in(page, tmp_path / "hw1.ipynb")
    written = sources(tmp_path / "hw1.ipynb")
    assert written["bank_output-answer"] == "bank_output = [1, 2, 3, 5]"


def test_what_was_typed_a_moment_ago_is_handed_in(browser, site, course, tmp_path):
    context = browser.new_context(accept_downloads=True)
    with serving(site) as address:
        page = context.new_page()
        page.goto(f"{address}/{EXERCISES}/04-all-heads-at-once.html?{query(course)}")
        split = Exercise(page, "split-heads")
        split.begin.click()
        split.write("def split_heads(X, n_heads):\n    return 'ä'  # now\n")
        hand_in(page, tmp_path / "hw1.ipynb")
    context.close()
    written = sources(tmp_path / "hw1.ipynb")["split_heads-answer"]
    assert written == "def split_heads(X, n_heads):\n    return 'ä'  # now"


def test_a_link_that_broke_is_told_and_kept_ones_are_listed(open_served, course):
    page, variant = open_served(f"{HAND_IN}?{query(course)}"), course.variant("hw1")
    address = page.url.partition("?")[0]
    for path in (HAND_IN, MONEY_BANK):
        broken = open_served(f"{path}?{query(course)[:-40]}")
        expect(broken.get_by_role("alert")).to_contain_text("This link of a class is incomplete.")
        assert broken.locator(".mh-hand-in-panel").count() == 0
    page.evaluate("localStorage.setItem('many-heads:class/x-1', '\"<b>\"')")
    page.goto(address)
    links = page.locator(".mh-hand-in").get_by_role("link")
    expect(links).to_have_text(["hw1"])
    links.click()
    expect(page.get_by_role("heading", name="Hand in hw1")).to_be_visible()
    assert page.evaluate(f"progress.read('class/{variant}')") in page.url


@pytest.mark.parametrize("change", [{"numbers": {"other": "7"}}, {"shape": [2, 3]}])
def test_a_page_of_another_version_sends_its_reader_to_the_notebook(visit, course, change):
    said = page_link.contents(course, "hw1", course.read_release("hw1"))
    said["exercises"]["new_order"] |= change
    page = visit(MONEY_BANK, text=page_link.link("", said).partition("?")[2]).page
    box = place(page, "new_order").locator(".mh-for-class")
    expect(box).to_contain_text("are of different versions. Answer this exercise in the notebook.")
    assert box.locator("input").count() == 0


def test_the_share_sheet_gets_the_file_where_there_is_one(visit):
    assert visit(HAND_IN).page.get_by_role("button", name="Share the file").count() == 0
    page = visit(HAND_IN, script=SHARING).page
    page.get_by_role("button", name="Share the file").click()
    expect(page.locator(".mh-hand-in-panel").get_by_role("status")).to_contain_text("hw1.ipynb has")
    name, text = page.evaluate(FILE)
    assert name == "hw1.ipynb"
    assert json.loads(text)["metadata"]["many_heads"]["assignment"] == "hw1"


@pytest.mark.parametrize("path", [HAND_IN, MONEY_BANK])
def test_it_fits_a_phone_and_is_accessible(visit, path):
    opened = visit(path)
    opened.change("light", 320)
    assert opened.page.evaluate(OVERFLOW) == 0
    for button in opened.page.locator(".mh-hand-in-panel").locator("a, button:visible").all():
        assert button.bounding_box()["height"] >= 44
    for state in RULES:
        opened.change(*state)
        assert opened.page.evaluate(OVERFLOW) == 0
        assert violations(opened.page, *state) == []


def test_every_browser_hands_in_from_a_file_by_keyboard(any_window, site, course):
    window = any_window
    window.go(f"{(site / MONEY_BANK).as_uri()}?{query(course)}")
    window.wait_for("() => document.querySelector('.mh-hand-in-panel') !== null")
    window.ask("() => document.querySelector('.mh-for-class input').focus()")
    window.press("7")
    window.press("Enter")
    window.ask(KEEP_FILE)
    window.ask("() => document.querySelector('.mh-hand-in-panel button').focus()")
    window.press("Enter")
    window.wait_for("() => globalThis.handedIn !== undefined")
    name, text = window.ask(FILE)
    assert name == "hw1.ipynb"
    cell = next(c for c in json.loads(text)["cells"] if c["id"] == "new_order-answer")
    assert cell["source"].endswith('["7","","","","",""]')


@pytest.mark.parametrize("page", [page for page in PAGES if "/exercises/" in page])
def test_the_site_knows_what_each_page_can_answer(site, page):
    text = (site / "_static/hand_in_exercises.js").read_text("utf-8")
    known = json.loads(text.removeprefix("globalThis.handInExercises = ").removesuffix(";\n"))
    chapter = page.rpartition("/")[2].removesuffix(".html")
    here = {name: kind for name, (_, stem, _, kind, *_) in known.items() if stem == chapter}
    assert here
    soup = soup_of(site / page)
    for name, kind in here.items():
        target = soup.find(id=f"exercise-{name.replace('_', '-')}")
        section = target if target.name == "section" else target.find_parent("section")
        answered = {"fields": ".mh-by-hand", "code": ".mh-code"}
        assert [one for one, mark in answered.items() if section.select(mark)] == (
            [kind] if kind in answered else []
        ), name


def test_an_instructor_ticks_exercises_and_students_answer_them_by_the_link(
    browser, site, tmp_path
):
    chosen = ["split_heads", "new_row"]
    with serving(site) as address:
        context = browser.new_context(accept_downloads=True)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(f"{address}/{INSTRUCTORS}")
        panel = page.locator(".mh-choice")
        expect(panel.get_by_role("status")).to_have_text("Tick the exercises that you want to set.")
        expect(panel.get_by_role("button")).to_be_hidden()
        for name in chosen:
            page.get_by_role("checkbox", name=BY_NAME[name].fields["title"]).check()
        minutes = sum(BY_NAME[name].fields["minutes"] for name in chosen)
        expect(panel.get_by_role("status")).to_have_text(f"2 exercises, about {minutes} minutes")
        panel.get_by_label("Name").fill("week 3!")
        panel.get_by_role("button").click()
        expect(panel.get_by_role("status")).to_contain_text("Copied.")
        page.goto(page.evaluate("navigator.clipboard.readText()"))
        items = page.locator(".mh-hand-in-panel").get_by_role("listitem")
        titles = [BY_NAME[name].fields["title"] for name in ("new_row", "split_heads")]
        expect(items).to_have_text(
            [re.compile(rf"^{title}, \d+ minutes: not answered yet$") for title in titles]
        )
        expect(page.locator("h1 + .mh-hand-in h2")).to_have_text("Hand in week-3")
        expect(page.locator("article")).not_to_contain_text("numbers of your class")
        items.first.get_by_role("link").click()
        new_row = place(page, "new_row")
        expect(new_row.locator("input")).to_have_count(2)
        for field, text in zip(new_row.locator("input").all(), ["0,5", "7"], strict=True):
            field.fill(text)
        new_row.get_by_role("button", name="Check").click()
        expect(page.locator(".mh-for-class")).to_have_count(0)
        expect(items.first).to_have_text(re.compile(f"^{titles[0]}, .*: answered$"))
        hand_in(page, tmp_path / "handed-in.ipynb", "week-3.ipynb")
        context.close()
    assert sources(tmp_path / "handed-in.ipynb") == {
        "hand-in": "Answers to **week-3**, written by the page *Hand in* of Many Heads. "
        "Nothing here is a mark.",
        "new_row-answer": "new_row = [0.5, 7]  # the numbers of seed 0",
        "split_heads-answer": "# split_heads is not answered on the page.",
    }


def test_the_list_has_every_exercise_with_its_kind_its_minutes_and_its_page(site):
    lines = {}
    for item in soup_of(site / INSTRUCTORS).select(".mh-exercise-list li li"):
        name = item.code.get_text()
        lines[name] = item.get_text(" ", strip=True)
        assert item.a["href"].startswith(f"exercises/{BY_NAME[name].fields['chapter']}.html#")
    assert lines.keys() == BY_NAME.keys()
    for name, line in lines.items():
        fields = BY_NAME[name].fields
        kind = fields["kind"].replace("-", " ")
        assert line.endswith(f", {kind}, {fields['minutes']} minutes, {name}")


def test_the_list_fits_a_phone_and_is_accessible(visit):
    opened = visit(INSTRUCTORS, text="")
    boxes = opened.page.get_by_role("checkbox")
    kinds = opened.page.evaluate("Object.values(handInExercises).map(entry => entry[3])")
    assert boxes.count() == sum(kind != "notebook" for kind in kinds) > 50
    boxes.nth(7).check()
    for state in RULES:
        opened.change(*state)
        assert opened.page.evaluate(OVERFLOW) == 0
        assert violations(opened.page, *state) == []
