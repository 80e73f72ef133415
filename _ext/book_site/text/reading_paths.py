"""Marked paths through the book: from section to section, as `book/paths.toml` names them.

At the end of each of its sections a path says where one is, what comes next, and what is skipped on
the way. A link of a path has its name in the address; `path.js` then shows the signs of that path
and no others. ``{path} hour`` lists a whole path on a page, and says how long it takes.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File

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


@dataclass
class Stop:
    """A section on a path, and what is skipped before it."""

    page: str
    id: str
    title: str
    skipped: str
    named: str  # where in the file


@dataclass
class Path:
    key: str
    name: str
    stops: list[Stop]


class Listed(Directive):
    """``{path} hour``: every section of a path, with what is skipped between them, and the time."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        known = tomllib.loads(env.config.book_paths)
        if self.arguments[0] not in known:
            raise self.error(
                f"no path is called {self.arguments[0]!r}; {FILE} has {', '.join(known)}"
            )
        for notebook in File(env.srcdir, "book").glob("*.ipynb"):
            env.note_dependency(str(notebook))
        return [nodes.container(classes=[LIST], path=self.arguments[0])]


def configure(app: Sphinx, config: Config) -> None:
    """Read the paths of a book; a book without the file has none."""
    file = File(app.srcdir) / FILE
    config.book_paths = file.read_text("utf-8") if file.exists() else ""


def paths(app: Sphinx) -> list[Path]:
    known, text = app.env.get_domain("std").labels, app.config.book_paths
    return [
        Path(key, path["name"], [stop(known, text, key, **one) for one in path["stops"]])
        for key, path in tomllib.loads(text).items()
    ]


def stop(known: dict, text: str, key: str, section: str, skipped: str = "") -> Stop:
    named = of_words(FILE, text, section)
    if section not in known:
        raise ExtensionError(
            f"{named}: path {key} calls {section!r}, and no section has this label"
        )
    return Stop(*known[section], skipped, named)


def sign(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the signs of every path into a page, and the lists that it asks for."""
    every = paths(app)
    for path in every:
        for i, stop in enumerate(path.stops):
            if stop.page == page:
                section_of(doctree, stop).append(signpost(app, path, i))
    for place in [box for box in doctree.findall(nodes.container) if LIST in box["classes"]]:
        (path,) = (path for path in every if path.key == place["path"])
        place += nodes.paragraph("", f"It takes about {round(to_read(app, path))} minutes to read.")
        place += nodes.enumerated_list("", *(item(app, page, path, stop) for stop in path.stops))


def to_read(app: Sphinx, path: Path) -> float:
    """Return the minutes to read the sections of a path, and what is skipped between them."""
    sections = [section_of(app.env.get_doctree(stop.page), stop) for stop in path.stops]
    words = sum(len(stop.skipped.split()) for stop in path.stops)
    return sum(map(minutes, sections)) + words / WORDS_A_MINUTE


def section_of(doctree: nodes.document, stop: Stop) -> nodes.section:
    section = next(s for s in doctree.findall(nodes.section) if stop.id in s["ids"])
    above = section
    while above := above.parent:
        if FURTHER in above.get("ids", []):
            raise ExtensionError(
                f"{stop.named}: {stop.id} goes further; a path leads through the core"
            )
    return section


def signpost(app: Sphinx, path: Path, i: int) -> nodes.container:
    """Say where one is on a path, what comes next and what is skipped."""
    said = nodes.paragraph("", "", nodes.strong("", f"{path.name}, {i + 1} of {len(path.stops)}."))
    if i + 1 < len(path.stops):
        page, after = path.stops[i].page, path.stops[i + 1]
        said += [nodes.Text(" Next: "), link(app, page, path, after), nodes.Text(".")]
        said += skipped(after)
    else:
        said += nodes.Text(" This is its end.")
    return nodes.container("", said, classes=["mh-path", f"mh-path-{path.key}"])


def item(app: Sphinx, page: str, path: Path, stop: Stop) -> nodes.list_item:
    chapter = stop.page.rpartition("/")[2][:2]
    said = nodes.paragraph("", "", link(app, page, path, stop), nodes.Text(f" (chapter {chapter})"))
    said += skipped(stop)
    return nodes.list_item("", said)


def skipped(stop: Stop) -> Iterator[nodes.Node]:
    if stop.skipped:
        yield nodes.Text(" ")
        yield nodes.emphasis("", "Skipped and taken for granted:")
        yield nodes.Text(f" {stop.skipped}")


def link(app: Sphinx, page: str, path: Path, stop: Stop) -> nodes.reference:
    there = app.builder.get_relative_uri(page, stop.page) or page.rpartition("/")[2] + ".html"
    uri = f"{there}?path={path.key}#{stop.id}"
    return nodes.reference("", stop.title, internal=True, refuri=uri)


def in_sidebar(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    """Give the sidebar's template the paths that lead through the page."""
    if app.builder.name == "html":
        through = [path for path in paths(app) if page in {stop.page for stop in path.stops}]
        context["mh_paths"] = through
