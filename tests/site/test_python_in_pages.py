"""Python in the pages of exercises: what a press loads, every exercise in the words of `check`.

All are checked in one worker of Chromium, right and wrong, and three in the other browsers.
"""

import pytest
from browser_engines import UNTIL
from built_pages import PAGES, soup_of
from editor_pages import PAGE, Exercise, RecordedContext
from exercise_sources import BY_NAME, CODE, run
from multihead.checks import check
from page_server import serving
from playwright.sync_api import expect

from bench import exercises

LIMIT = 10_000_000  # bytes
RUN = """async ([name, code]) => {
  const { run } = await import(new URL("../../_static/code_in_page/python.js", location));
  const printed = [];
  const verdict = await run(name, code, (text) => printed.push(text), () => {});
  return [verdict.message, verdict.passed, printed.join("")];
}"""
LOOP = "while True:\n    pass\n"
RIGHT = exercises.right(BY_NAME["split_heads"])
IN_NOTEBOOKS = {"partners"}  # SciPy helps there
IN_PAGES = [name for name in CODE if name not in IN_NOTEBOOKS]
# The example of the book needs more than NumPy.
FROM_LIBRARY = "from multihead.example import softmax"
WRITTEN_OUT = "softmax = lambda x: np.exp(x) / np.exp(x).sum(-1, keepdims=True)"


def test_nothing_is_loaded_before_the_press(recorded):
    expect(Exercise(recorded.page, "split-heads").begin).to_be_visible()
    names = {url.rpartition("/_static/")[2] for url in recorded.files if "/_static/" in url}
    assert {name for name in names if name.startswith(("code_in_page/", "pyodide"))} == {
        "code_in_page/button.js",
        "code_in_page/style.css",
    }


def test_a_press_brings_at_most_ten_megabytes_and_an_answer_is_judged(recorded, site):
    split, before = Exercise(recorded.page, "split-heads"), len(recorded.files)
    split.begin.press("Enter")
    expect(split.editor).to_be_focused()
    expect(split.section.locator(".mh-stub")).to_be_hidden()
    assert split.editor.get_attribute("aria-label") == "Your code: split_heads"
    split.says("Python is ready.")
    came = [file for file in recorded.files[before:] if not file.startswith("blob:")]
    assert len(came) == len({*came}), "a file came twice"
    assert 5_000_000 < recorded.sent(site, came) <= LIMIT
    split.write(RIGHT)
    split.editor.press("Control+Enter")
    split.says("split_heads: visible checks pass.")
    assert split.status.get_attribute("aria-live") is None  # the role says it


def test_the_second_exercise_loads_nothing_more(recorded):
    other = Exercise(recorded.page, "merge-heads")
    before = len(recorded.files)
    other.begin.click()
    other.write("print('here')\n" + exercises.right(BY_NAME["merge_heads"]))
    other.run.click()
    other.says("merge_heads: visible checks pass.")
    expect(other.output).to_have_text("here\n")
    assert len(recorded.files) == before


@pytest.mark.parametrize("name", IN_PAGES)
def test_each_is_judged_in_the_words_of_check(recorded, name):
    source = BY_NAME[name]
    right = recorded.page.evaluate(RUN, [name, exercises.right(source)])
    assert right == [f"{name}: visible checks pass.", True, ""]
    text, named = exercises.wrong(source)
    text = text.replace(FROM_LIBRARY, WRITTEN_OUT)
    message, passed, printed = recorded.page.evaluate(RUN, [name, text])
    assert message == check(name, run(text)[name]).message
    assert named in message
    assert not passed
    assert printed == ""


@pytest.mark.parametrize("text", ["input()", "import getpass\ngetpass.getpass()"])
def test_code_that_waits_for_typed_text_is_told_that_nobody_can_type(recorded, text):
    _, passed, printed = recorded.page.evaluate(RUN, ["split_heads", text])
    assert "nobody can type into a page" in printed
    assert not passed


def test_without_a_connection_it_says_so_and_keeps_the_text(browser, code_site):
    recorded = RecordedContext(browser, code_site)
    recorded.context.route("**/pyodide-*/**", lambda route: route.abort())
    recorded.page.goto(f"{code_site}/{PAGE}")
    split = Exercise(recorded.page, "split-heads")
    split.begin.click()
    split.says("Python could not be loaded")
    split.write(RIGHT)
    split.run.click()
    expect(split.run).to_be_enabled()
    split.says("Python could not be loaded")
    recorded.context.unroute_all()
    split.run.click()
    split.says("split_heads: visible checks pass.")
    recorded.context.close()


