"""Former addresses lead on: of a page with another name, and of what stands on another page now.

`book/former_addresses.json` has every page of the site as it was before chapters moved, and the ids
on it that a link could lead to. `book/moved.toml` says what has another name now. Such links stand
on the pages of others, so neither shrinks. Where an id stands now is found in the built pages; one
that stands nowhere stops the build.
"""

import json
import posixpath
import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from string import Template

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.required_matches import replaced
from book_site.pages.content_policy import with_policy

PARTS = Path(__file__).with_name("moved_pages")
PAGE, SCRIPT = (Template((PARTS / name).read_text("utf-8")) for name in ("page.html", "lead_on.js"))
ID = re.compile(r'\sid="([^"]+)"')
HEAD_END = re.compile("</head>")
OLD_SCRIPTS = re.compile("<script data-moved>.*?</script>\n", re.DOTALL)


@dataclass
class Moved:
    """Where former addresses lead."""

    names: dict[str, dict[str, str]]  # book/moved.toml
    former: dict[str, list[str]]  # the ids on each former page
    pages: dict[str, str]  # a page by its former name, if it has another one now
    places: dict[str, dict[str, str]] = field(default_factory=dict)  # by former page and id

    def find_places(self, html_of_page: dict[str, str]) -> None:
        """Find what stands on another page than the one to which its own page has moved.

        Raises
        ------
        ExtensionError
            If an id stands nowhere, or on several other pages.
        """
        ids = {page: set(ID.findall(html)) for page, html in html_of_page.items()}
        pages_of_id = defaultdict(list)
        for page in ids:
            for id in ids[page]:
                pages_of_id[id].append(page)
        places = defaultdict(dict)
        for page, former_ids in self.former.items():
            page_now = self.pages.get(page, page)
            for id in former_ids:
                id_now = self.figure_now.get(id, id)
                there = id in ids.get(page_now, set())
                # Of a page that kept its address an id that is there again leads there.
                if there and (id_now == id or page_now == page):
                    continue
                listed = self.names.get("places", {}).get(f"{page}#{id}")
                target = listed or only_page(page, id_now, pages_of_id[id_now])
                places[page][id] = target if id_now == id else f"{target}#{id_now}"
        for widget, now in self.names.get("widgets", {}).items():
            (page, name), (other_page, other_name) = widget.split("/"), now.split("/")
            fragment = "" if name == other_name else f"#~{other_name}"
            places[f"book/{page}.html"][f"~{name}"] = f"book/{other_page}.html{fragment}"
        self.places = dict(places)

    @property
    def figure_now(self) -> dict[str, str]:
        """The id of a figure by its former id, if it has another number now."""
        numbers = self.names.get("figures", {}).items()
        return {figure_id(old): figure_id(new) for old, new in numbers}


def figure_id(number: str) -> str:
    return f"fig-{number.lower().replace('.', '-')}"


def only_page(page: str, id: str, pages: list[str]) -> str:
    if len(pages) != 1:
        raise ExtensionError(
            f"{page}#{id} led somewhere once; now the id is on {' and '.join(pages) or 'no page'}. "
            f"Put ({id})= where it belongs, or say where that is in book/moved.toml, under [places]"
        )
    return pages[0]


def read_moved(root: Path, others: dict[str, str]) -> Moved:
    """Read what has moved, and add other pages with another name; a book may have neither file."""
    toml, addresses = root / "book/moved.toml", root / "book/former_addresses.json"
    names = tomllib.loads(toml.read_text("utf-8")) if toml.exists() else {}
    former = json.loads(addresses.read_text("utf-8")) if addresses.exists() else {}
    now = {page: name_now(page, names) for page in former}
    return Moved(names, former, {page: name for page, name in now.items() if page != name} | others)


def name_now(page: str, names: dict[str, dict[str, str]]) -> str:
    """Return a page's name now: a chapter's, or that of its exercises, its slides or a widget."""
    folder, _, rest = page.partition("/")
    widget = rest.removesuffix(".html")
    if folder == "widgets" and widget in names.get("widgets", {}):
        return f"widgets/{names['widgets'][widget]}.html"
    parts = PurePosixPath(page).with_suffix("").parts
    return "/".join(names.get("pages", {}).get(part, part) for part in parts) + ".html"


def script_of(page: str, moved: Moved) -> str:
    """Return the script that leads on from a page, or nothing if all of it is still there."""

    def address(target: str) -> str:
        return posixpath.relpath(target, posixpath.dirname(page))

    places = {id: address(target) for id, target in moved.places.get(page, {}).items()}
    now = moved.pages.get(page)
    if not (places or now):
        return ""
    where = json.dumps({"places": places, "page": address(now) if now else None})
    return f"<script data-moved>{SCRIPT.substitute(where=where)}</script>\n"


def lead_on(moved: Moved, page: str, html: str) -> str:
    """Let a page that kept its address lead to what stands on another one now."""
    html = OLD_SCRIPTS.sub("", html)
    script = script_of(page, moved)
    if not script:
        return html
    return replaced(HEAD_END, lambda _: f"{script}</head>", html, page, once=True)


def redirect(page: str, moved: Moved, project: str) -> str:
    address = posixpath.relpath(moved.pages[page], posixpath.dirname(page))
    html = PAGE.substitute(project=project, page=address, script=script_of(page, moved))
    return with_policy(page, html)


def write_redirects(app: Sphinx, moved: Moved) -> None:
    """Write a page at each address that a page had before."""
    for page, now in moved.pages.items():
        if page in moved.former and not Path(app.outdir, now).is_file():
            raise ExtensionError(
                f"{page} had to lead to {now}, which is no page; say in book/moved.toml where it is"
            )
        file = Path(app.outdir, page)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(redirect(page, moved, app.config.project), "utf-8")
