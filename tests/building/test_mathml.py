"""Formulas: converted by the build, drawn by the browser itself, in a font that is whole."""

import unicodedata
from types import SimpleNamespace

import pytest
from book_site.text import mathml
from built_pages import PAGES, soup_of
from docutils import nodes
from fontTools.ttLib import TTFont
from playwright.sync_api import expect
from sphinx.errors import ExtensionError
from visits import Visit

FONT = TTFont(mathml.FONT)
# A browser draws a variable of one letter with another character, which is italic.
ITALIC = {"h": "ℎ"} | {
    unicodedata.normalize("NFKC", italic): italic
    for italic in map(chr, (*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D716)))
    if unicodedata.category(italic) != "Cn"
}
# The longest equations of these pages are wider than a narrow phone.
NARROW = {"book/01-self-attention.html": 300, "book/15-heads-that-need-each-other.html": 280}


def drawn(token) -> str:
    text = token.get_text().strip()
    upright = token.name != "mi" or token.get("mathvariant") == "normal"
    return text if upright else ITALIC.get(text, text)


def test_the_font_keeps_what_places_the_parts_of_a_formula_and_stays_small():
    assert "MATH" in FONT
    assert mathml.FONT.stat().st_size <= 40_000
    assert (mathml.FONT.parent / "GUST-FONT-LICENSE.txt").is_file()


def test_the_font_has_every_character_of_every_formula(site):
    tokens = [t for page in PAGES for t in soup_of(site / page).select("math :is(mi,mn,mo,mtext)")]
    assert len(tokens) > 1000
    used = {c for token in tokens for c in drawn(token) if unicodedata.category(c) != "Cf"}
    assert {"𝑄", "𝜃", "∑"} <= used
    assert sorted(c for c in used if ord(c) not in FONT.getBestCmap()) == []


def test_a_formula_that_cannot_be_read_stops_the_build_and_is_named():
    formula = nodes.math("", r"\nosuch{y}")
    formula.source, formula.line = "/book/intro.md", 3
    translator = SimpleNamespace(builder=SimpleNamespace(srcdir="/book"))
    with pytest.raises(ExtensionError, match=r"^intro\.md:3: .*\\nosuch\{y\}.*Unknown command"):
        mathml.node_to_mathml(translator, formula)


def test_punctuation_stays_on_the_line_of_its_formula():
    formula = '<span translate="no"><math><mi>j</mi></math></span>'
    context = {"body": f"<p>Of ({formula}), {formula} and {formula}.</p>"}
    mathml.keep_punctuation(None, "page", "page.html", context, None)
    assert context["body"] == (
        f'<p>Of <span class="mh-unbroken">({formula}),</span> {formula} and '
        f'<span class="mh-unbroken">{formula}.</span></p>'
    )


def test_lines_are_kept_without_an_environment():
    assert mathml.to_mathml(r"a &= b \\ c &= d", block=True).count("<mtr>") == 2


def test_an_equation_keeps_its_number_and_its_address(site):
    page = soup_of(site / "book" / "01-self-attention.html")
    equation = page.select_one("#equation-ch01-eq-average")
    assert equation.select_one(".eqno").get_text() == "(1)#"
    assert equation.select_one(".eqno a")["href"] == "#equation-ch01-eq-average"
    assert equation.select_one("math")["display"] == "block"


def test_screen_readers_find_every_formula(browser, site):
    with Visit(browser, site / "book" / "01-self-attention.html") as visit:
        written = visit.page.locator("math:visible").count()
        devtools = visit.context.new_cdp_session(visit.page)
        tree = devtools.send("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in tree if not node["ignored"]]
        assert roles.count("MathMLMath") == written > 50
        assert {"MathMLFraction", "MathMLSquareRoot", "MathMLTable"} <= set(roles)


@pytest.mark.parametrize("page", NARROW)
def test_only_an_equation_that_is_too_wide_takes_the_focus(browser, site, page):
    with Visit(browser, site / page, width=NARROW[page]) as visit:
        boxes = visit.page.locator(".mh-equation")
        wide = "all => all.map((box) => box.scrollWidth > box.clientWidth)"
        focus = "all => all.map((box) => box.getAttribute('tabindex') === '0')"
        scrolling = boxes.evaluate_all(wide)
        assert set(scrolling) == {True, False}
        assert boxes.evaluate_all(focus) == scrolling
        visit.page.set_viewport_size({"width": 1280, "height": 900})
        expect(visit.page.locator(".mh-equation[tabindex]")).to_have_count(0)
        assert not any(boxes.evaluate_all(wide))


# For each root, the space after it, in the size of its letters.
GAPS = """() => [...document.querySelectorAll("msqrt")].map((root) => {
  const [whole, inside] = [root, root.lastElementChild].map((e) => e.getBoundingClientRect());
  return (whole.right - inside.right) / parseFloat(getComputedStyle(root).fontSize);
})"""


def test_no_gap_is_left_after_a_root(browser, site):
    """Chromium leaves as much space as the font's widest root would need."""
    with Visit(browser, site / "book" / "01-self-attention.html") as visit:
        gaps = visit.page.evaluate(GAPS)
        assert len(gaps) > 3
        assert max(gaps) < 0.1


def test_a_line_over_a_formula_is_read_as_one_over_it():
    written = mathml.to_mathml(r"\overline{x}", block=False)
    assert "\u203e" in written
    assert "\u0332" not in written


@pytest.mark.parametrize(("body", "loaded"), [("<p><math>", 1), ("<p>", 0)])
def test_only_a_page_with_formulas_loads_their_font(body, loaded):
    styles, scripts = [], []
    app = SimpleNamespace(
        add_css_file=styles.append, add_js_file=lambda _, body: scripts.append(body)
    )
    mathml.add_style_sheet(app, "page", "", {"body": body}, None)
    assert styles == [mathml.STYLE_SHEET] * loaded
    assert scripts == [mathml.WIDE_EQUATIONS_TAKE_FOCUS] * loaded


def test_the_font_is_part_of_its_style_sheet_and_its_licence_beside_it(tmp_path):
    mathml.write_style_sheet(SimpleNamespace(outdir=tmp_path))
    written = (tmp_path / "_static" / mathml.STYLE_SHEET).read_text("utf-8")
    assert "src: url(data:font/woff2;base64,d09GM" in written  # "wOF2", as every such font begins
    assert (tmp_path / "_static" / mathml.LICENCE.name).is_file()