def test_however_long_the_code_is_its_buttons_stay_in_sight(browser, code_site):
    recorded = RecordedContext(browser, code_site)
    recorded.context.route("**/pyodide-*/**", lambda route: route.abort())
    recorded.page.set_viewport_size({"width": 390, "height": 500})
    recorded.page.goto(f"{code_site}/{PAGE}")
    split = Exercise(recorded.page, "split-heads")
    split.begin.click()
    split.write("x = 1\n" * 70)
    split.section.locator(".mh-code").evaluate("code => code.scrollIntoView()")
    for button in (split.run, split.stop, split.again):
        expect(button).to_be_in_viewport(ratio=1)
    recorded.context.close()


def test_code_reaches_no_other_host(recorded, tmp_path):
    """It may have come from a file that someone sent."""
    own = f"{recorded.address}/{PAGE}"
    with (
        serving(tmp_path) as other,
        recorded.context.expect_event("request", lambda r: r.url == own),
    ):
        for address in (f"{other}/typed", own):
            text = f"from js import fetch\nfetch('{address}')\n"
            message, *_ = recorded.page.evaluate(RUN, ["split_heads", text])
            assert "nothing in your code" in message
    assert f"{other}/typed" not in recorded.files


def test_a_page_that_is_opened_as_a_file_says_that_it_cannot(open_page):
    page = open_page("exercises/04-all-heads-at-once")
    section = Exercise(page, "split-heads").section
    expect(section).to_contain_text("Opened as a file, this page cannot run code")
    assert section.get_by_role("link", name="the notebooks").get_attribute("href").endswith(".zip")
    assert section.get_by_role("button", name="Write it here").count() == 0


@pytest.mark.parametrize("page", [page for page in PAGES if "/exercises/" in page])
def test_every_code_exercise_has_its_place_after_its_stub(site, page):
    chapter = page.rpartition("/")[2].removesuffix(".html")
    names = [name for name in IN_PAGES if BY_NAME[name].fields["chapter"] == chapter]
    places = soup_of(site / page).select(".mh-code")
    assert sorted(place["data-name"] for place in places) == names, "is Pyodide there?"
    for place in places:
        stub = BY_NAME[place["data-name"]].stub
        assert place.find_previous_sibling().text.strip() == stub.strip()


# ---- Other browsers --------------------------------------------------------------------------

SECTION = "document.querySelector(`section:has(> #exercise-${name})`)"
BEGIN = f"name => {SECTION}.querySelector('.mh-code button').click()"
WRITE = f"""(name, text) => {{
  {SECTION}.querySelector(".cm-content").focus();
  document.execCommand("selectAll");
  document.execCommand("insertText", false, text);
}}"""
PRESS = f"""(name, text) =>
  [...{SECTION}.querySelectorAll("button")].find((b) => b.textContent === text).click()"""
SAYS = f"""(name, text) =>
  {SECTION}.querySelector("[role=status]")?.textContent.includes(text)"""


def wait_for_start(window, name: str) -> None:
    """Wait longer than for all else: WebKit on a busy machine takes most of a minute."""
    assert any(window.ask(UNTIL % SAYS, name, "Python is ready.") for _ in range(3))


@pytest.mark.long
def test_other_browsers_run_stop_and_judge_too(window, code_site):
    window.resize(1280)
    window.go(f"{code_site}/{PAGE}")
    window.wait_for("() => document.querySelector('.mh-code button') !== null")

    def run_and_expect(name: str, text: str, message: str) -> None:
        target = name.replace("_", "-")
        window.ask(WRITE, target, text)
        window.ask(PRESS, target, "Run")
        window.wait_for(SAYS, target, message)

    for name in ("split_heads", "merge_heads", "multi_head"):
        target = name.replace("_", "-")
        window.ask(BEGIN, target)
        wait_for_start(window, target)
        run_and_expect(name, exercises.right(BY_NAME[name]), f"{name}: visible checks pass.")
        text, named = exercises.wrong(BY_NAME[name])
        run_and_expect(name, text, named)
    run_and_expect(name, f"def {name}(q:", "your code stopped with a SyntaxError.")
    window.ask(WRITE, target, LOOP)
    window.ask(PRESS, target, "Run")
    window.ask(PRESS, target, "Stop")
    window.wait_for(SAYS, target, "Stopped.")
    assert "while True" in window.ask(f"name => {SECTION}.textContent", target)
    assert window.ask("() => wentWrong") == []
