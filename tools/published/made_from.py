"""Which commit a published file says that it is made from: a page, a download."""

import re
import zipfile
import zlib
from io import BytesIO
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from book_site.building.repository import DIGITS
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from tools.published.visit import File

COMMIT = re.compile(rf"\b[0-9a-f]{{{DIGITS}}}\b")
TITLE_PAGE = "book/title.xhtml"  # of the EPUB
UNREADABLE = (zipfile.BadZipFile, zlib.error, KeyError, PyPdfError)


def pdf_says(data: bytes) -> str:
    return (PdfReader(BytesIO(data)).metadata or {}).get("/Subject", "")


def epub_says(data: bytes) -> str:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.read(TITLE_PAGE).decode()


def zip_says(data: bytes) -> str:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        broken = archive.testzip()
        if broken:
            raise zipfile.BadZipFile(broken)
        return archive.comment.decode()


SAYS = {".pdf": pdf_says, ".epub": epub_says, ".zip": zip_says}


def page_says(file: File) -> str:
    version = file.page.select_one('meta[name="version"]')
    return version["content"] if version else ""


def wrong_with(file: File, commit: str) -> str:
    """Say whether a file is dead, or stale: not made from this commit. Nothing if it is neither."""
    if file.trouble:
        return f"dead, {file.trouble}"
    kind = PurePosixPath(urlsplit(file.address).path).suffix
    if kind in SAYS:
        try:
            said = SAYS[kind](file.data)
        except UNREADABLE:
            return f"dead, no {kind[1:].upper()} that can be read but {file.kind}"
    elif kind in ("", ".html"):
        said = page_says(file)
    else:
        return "dead, a page in its place" if file.is_page else ""
    found = COMMIT.search(said)
    if found is None:
        return "stale, it names no commit"
    return "" if found[0] == commit else f"stale, made from {found[0]}"
