"""A page for each widget that shows it alone, so that a page of another site can frame it.

What the address of a page calls `MoneyBank1` stands alone in `widgets/<page>/MoneyBank1.html`. Its
element in the book says so, with its title there; *Embed* below it gives both to other pages.
In such a page a widget has its code, most of its weight. A page of the book has that once a kind.
"""

import posixpath
import re
import shutil
from collections import Counter
from html import escape, unescape
from pathlib import Path, PurePosixPath
from string import Template

from sphinx.application import Sphinx

from book_site.building.required_matches import found
from book_site.pages.content_policy import with_policy
from book_site.pages.page_head import COLOUR_TAGS
from book_site.pages.style import TOKENS, font_face

FOLDER = "widgets"
PARTS = Path(__file__).with_name("embed_pages")
PAGE, STYLE, THEME_SCRIPT, HEIGHT_SCRIPT = (
    (PARTS / name).read_text("utf-8")
    for name in ("page.html", "style.css", "theme.js", "height.js")
)
STYLE = font_face("sans") + TOKENS + STYLE
# As `multihead.widgets.base` writes it: its data and its code are its two scripts.
WIDGET = re.compile(
    r'<div data-mh-widget="(?P<kind>\w+)"'
    r'(?: data-embed="(?P<address>[^"]*)" data-title="(?P<title>[^"]*)")?>'
    r"(?P<inside>.*?</script>(?P<code>.*?</script>)</div>)",
    re.DOTALL,
)
RUN_FIRST = Template("""<script>{
const first = document.querySelector('[data-mh-widget="$kind"] > script:not([type])');
const again = document.createElement("script");
again.textContent = first.textContent;
document.currentScript.replaceWith(again);
}</script>""")
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEADING = re.compile(r'<h[1-6]>((?:(?!</h).)*?)<a class="headerlink"', re.DOTALL)
FIGURE = '<figure class="mh-picture mh-wide">'
CAPTION = re.compile(r'\s*<figcaption>\s*<p class="mh-caption">(.*?)</p>', re.DOTALL)
FIRST_SENTENCE = re.compile(r"Figure \S+ ?.*?(?:[.?!](?= |$)|$)")


def remove_old_pages(app: Sphinx) -> None:
    """Remove the pages of an earlier build: a widget may have gone."""
    shutil.rmtree(Path(app.outdir, FOLDER), ignore_errors=True)


def add_addresses(page: str, html: str) -> str:
    """Say of each widget of a page where it stands alone, and what its title is there."""
    folder = FOLDER / PurePosixPath(page.removeprefix("book/")).with_suffix("")
    counts = Counter()

    def with_attributes(widget: re.Match) -> str:
        kind = widget["kind"]
        counts[kind] += 1
        address = posixpath.relpath(folder / f"{kind}{counts[kind]}.html", posixpath.dirname(page))
        title = escape(widget_title(page, html, widget))
        attributes = f'data-mh-widget="{kind}" data-embed="{address}" data-title="{title}"'
        return f"<div {attributes}>{widget['inside']}"

    return WIDGET.sub(with_attributes, html)


def share_code(html: str) -> str:
    """Let the second widget of a kind, and those after it, run the code of the first."""
    first_code: dict[str, str] = {}

    def run_first(widget: re.Match) -> str:
        kind, code = widget["kind"], widget["code"]
        if kind not in first_code:
            first_code[kind] = code
            return widget[0]
        if code != first_code[kind]:  # of an earlier build, which shared it
            return widget[0]
        return widget[0].replace(code, RUN_FIRST.substitute(kind=kind))

    return WIDGET.sub(run_first, html)


def widget_title(page: str, html: str, widget: re.Match) -> str:
    """Return the first sentence of a widget's caption, or the heading above it, and its page's
    title."""
    title = page_title(page, html)
    _, _, around = html[: widget.start()].rpartition(FIGURE)
    if "</figure>" not in around and (caption := CAPTION.match(around)):
        return f"{FIRST_SENTENCE.match(plain_text(caption[1]))[0]} — {title}"
    heading = plain_text(found(HEADING, html[: widget.start()], page)[-1][1])
    return title if title.startswith(heading) else f"{heading} — {title}"


def page_title(page: str, html: str) -> str:
    return plain_text(found(TITLE, html, page)[0][1])


def plain_text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def write_pages(app: Sphinx, page: str, html: str) -> None:
    """Write the page of each widget of a finished page, with its code."""
    first_code: dict[str, str] = {}
    for widget in WIDGET.finditer(html):
        kind = widget["kind"]
        code = first_code.setdefault(kind, widget["code"])
        inside = widget["inside"].replace(RUN_FIRST.substitute(kind=kind), code)
        name = posixpath.normpath(posixpath.join(posixpath.dirname(page), widget["address"]))
        file = Path(app.outdir, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(embed_page(name, page, html, widget, inside), "utf-8")


def embed_page(name: str, page: str, html: str, widget: re.Match, inside: str) -> str:
    """Return the page of one widget, with its data, its policy and a link to where it is from."""
    root = "../" * name.count("/")
    title = escape(page_title(page, html))
    html_of_page = Template(PAGE).substitute(
        root=root,
        colours=COLOUR_TAGS,
        title=widget["title"],
        heading=widget["title"].removesuffix(f" — {title}"),
        theme_script=THEME_SCRIPT,
        style=STYLE,
        widget=f'<div data-mh-widget="{widget["kind"]}">{inside}',
        back=f"{root}{page}#~{PurePosixPath(name).stem}:",
        page=title,
        script=HEIGHT_SCRIPT,
    )
    return with_policy(name, html_of_page)
