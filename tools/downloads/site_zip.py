"""The whole site as one zip: unpack it, open index.html, no network needed."""

from pathlib import Path

from book_site.learners.packing import pack

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
        if path != target:
            files[path.relative_to(html).as_posix()] = data
    pack(files, target, TOP, commit)
