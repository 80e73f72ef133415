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
