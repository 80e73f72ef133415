"""Write the deck of each chapter that has slides: one page, which reveal.js shows slide by slide.

reveal.js comes from npm; where that could not be reached, the deck says so and links its chapter.
It needs no other host and runs from a file. Its widgets are those of the chapter, and live. The
speaker's view (key S) shows notes and the next slide in a window of its own.
"""

import json
import re
import shutil
from html import escape
from pathlib import Path
from string import Template

from docutils import nodes
from sphinx.application import Sphinx

from book_site.building import page_scripts, typography
from book_site.building.required_matches import labelled, replaced
from book_site.pages.content_policy import csp_hash, with_policy
from book_site.pages.page_head import COLOUR_TAGS
from book_site.slides import lectures
from book_site.slides.chapter_slides import Slide, cut_into_slides
from book_site.slides.speaker_notes import speaker_notes
from book_site.text import untranslated

FOLDER = "slides"
PARTS = Path(__file__).with_name("deck")
PAGE = Template((PARTS / "page.html").read_text("utf-8"))
WITHOUT_REVEAL = Template((PARTS / "without_reveal.html").read_text("utf-8"))
REVEAL = "reveal"
# The speaker's view is a page that this plugin writes into a new window, under the deck's policy.
SPEAKER_SCRIPT = re.compile(r"<script>(.*?)<\\/script>", re.DOTALL)
# A figure takes what width there is; of several, each takes its part of it.
FIGURE_SIZE = re.compile(r"flex:1 1 \d+px;width:(\d+)px;max-width:min\(\d+px,100%\);height:auto")
ALIGNED_AT_TOP = "align-items:flex-start"


