"""The site's address, found in one place, and what needs it: canonical links, sitemap, robots.txt.

The address is SITE_URL if that is set, or else where GitHub Pages puts the repository's site. So a
fork gets its own. Without an address none of these is written: they would be wrong.
"""

import os
import re
from pathlib import Path
from xml.etree import ElementTree

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from book_site.building.repository import repository_url

ROBOTS = "User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def address_from_environment(variable: str, example: str) -> str | None:
    """Return the address that a variable of the environment holds, with a slash at its end."""
    address = os.environ.get(variable)
    if not address:
        return None
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", address):
        raise ExtensionError(f"{variable}={address!r} is no address of a site; use {example}")
    return address.rstrip("/") + "/"


def site_address(root: Path) -> str | None:
    """Return the address of the home page, with a slash at its end, or None if nothing tells."""
    address = address_from_environment("SITE_URL", "https://example.org/many-heads/")
    if address:
        return address
    repository = repository_url(root)
    if repository is None:
        return None
    owner, name = repository.lower().split("/")[-2], repository.split("/")[-1]
    host = f"{owner}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def page_address(app: Sphinx, docname: str) -> str:
    """Return the one address of a page; the home page has the site's own."""
    is_home = docname == app.config.root_doc
    return app.config.html_baseurl + ("" if is_home else app.builder.get_target_uri(docname))


def configure(app: Sphinx, config: Config) -> None:
    config.html_baseurl = site_address(Path(app.srcdir)) or ""


def write_sitemap_and_robots(app: Sphinx) -> None:
    """Write the sitemap and robots.txt, or remove them where the address is not known."""
    sitemap, robots = (Path(app.outdir, name) for name in ("sitemap.xml", "robots.txt"))
    if app.config.html_baseurl:
        write_sitemap(app, sitemap)
        robots.write_text(ROBOTS.format(address=app.config.html_baseurl), "utf-8")
    else:
        for old in (sitemap, robots):
            old.unlink(missing_ok=True)


def write_sitemap(app: Sphinx, path: Path) -> None:
    """List every page of the book, also those that this build had no need to write again."""
    root = ElementTree.Element("urlset", xmlns=SITEMAP)
    for docname in sorted(app.env.found_docs):
        url = ElementTree.SubElement(root, "url")
        ElementTree.SubElement(url, "loc").text = page_address(app, docname)
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
