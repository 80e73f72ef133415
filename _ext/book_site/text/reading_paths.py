"""Marked paths through the book: from section to section, as `book/paths.toml` names them.

At the end of each of its sections a path says where one is, where this leaves the question and
what comes next. What was skipped on the way stands at the beginning of the next section, below all
that it would give away. A link of a path has its name in the address; `path.js` then shows the
signs of that path and no others. ``{path} hour`` lists a whole path on a page, says how long it
takes, and has a button that begins it. `learners/progress/path_marks.js` marks in it, and in the
side bar, what a reader has done, and lets the button go on from there.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_words
from book_site.text.going_further import ID as FURTHER
from book_site.text.reading_time import WORDS_A_MINUTE, minutes

FILE = "book/paths.toml"
LIST = "mh-path-list"
SKIPPED = "Skipped and taken for granted:"


@dataclass
class Stop:
    """A section on a path, and what is skipped before it."""

    page: str
    id: str
    title: str
    skipped: str
    location: str  # where in the file
    so_far: str = ""  # where the section leaves the question
    minutes: float = 0  # to read it, with what is said before and after it


@dataclass
class ReadingPath:
    key: str
    name: str
    stops: list[Stop]


class PathList(Directive):
    """``{path} hour``: every section of a path, with what is skipped between them, and the time."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        path_by_key = tomllib.loads(env.config.book_paths)
        if self.arguments[0] not in path_by_key:
            raise self.error(
                f"no path is called {self.arguments[0]!r}; {FILE} has {', '.join(path_by_key)}"
            )
        for notebook in Path(env.srcdir, "book").glob("*.ipynb"):
            env.note_dependency(str(notebook))
        return [nodes.container(classes=[LIST], path=self.arguments[0])]


def configure(app: Sphinx, config: Config) -> None:
    """Read the paths of a book; a book without the file has none."""
    file = Path(app.srcdir) / FILE
    config.book_paths = file.read_text("utf-8") if file.exists() else ""


@cache
def paths(app: Sphinx) -> list[ReadingPath]:
    """Return the paths of a book, all of whose pages have been read."""
    labels, text = app.env.get_domain("std").labels, app.config.book_paths
    all_paths = [
        ReadingPath(
            key, path["name"], [stop(labels, text, key, **fields) for fields in path["stops"]]
        )
        for key, path in tomllib.loads(text).items()
    ]
    for path in all_paths:
        for each in path.stops:
            each.minutes = minutes_to_read(app, each)
    return all_paths


def stop(
    labels: dict, text: str, key: str, section: str, skipped: str = "", so_far: str = ""
) -> Stop:
    location = of_words(FILE, text, section)
    if section not in labels:
        raise ExtensionError(
            f"{location}: path {key} calls {section!r}, and no section has this label"
        )
    return Stop(*labels[section], skipped, location, so_far)


def add_signposts(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the signs of every path into a page, and the lists that it asks for."""
    all_paths = paths(app)
    for path in all_paths:
        for i, stop in enumerate(path.stops):
            if stop.page == page:
                section = section_of(doctree, stop)
                section.append(signpost(app, path, i))
                if stop.skipped:
                    section.insert(1, skip_note(path, stop))  # below its title
    for path_list in [box for box in doctree.findall(nodes.container) if LIST in box["classes"]]:
        (path,) = (path for path in all_paths if path.key == path_list["path"])
        path_minutes = sum(stop.minutes for stop in path.stops)
        begin = link(app, page, path, path.stops[0])
        begin.children, begin["classes"] = [nodes.Text("Begin")], ["mh-start"]
        path_list += nodes.paragraph("", f"It takes about {round(path_minutes)} minutes to read.")
        path_list += nodes.paragraph("", "", begin)
        path_list += nodes.enumerated_list(
            "", *(list_item(app, page, path, stop) for stop in path.stops)
        )


def minutes_to_read(app: Sphinx, stop: Stop) -> float:
    """Return the minutes to read a section of a path, with what the path says around it."""
    section = section_of(app.env.get_doctree(stop.page), stop)
    return minutes(section) + len(f"{stop.so_far} {stop.skipped}".split()) / WORDS_A_MINUTE


def section_of(doctree: nodes.document, stop: Stop) -> nodes.section:
    section = next(s for s in doctree.findall(nodes.section) if stop.id in s["ids"])
    above = section
    while above := above.parent:
        if FURTHER in above.get("ids", []):
            raise ExtensionError(
                f"{stop.location}: {stop.id} goes further; a path leads through the core"
            )
    return section


def signpost(app: Sphinx, path: ReadingPath, i: int) -> nodes.container:
    """Say where one is on a path and in its question, and what comes next."""
    paragraph = nodes.paragraph(
        "", "", nodes.strong("", f"{path.name}, {i + 1} of {len(path.stops)}.")
    )
    if path.stops[i].so_far:
        paragraph += nodes.Text(f" {path.stops[i].so_far}")
    if i + 1 < len(path.stops):
        page, next_stop = path.stops[i].page, path.stops[i + 1]
        stop_mark = "" if next_stop.title.endswith("?") else "."
        next_link = link(app, page, path, next_stop)
        paragraph += [nodes.Text(" Next: "), next_link, nodes.Text(stop_mark)]
    else:
        paragraph += nodes.Text(" This is its end.")
    return sign(path, paragraph)


def skip_note(path: ReadingPath, stop: Stop) -> nodes.container:
    words = nodes.emphasis("", SKIPPED), nodes.Text(f" {stop.skipped}")
    return sign(path, nodes.paragraph("", "", *words), "mh-skipped")


def sign(path: ReadingPath, paragraph: nodes.paragraph, *classes: str) -> nodes.container:
    return nodes.container("", paragraph, classes=["mh-path", f"mh-path-{path.key}", *classes])


def list_item(app: Sphinx, page: str, path: ReadingPath, stop: Stop) -> nodes.list_item:
    chapter = stop.page.rpartition("/")[2][:2]
    paragraph = nodes.paragraph(
        "", "", link(app, page, path, stop), nodes.Text(f" (chapter {chapter})")
    )
    return nodes.list_item("", paragraph)


def link(app: Sphinx, page: str, path: ReadingPath, stop: Stop) -> nodes.reference:
    page_uri = app.builder.get_relative_uri(page, stop.page) or page.rpartition("/")[2] + ".html"
    uri = f"{page_uri}?path={path.key}#{stop.id}"
    return nodes.reference("", stop.title, internal=True, refuri=uri)


def list_in_sidebar(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    """Give the sidebar's template the paths: who walks one looks things up on other pages too."""
    if app.builder.name == "html":
        context["mh_paths"] = paths(app)
