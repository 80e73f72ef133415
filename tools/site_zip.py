"""The whole site as one zip: unpack it, open index.html, no network needed."""

import zipfile
from pathlib import Path

TOP = "many-heads"
DATE = (1980, 1, 1, 0, 0, 0)  # the same pages make the same zip


def up_from(html: Path, page: Path) -> str:
    """Return the way from a page to the top of the site, such as `../`."""
    return "../" * (len(page.relative_to(html).parts) - 1)


def write_site(html: Path, target: Path, link_to_it: str) -> None:
    """Pack the built site, its PDF and EPUB too; in the zip no page links to the zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(html.rglob("*")):
            if file.is_file() and file != target:
                data = file.read_bytes()
                if file.suffix == ".html":
                    link = link_to_it.format(up=up_from(html, file))
                    data = data.replace(link.encode(), b"")
                entry = zipfile.ZipInfo(f"{TOP}/{file.relative_to(html).as_posix()}", DATE)
                archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
