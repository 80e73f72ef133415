"""Names of claims lead to rows of a folded table, which opens for who follows one."""

from book_site.pages import style
from book_site.text import glance
from multihead.claims import Claim

TWO = Claim("two", "Two < 3", "share", 25, (0.8,), above=0.5)


def test_a_name_leads_to_the_row():
    assert glance.link(TWO, "of-") == '<a href="#of-claim-two">Two &lt; 3</a>'


def test_the_sign_of_what_holds_stands_only_where_something_does():
    assert "✓" in glance.holding("One.", [TWO], "of-")
    assert glance.holding("None.", [], "of-") == "<p>None.</p>"


def test_the_fold_says_how_many_claims_its_table_has():
    assert [glance.these(1), glance.these(2)] == ["this claim", "these 2 claims"]


def test_a_browser_that_opens_no_fold_is_helped(static_page):
    """Chromium opens it by itself, so it is closed again before the script sees the link."""
    script = (style.HERE / "open_fold.js").read_text("utf-8")
    html = glance.folded('<table><tr id="of-claim-r²"><td>Row</td></tr></table>', "All numbers")
    page = static_page(html, f"<script>{script}</script>", hash="#of-claim-r%C2%B2")
    fold = page.locator("details")
    fold.evaluate("fold => { fold.open = false }")
    page.evaluate("dispatchEvent(new Event('hashchange'))")
    assert fold.evaluate("fold => fold.open")
    page.evaluate("location.hash = '#elsewhere'")
    fold.evaluate("fold => { fold.open = false }")
    page.evaluate("dispatchEvent(new Event('hashchange'))")
    assert not fold.evaluate("fold => fold.open")


def test_who_comes_back_finds_the_answers_and_the_place_as_they_were(static_page):
    script = (style.HERE / "open_fold.js").read_text("utf-8")
    answer = (
        '<details class="mh-answer"><summary>Show</summary><p style="height: 1300px"></details>'
    )
    page = static_page(f"<script>{script}</script>", *[answer] * 3)
    is_open = "[...document.querySelectorAll('details')].map(answer => answer.open)"
    assert page.evaluate(is_open) == [False] * 3
    for i in (0, 2):
        page.locator("summary").nth(i).click()
    page.evaluate("location.hash = '#place'")
    page.evaluate("scrollTo(0, 1700)")
    page.wait_for_function("history.state?.openAnswers.length === 2")
    here = page.url
    page.goto(f"{here.partition('#')[0]}?other")
    assert page.evaluate(is_open) == [False] * 3
    page.go_back()
    assert page.url == here
    assert page.evaluate(is_open) == [True, False, True]
    page.wait_for_function("scrollY === 1700")
