"""Six answers to why heads differ: a vote on the home page, and a strip where one is decided.

`book/six_answers.toml` has the answers, their verdicts, and where each is shown. ``{six-answers}``
is the vote; without a script it is the list. The strip stands after the summary of a chapter that
decides one; in the last chapter, whose text has the reasons, it opens the section about them.
`learners/progress/vote.js` marks in it what a reader said.
"""

import tomllib
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from book_site.text.going_further import SUMMARY
from book_site.text.quoted_claims import LAST_CHAPTER

FILE = "book/six_answers.toml"
OPEN = "open"
NONE = "none of these"
UNHIDE = "<script>document.currentScript.parentElement.hidden = false</script>"
CHANGES_VOTE = ("12-copies", LAST_CHAPTER)  # here a reader may have changed their mind
VERDICTS = "six-common-answers"  # the section of the last chapter


def read_answers(env: BuildEnvironment) -> list[dict[str, Any]]:
    file = Path(env.srcdir, FILE)
    return tomllib.loads(file.read_text("utf-8"))["answers"] if file.exists() else []


class SixAnswers(Directive):
    """``{six-answers}``: the vote."""

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        answers = read_answers(env)
        plain = nodes.enumerated_list("", enumtype="upperalpha", classes=["mh-six-answers"])
        plain += [nodes.list_item("", nodes.paragraph("", entry["answer"])) for entry in answers]
        return [plain, nodes.raw("", vote_form(answers), format="html")]


def vote_form(answers: list[dict[str, Any]]) -> str:
    choices = [(entry["letter"], entry["answer"]) for entry in answers] + [("none", NONE)]
    options = "".join(
        f'<label><input type="radio" name="vote" value="{value}"> '
        f"{f'<b>{value}</b> ' if value != 'none' else ''}{escape(text)}</label>"
        for value, text in choices
    )
    return (
        f'<form class="mh-vote" hidden>{UNHIDE}<fieldset><legend>Which answer would you give?'
        f'</legend>{options}</fieldset><p role="status"></p></form>'
    )


def add_strip(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the strip at the end of a chapter's summary, if the chapter decides an answer.

    In the last chapter it stands below the first paragraph of the section about the answers.
    """
    chapter, answers = PurePosixPath(docname).name, read_answers(app.env)
    decides = {v["chapter"] for entry in answers for v in entry["verdicts"]} | {LAST_CHAPTER}
    place = VERDICTS if chapter == LAST_CHAPTER else SUMMARY
    section = next((s for s in doctree.findall(nodes.section) if place in s["ids"]), None)
    if app.builder.name != "html" or not answers or chapter not in decides or section is None:
        return
    links = {
        label: app.builder.get_relative_uri(docname, page) + f"#{id}"
        for label, (page, id, _) in app.env.get_domain("std").labels.items()
    }
    position = 2 if chapter == LAST_CHAPTER else len(section)
    section.insert(position, nodes.raw("", strip(answers, chapter, links), format="html"))


def strip(answers: list[dict[str, Any]], chapter: str, links: dict[str, str]) -> str:
    items = "".join(strip_item(entry, chapter, links) for entry in answers)
    change = vote_form(answers) if chapter in CHANGES_VOTE else ""
    return (
        '<aside class="mh-strip-of-answers" aria-label="Six answers"><p><b>Six answers</b> '
        f"to why heads differ</p><ul>{items}</ul>{change}</aside>"
    )


def strip_item(entry: dict[str, Any], chapter: str, links: dict[str, str]) -> str:
    said = [v for v in entry["verdicts"] if chapter == LAST_CHAPTER or v["chapter"] <= chapter]
    verdict = said[-1]["verdict"] if said else OPEN
    reason = ""
    if said and chapter != LAST_CHAPTER:
        place = links[said[-1]["section"]]
        reason = f': <a href="{escape(place)}">{escape(said[-1]["why"])}</a>'
    now = " mh-now" * any(v["chapter"] == chapter for v in entry["verdicts"])
    return (
        f'<li class="mh-answer-{verdict.replace(" ", "-")}{now}" data-answer="{entry["letter"]}">'
        f"<b>{entry['letter']}</b> <span>{escape(entry['answer'])}</span> "
        f"<em>{verdict}</em>{reason}</li>"
    )
