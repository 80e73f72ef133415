"""Which style sheets every page loads, and what stands in them."""

import re
from types import SimpleNamespace

from book_site.pages import style

WRITTEN = {"faces.css", "look.css"}


def test_what_is_for_paper_is_not_used_on_a_screen_and_ours_follows_the_theme():
    styles = {}
    app = SimpleNamespace(
        add_css_file=lambda name, **how: styles.update({name: how}),
        add_js_file=lambda name, **how: None,
    )
    style.load_files(app)
    assert {name for name, how in styles.items() if how.get("media") == "print"} == {
        *(path.name for path in style.PRINT.glob("*.css"))
    }
    assert all(styles[name]["priority"] > 500 for name in WRITTEN)


def test_the_fonts_are_light_and_part_of_the_sheet():
    sizes = [path.stat().st_size for path in (style.LOOK / "fonts").glob("*.woff2")]
    assert len(sizes) == len(style.FONTS)
    assert sum(sizes) <= 60_000
    for name in style.FONTS:
        assert re.search(r"src: url\(data:font/woff2;base64,d09GM", style.font_face(name))  # "wOF2"


def test_every_colour_that_a_sheet_names_has_a_value_for_light_and_dark():
    colours = dict(re.findall(r"(--[\w-]+): light-dark\((.+)\);", style.TOKENS))
    assert len(colours) > 15
    assert all(value.count("#") == 2 for value in colours.values())
    defined = {*re.findall(r"(--[\w-]+):", style.TOKENS)}
    sheets = "".join(sheet.read_text("utf-8") for sheet in style.SHEETS)
    set_by_elements = {"--low", "--high", "--at", "--width", "--columns", "--depth"}
    own = {*re.findall(r"(--[\w-]+):", sheets)} | set_by_elements
    used = {*re.findall(r"var\((--[\w-]+)", sheets)}
    assert {name for name in used - defined - own if not name.startswith("--pst-")} == set()
