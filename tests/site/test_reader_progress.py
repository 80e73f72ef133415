"""What a reader does on the pages: guesses, what is kept of them, and where to go on."""

import json

import pytest
from accessibility import violations
from page_server import serving
from playwright.sync_api import expect
from visits import BLOCKED, FULL, Visit, read_to_the_end

CHAPTER = "book/01-self-attention.html"
WATER = (
    "Nearly half of the new vector comes from “river”, which has a large water entry and no money."
)
DRAWN_BEFORE = "node => getComputedStyle(node, '::before').content"
HOSTILE = "<img src=x onerror=document.title='ran'>"


def counted(right: int, wrong: int, not_made: int) -> str:
    counts = f"✓ {right} right, ✗ {wrong} wrong, – {not_made} not made"
    return f"Your predictions in this chapter: {counts}."


def drawn_before(status) -> str:
    """Return the sign that a browser draws before what is said of a guess."""
    return status.evaluate(DRAWN_BEFORE).split('"')[1]


@pytest.fixture
def chapter(browser, site):
    """A chapter on a phone, and that nothing goes wrong in it."""
    with Visit(browser, site / CHAPTER, width=360) as visit:
        yield visit
        assert visit.troubles == []


def test_a_guess_opens_the_fold_and_stays_beside_what_happened(chapter):
    page = chapter.page
    form, fold = page.locator(".mh-guess").first, page.locator(".mh-answer").first
    asked = page.locator(".mh-guess").count()
    water, both = (form.get_by_role("button", name=name) for name in ("water", "both"))
    expect(form.get_by_role("status")).to_have_count(1)  # there before it speaks
    expect(fold).not_to_have_attribute("open", "")
    both.press("Enter")
    expect(form.get_by_role("status")).to_contain_text("You said both. “Bank” takes from other")
    expect(fold).to_have_attribute("open", "")
    expect(both).to_have_attribute("aria-pressed", "true")
    water.click()
    expect(form.get_by_role("status")).to_have_text(f"Then you said water, which is right. {WATER}")
    expect(both).to_have_attribute("aria-pressed", "true")
    for button in form.get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= 360

    number = page.locator(".mh-guess:has(input)")
    field, status = number.get_by_role("textbox"), number.get_by_role("status")
    for typed, said in (
        ("many", "Type a number, such as 3 or 0.5."),
        (HOSTILE[:12], "Type a number, such as 3 or 0.5."),
        ("0,9", "You said 0,9, which is close enough. The scores"),
        ("16", "Then you said 16. All keys come from the same"),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(status).to_contain_text(said)

    read_to_the_end(page)
    end = page.locator(".mh-foreseen")
    expect(end.locator("p").first).to_have_text(counted(1, 1, asked - 2))
    end.locator("summary").click()
    marks = [mark.strip() for mark in end.locator("li .mh-progress-mark").all_inner_texts()]
    assert marks[0] == "✗ wrong"
    assert sorted(marks[1:]) == ["– not made"] * (asked - 2) + ["✓ right"]
    assert drawn_before(form.get_by_role("status")) == "✓ "
    assert drawn_before(status) == "✗ "
    end.locator("li a").first.click()
    expect(both).to_be_in_viewport()
    expect(page.locator(".bd-links .current .mh-progress-mark")).to_have_text("✓ finished")
    page.mouse.move(0, 0)  # nothing is hovered over
    for state in (("light", 1280), ("dark", 1280), ("light", 360)):
        chapter.change(*state)
        assert violations(page, *state) == []


@pytest.fixture
def served(open_served):
    return open_served(CHAPTER)


def test_what_was_done_is_there_again_goes_to_a_file_and_back_and_can_be_forgotten(served):
    page, home = served, served.url.removesuffix(CHAPTER) + "index.html"
    page.locator(".mh-guess").first.get_by_role("button", name="water").click()
    page.locator("#ch01-mask").scroll_into_view_if_needed()
    expect(page.locator(".bd-links .current .mh-progress-mark")).to_be_attached()  # it is kept
    page.goto(home)
    go_on = page.get_by_role("link", name="Continue: 01 Self-attention")
    page.locator(".bd-links .mh-progress-mark").first.wait_for(state="attached")
    go_on.click()
    expect(page.locator(".mh-guess [role=status]").first).to_have_text(
        f"You said water, which is right. {WATER}"
    )
    section = page.evaluate("location.hash")
    heading = page.locator(f"section{section} > h2").inner_text().removesuffix("#").strip()

    page.goto(home)
    expect(go_on.locator("small")).to_have_text(heading)
    box = page.locator(".mh-progress")
    status, field = box.get_by_role("status"), box.locator("input")
    with page.expect_download() as download:
        box.get_by_role("button", name="Save to a file").click()
    file = download.value.path()
    page.on("dialog", lambda d: d.dismiss() if "Replace" in d.message else d.accept())
    box.get_by_role("button", name="Forget everything").click()
    expect(status).to_have_text("Nothing is stored here yet.")
    expect(go_on).to_have_count(0)
    expect(page.locator(".mh-progress-mark")).to_have_count(0)
    for text in (b"{}", b"\xff\xfe", json.dumps({"kept": {"guess/a/b": HOSTILE}}).encode()):
        field.set_input_files({"name": "x.json", "mimeType": "text/html", "buffer": text})
        expect(status).to_contain_text("This is not a file that this page saved.")
    field.set_input_files(file)
    expect(status).to_contain_text("Read back: ")
    expect(go_on).to_be_visible()
    expect(page.locator(".bd-links .mh-progress-mark")).to_have_count(1)
    assert page.evaluate("[...progress.all().keys()].some((name) => name.startsWith('guess/'))")

    big = b" " * 5_000_001
    field.set_input_files({"name": "x.json", "mimeType": "text/html", "buffer": big})
    expect(status).to_contain_text("This file is too large")
    page.evaluate("[...progress.all().keys()].forEach((name) => progress.write(name, 'mine'))")
    field.set_input_files(file)
    expect(status).to_contain_text("Read back: ")
    assert page.evaluate("[...progress.all()].some(([, value]) => value === 'mine')")


def test_that_a_chapter_is_finished_can_be_taken_back_and_stays_so(served):
    page, mark = served, served.locator(".bd-links .current .mh-progress-mark")
    button = page.locator(".mh-finish")
    button.scroll_into_view_if_needed()
    expect(button).to_have_text("Mark this chapter as finished")  # it was leapt to
    read_to_the_end(page)
    expect(mark).to_have_text("✓ finished")
    expect(button).to_have_text("Mark this chapter as not finished")
    button.press("Enter")
    expect(mark).to_have_text("… begun")
    page.reload()
    read_to_the_end(page)
    page.wait_for_timeout(300)  # what marks a chapter as finished has seen its end
    expect(mark).to_have_text("… begun")
    expect(button).to_have_text("Mark this chapter as finished")
    button.click()
    expect(mark).to_have_text("✓ finished")


def test_hostile_text_in_the_storage_is_neither_run_nor_shown(served):
    page, address = served, served.url.removesuffix(CHAPTER)
    page.evaluate(
        """(hostile) => {
          for (const { dataset } of document.querySelectorAll(".mh-guess"))
            progress.write(`guess/${dataset.guess}`, hostile);
          progress.write("place/self-attention", { section: hostile, at: 1 });
          progress.write(`guess/${hostile}`, hostile);
          progress.write("finished/money-bank", { toString: 1 });
          progress.write("place/money-bank", { at: hostile });
          localStorage.setItem("many-heads:guess/x", "{");
        }""",
        HOSTILE,
    )
    page.reload()
    said = page.locator(".mh-guess [role=status]").all_inner_texts()
    assert set(said) == {""}
    expect(page.locator(".mh-foreseen p").first).to_have_text(counted(0, 0, len(said)))
    page.goto(f"{address}index.html")
    go_on = page.locator("article a.mh-start").first
    expect(go_on).to_have_text("Continue: 01 Self-attention")
    assert "onerror" not in go_on.get_attribute("href")
    assert page.locator("img[src=x]").count() == 0
    assert page.title() != "ran"


def test_a_page_follows_what_another_tab_writes(served):
    beside = served.context.new_page()
    beside.goto(served.url)
    served.evaluate("() => progress.write('finished/money-bank', true)")
    marks = beside.locator(".bd-links .mh-progress-mark")
    expect(marks.filter(has_text="finished")).to_have_count(1)


@pytest.mark.parametrize("storage", [FULL, BLOCKED], ids=["full", "blocked"])
def test_a_full_or_blocked_storage_loses_nothing_that_is_on_the_page(chapter, storage):
    page = chapter.page
    page.add_init_script(storage)
    page.reload()
    form = page.locator(".mh-guess").first
    form.get_by_role("button", name="water").click()
    expect(form.get_by_role("status")).to_contain_text("You said water, which is right.")
    asked = page.locator(".mh-guess").count()
    expect(page.locator(".mh-foreseen p").first).to_have_text(counted(1, 0, asked - 1))
    for mode in ("dark", "light", "auto"):
        page.locator(".theme-switch-button:visible").click()
        expect(page.locator("html")).to_have_attribute("data-mode", mode)
    page.locator(".primary-toggle:visible").click()
    expect(page.locator("#pst-primary-sidebar-modal")).to_have_attribute("open", "")


def test_a_choice_that_was_kept_with_a_straight_mark_is_still_the_readers(open_served):
    page = open_served("book/17-a-tiny-language.html")
    form = page.locator(".mh-guess", has_text="the determiner’s").first
    name = form.get_attribute("data-guess")
    page.evaluate('name => progress.write(`guess/${name}`, "the determiner\'s")', name)
    page.reload()
    expect(form.get_by_role("status")).to_contain_text("the determiner’s")
    expect(form.locator("[aria-pressed=true]")).to_have_text("the determiner’s")


def test_there_is_nothing_to_press_on_paper_or_without_script(open_page):
    page = open_page("01-self-attention", java_script_enabled=False)
    forms = page.locator(".mh-guess, .mh-foreseen")
    assert forms.count() > 1
    assert not any(form.is_visible() for form in forms.all())
    page = open_page("01-self-attention")
    forms = page.locator(".mh-guess, .mh-foreseen, .mh-finish")
    assert all(form.is_visible() for form in forms.all())
    page.emulate_media(media="print")
    assert not any(form.is_visible() for form in forms.all())


SAID = "() => document.querySelector('.mh-guess [role=status]').textContent"


WEBKIT = pytest.param("webkit", marks=pytest.mark.long)  # half a minute, most of it to draw


@pytest.mark.parametrize("window", ["firefox", WEBKIT], indirect=True)
def test_a_guess_is_taken_and_kept_in_every_browser(window, site):
    with serving(site) as address:
        window.go(f"{address}/{CHAPTER}")
        window.wait_for("() => globalThis.progress && document.readyState === 'complete'")
        window.ask("() => { document.querySelector('.mh-guess button').click(); }")
        assert window.ask(SAID) == f"You said water, which is right. {WATER}"
        assert window.ask("() => document.querySelector('.mh-answer').open")
        window.go(f"{address}/{CHAPTER}")
        window.wait_for(f"() => ({SAID})().startsWith('You said water')")
        assert window.ask("() => wentWrong") == []
