"""Which style sheets and scripts every page loads, and that their files are there."""

from types import SimpleNamespace

from book_site.pages import style


def test_every_file_that_a_page_loads_is_copied_into_the_site():
    config = SimpleNamespace(html_static_path=["of the theme"])
    style.add_files(None, config)
    first, *ours = config.html_static_path
    assert first == "of the theme"
    assert ours == [str(style.SITE), str(style.PAPER), str(style.PATH)]
    copied = {style.SITE.name, style.PATH.name, *(path.name for path in style.PAPER.iterdir())}
    styles, scripts = {}, []
    app = SimpleNamespace(
        add_css_file=lambda name, **how: styles.update({name: how}), add_js_file=scripts.append
    )
    style.load(app)
    assert {*styles, *scripts} == copied
    assert style.SITE.is_file()
    assert style.PATH.is_file()


def test_what_is_for_paper_is_not_used_on_a_screen_and_ours_follows_the_theme():
    styles = {}
    app = SimpleNamespace(
        add_css_file=lambda name, **how: styles.update({name: how}), add_js_file=lambda name: None
    )
    style.load(app)
    assert {name for name, how in styles.items() if how.get("media") == "print"} == {
        *(path.name for path in style.PAPER.glob("*.css"))
    }
    assert styles["site.css"]["priority"] > 500
