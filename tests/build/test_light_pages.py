"""A page loads the add-ons that have work in it, and no others."""

from built_pages import soup_of
from visits import Visit


def test_an_add_on_works_where_it_is_needed(browser, site):
    with Visit(browser, site / "book" / "exercises" / "01-self-attention.html") as visit:
        folded, code = (visit.page.locator(s) for s in (".admonition.dropdown", ".highlight pre"))
        assert visit.page.locator(".toggle-button").count() == folded.count() > 0
        assert visit.page.locator("button.copybtn").count() == code.count() > 0
    with Visit(browser, site / "index.html") as visit:
        card = visit.page.locator(".sd-card").first
        assert card.evaluate("(card) => getComputedStyle(card).display") == "flex"
    with Visit(browser, site / "book" / "04-all-heads-at-once.html") as visit:
        code = visit.page.locator(".cell .cell_input").first
        assert code.evaluate("(code) => getComputedStyle(code).display") == "flex"


def test_a_page_of_words_loads_no_add_on_and_no_font_for_formulas(site):
    page = soup_of(site / "book" / "how-sure.html")
    files = [tag.get("src") or tag.get("href") for tag in page.select("script[src], link[href]")]
    assert any("pydata-sphinx-theme" in file for file in files)
    idle = ("copybutton", "clipboard", "toggle", "design", "mystnb", "thebe", "mathematics")
    assert [file for file in files if any(name in file for name in idle)] == []
