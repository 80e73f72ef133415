"""The page *How sure are we?*, and links between claims and cells.

The links from a claim to its rows are put into the finished page, where the claim is already drawn.
The summary of a chapter has one link to all rows of the chapter.
"""

import html
import json
import posixpath
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from book_site.text.going_further import SUMMARY

PAGE = "book/how-sure"
FILE = "book/replications.json"
SETTINGS_FILE = "book/settings.json"
ROWS = {"How sure?": "book/how-sure.html#of-", "Where it holds": "book/settings.html#where-"}
TAG = re.compile(r"<[^>]*>")
CLAIM = re.compile(
    r'(<div class="mh-figure mh-claim" id="claim-([a-z0-9-]+)"[^>]*>)'  # data-claim holds no ">"
    r"((?:[^<]|</?span\b[^>]*>)*?)(?: <a .*?</a>)*(</div>)"  # spans are of untranslated.py
)

LINK = re.compile(r'(href="[a-z0-9-]+)\.(?:html|ipynb)#claim-')


class Replications(Directive):
    """``{replications}`` gives a picture of all claims; with a chapter's name, what became of its.

    That is, at a glance, what holds in all runs, and a folded table of all numbers.
    """

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        # They load PyTorch, which no other page needs.
        from multihead.claims import replications

        from book_site.text import replication_glance, replication_tables, stale_results

        env = self.state.document.settings.env
        stale_results.note_code_dependencies(env)
        file = Path(env.srcdir, FILE)
        for name in (FILE, SETTINGS_FILE):
            env.note_dependency(str(Path(env.srcdir, name)))
        chapters = replications.load(file)
        if not self.arguments:
            shown = replication_tables.picture(chapters)
        else:
            stale = replication_tables.stale_chapters(file, chapters)
            counts = count_settings(Path(env.srcdir))
            shown = replication_glance.with_table(self.arguments[0], chapters, stale, counts)
        return [nodes.raw("", shown, format="html")]


def known_claims(root: Path) -> dict[str, dict[str, str]]:
    """Return, for each page of rows, the words of the link to a claim's row, by its id."""
    ids = (claim["id"] for chapter in stored(root, FILE).values() for claim in chapter["claims"])
    counts = count_settings(root)
    return {
        "How sure?": dict.fromkeys(ids, "How sure?"),
        "Where it holds": {id: f"Where it holds: {words}" for id, words in counts.items()},
    }


def count_settings(root: Path) -> dict[str, str]:
    """Say of each claim that was tried in other settings in how many of them it holds."""
    from multihead.claims import replications  # loads PyTorch

    from book_site.text.settings_tables import ClaimInSettings

    in_settings = stored(root, SETTINGS_FILE)
    if not in_settings:
        return {}
    claims = {c.id: c for part in replications.load(root / FILE).values() for c in part["claims"]}
    return {
        id: ClaimInSettings(
            chapter, claims[id], dict(zip(in_settings["settings"], values, strict=True))
        ).how_many_hold()
        for chapter, part in in_settings["chapters"].items()
        for id, values in part["found"].items()
    }


def stored(root: Path, file: str) -> dict:
    return json.loads((root / file).read_text("utf-8")) if (root / file).exists() else {}


def failed_claims(html_of_page: str) -> list[str]:
    """List what a page says of claims that do not hold in this build."""
    texts = (TAG.sub("", text) for _, _, text, _ in CLAIM.findall(html_of_page))
    return [html.unescape(text) for text in texts if "✗" in text]


def link_claims(known: dict[str, dict[str, str]], page: str, html_of_page: str) -> str:
    """Link each claim of a page to its rows, in place of the links of an earlier build."""
    folder = posixpath.dirname(page)
    addresses = {name: posixpath.relpath(rows, folder) for name, rows in ROWS.items()}

    def with_links(match: re.Match) -> str:
        begin, id, text, end = match.groups()
        links = "".join(
            f' <a href="{addresses[rows]}claim-{id}">{words[id]}</a>'
            for rows, words in known.items()
            if id in words
        )
        return f"{begin}{text}{links}{end}"

    return CLAIM.sub(with_links, html_of_page)


def link_summary(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put below the sentences of a chapter's summary a link to the rows of the chapter's claims."""
    contents = app.env.tocs[PAGE].findall(nodes.reference) if PAGE in app.env.tocs else []
    anchors = {reference.astext(): reference["anchorname"] for reference in contents}
    anchor = anchors.get(app.env.titles[docname].astext())
    summary = next((s for s in doctree.findall(nodes.section) if SUMMARY in s["ids"]), None)
    if app.builder.name != "html" or anchor is None or summary is None:
        return
    uri = app.builder.get_relative_uri(docname, PAGE) + anchor
    link = nodes.reference("", "How sure are we of this?", internal=True, refuri=uri)
    boxes = [i for i, part in enumerate(summary) if isinstance(part, nodes.Admonition)]
    position = boxes[0] if boxes else len(summary)
    summary.insert(position, nodes.paragraph("", "", link, classes=["mh-how-sure"]))


def link_to_pages(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the links of tables lead to pages: of the site or the ebook, not to notebooks."""
    for raw in doctree.findall(nodes.raw):
        if "mh-rows" in raw.astext():
            to_page = rf"\1{app.builder.out_suffix}#claim-"
            raw.children = [nodes.Text(LINK.sub(to_page, raw.astext()))]