def write_deck(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Write a chapter's deck and offer it where its downloads are; or the decks of the plans."""
    source = Path(app.env.doc2path(pagename)) if doctree else Path()
    if app.builder.name != "html":
        return
    if pagename == lectures.PLANS_PAGE:
        for name, section in lectures.plans(doctree).items():
            write(app, name, pagename, lectures.lecture_slides(app, section))
    if source.suffix != ".ipynb":
        return
    slides = cut_into_slides(doctree, json.loads(source.read_text("utf-8"))["cells"])
    if not slides:
        Path(app.outdir, FOLDER, source.stem + ".html").unlink(missing_ok=True)
        return
    write(app, source.stem, pagename, slides)
    labelled(context["header_buttons"], "download-buttons", pagename)["buttons"].append(
        {
            "type": "link",
            "url": context["pathto"](f"{FOLDER}/{source.stem}.html", 1),
            "text": "Slides",
            "icon": "fas fa-person-chalkboard",
            "tooltip": "Show the slides of this chapter",
        }
    )


def write(app: Sphinx, name: str, pagename: str, slides: list[Slide]) -> None:
    deck = Path(app.outdir, FOLDER, f"{name}.html")
    deck.parent.mkdir(exist_ok=True)
    deck.write_text(deck_page(app, pagename, slides), "utf-8")


def copy_assets(app: Sphinx) -> None:
    """Put beside the decks what all of them load; forget those of chapters that are gone."""
    folder = Path(app.outdir, FOLDER)
    known = {Path(name).name for name in app.env.found_docs}
    for deck in folder.glob("*.html"):
        if deck.stem not in known and not deck.stem.startswith(lectures.LABEL):
            deck.unlink()
    if folder.is_dir():
        if app.config.page_scripts:
            shutil.copytree(page_scripts.folder(app) / REVEAL, folder / REVEAL, dirs_exist_ok=True)
        for name in ("figure_labels.js", "deck.js", "deck.css", "widgets.css"):
            shutil.copy(PARTS / name, folder)


def deck_page(app: Sphinx, pagename: str, slides: list[Slide]) -> str:
    """Return the deck's page."""
    title = slides[0].heading.astext()
    html = (PAGE if app.config.page_scripts else WITHOUT_REVEAL).substitute(
        colours=COLOUR_TAGS,
        title=escape(f"{title}: slides — {app.config.project}"),
        book=escape(app.config.project),
        chapter=f"../{app.builder.get_target_uri(pagename)}",
        slides="\n".join(slide_html(app, slide) for slide in slides),
    )
    html = with_policy(f"{FOLDER}/{pagename}", untranslated.keep(typography.keep(html)))
    if not app.config.page_scripts:
        return html
    speaker = csp_hash(speaker_script(page_scripts.folder(app) / REVEAL))
    return html.replace("script-src 'self'", f"script-src 'self' {speaker}", 1)


def speaker_script(reveal: Path) -> str:
    """Return the script of the speaker's view, as it stands once JavaScript has read its string."""
    text = (reveal / "notes.js").read_text("utf-8")
    (script,) = SPEAKER_SCRIPT.findall(text)
    return re.sub(r"\\([`$\\])", r"\1", script)


def slide_html(app: Sphinx, slide: Slide) -> str:
    """Return a slide, with its notes."""
    level = "h1" if slide.kind == "title" else "h2"
    heading = f"<{level}>{render(app, nodes.inline('', '', *slide.heading.children))}</{level}>"
    caption = render(app, slide.caption) if slide.caption else ""
    spoken = slide.mistake + slide.spoken_before + slide.spoken_after
    notes = "".join(render(app, node) for node in spoken)
    notes = speaker_notes(slide) + notes
    if slide.kind == "widget":  # it needs the room
        heading = f'<div class="slide-heading">{heading}</div>'
        caption, notes = "", caption + notes
    return (
        f'<section class="{slide.kind}" data-sections="{" ".join(slide.sections)}"'
        f'{timing(slide)}>\n<div class="slide">\n{heading}\n'
        f'<div class="slide-content">{content_html(app, slide)}</div>\n{caption}{stage_html(slide)}'
        f'</div>\n<aside class="notes">{notes}</aside>\n</section>'
    )


def timing(slide: Slide) -> str:
    """Return how long a slide of a lecture is shown, for the clock of the speaker's view."""
    return f' data-timing="{slide.seconds}"' if slide.stage else ""


def stage_html(slide: Slide) -> str:
    if not slide.stage:
        return ""
    whole, rest = divmod(slide.seconds, 60)
    minutes = f"{whole or ''}{'½' if rest else ''}"
    return f'<p class="stage"><b>{slide.stage}</b> {minutes} min</p>\n'


def content_html(app: Sphinx, slide: Slide) -> str:
    html = "".join(render(app, node) for node in content_nodes(slide))
    if slide.kind == "question":
        return html + choices_html(slide.guess)
    if slide.kind == "answer":
        return answer_html(slide.guess) + html
    if "<svg " in html:
        html = replaced(FIGURE_SIZE, r"flex:\1 1 0;min-width:0", html, slide.heading.astext())
    return html.replace(ALIGNED_AT_TOP, "align-items:center")


def choices_html(guess: dict) -> str:
    """List what one may guess; a number is called out."""
    if "number" in guess:
        return f"<p>{escape(guess['ask'])} …</p>" if "ask" in guess else ""
    items = "".join(f"<li>{escape(choice)}</li>" for choice, _ in guess.get("choices", ()))
    return f"{question_html(guess)}<ol>{items}</ol>" if items else ""


def question_html(guess: dict) -> str:
    """Say what is guessed, if the question asks for more."""
    question = guess.get("ask", "").rstrip("?:")
    return f"<p>{escape(question)}:</p>" if question else ""


def answer_html(guess: dict) -> str:
    if "number" in guess:
        asked = f"{escape(guess['ask'])} " if "ask" in guess else ""
        number = f'<b class="right">{escape(str(guess["number"]))}</b>'
        return f"<p>{asked}{number}</p><p>{escape(guess['near'])}</p>"
    if "right" not in guess:
        return ""
    items = "".join(
        f'<li class="right">{escape(choice)}</li>'
        if choice == guess["right"]
        else f"<li>{escape(choice)}</li>"
        for choice, _ in guess["choices"]
    )
    line = dict(guess["choices"])[guess["right"]]
    said = f"<p>{escape(line)}</p>" if line else ""
    return f"{question_html(guess)}<ol>{items}</ol>{said}"


def render(app: Sphinx, node: nodes.Node) -> str:
    """Return a node's HTML, without links: on a slide nothing leads away from it."""
    copy = node.deepcopy()
    for part in list(copy.findall(nodes.Element)):
        part["ids"] = []
        if isinstance(part, nodes.math_block):
            part["number"] = None
    for link in list(copy.findall(nodes.reference)):
        link.parent.replace(link, link.children)
    drop_page_markup(copy)
    return app.builder.render_partial(copy)["fragment"]


def content_nodes(slide: Slide) -> list[nodes.Node]:
    """Return what a slide shows: of a picture's or a widget's cell, its output alone."""
    if slide.kind not in {"picture", "widget"}:
        return slide.above_question + slide.content
    return [part for part in slide.content[0] if "cell_output" in part["classes"]]


def drop_page_markup(copy: nodes.Node) -> None:
    """Leave out what only the page needs: places to link to, its margin, *Predict, then run*."""
    for part in list(copy.findall(nodes.Element)):
        is_mark = isinstance(part, nodes.strong) and part.astext().startswith("Predict")
        is_note = "mh-definition" in part.get("classes", ())
        if is_mark or is_note or isinstance(part, nodes.target):
            part.parent.remove(part)
