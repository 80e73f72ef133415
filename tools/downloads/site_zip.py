"""The whole site as one zip: unpack it, open index.html, no network needed.

Without MiniLM's weights, which a page opened as a file could not fetch: they would double the zip.
"""

from pathlib import Path

from book_site.learners.packing import pack
from book_site.pages.model_files import MINILM_FOLDER

TOP = "many-heads"


def path_to_top(html: Path, page: Path) -> str:
    """Return the way from a page to the top of the site, such as `../`."""
    return "../" * (len(page.relative_to(html).parts) - 1)


def write_site(html: Path, target: Path, link: str, commit: str) -> None:
    """Pack the built site, its PDF too; in the zip no page links to the zip."""
    files = {}
    for path in sorted(filter(Path.is_file, html.rglob("*"))):
        data = path.read_bytes()
        if path.suffix == ".html":
            data = data.replace(link.format(up=path_to_top(html, path)).encode(), b"")
        name = path.relative_to(html).as_posix()
        if path != target and not name.startswith(MINILM_FOLDER):
            files[name] = data
    pack(files, target, TOP, commit)
