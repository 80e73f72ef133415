"""The files of a published site as a browser gets them: from link to link, each address once."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urljoin, urlsplit

import requests
from bs4 import BeautifulSoup

AGENT = {"User-Agent": "Mozilla/5.0 (compatible; Many Heads check of its site)"}
SECONDS, REDIRECTS = 30, 5
HOME = re.compile(r"/index\.html$")
LINKS = "a[href], link[href], script[src], img[src]"


@dataclass
class File:
    """What an address gave: a page, a download, a style; or why it gave nothing."""

    address: str
    linked_from: str
    trouble: str = ""
    kind: str = ""  # such as text/html
    data: bytes = b""

    @property
    def is_page(self) -> bool:
        return self.kind.startswith("text/html")

    @cached_property
    def page(self) -> BeautifulSoup:
        return BeautifulSoup(self.data if self.is_page else "", "html.parser")

    def links(self) -> Iterator[str]:
        """Give the addresses of the files that a page names, the home page by its folder."""
        for tag in self.page.select(LINKS):
            there = urlsplit(urljoin(self.address, tag.get("href", tag.get("src"))))
            path = HOME.sub("/", there.path)
            yield there._replace(path=path, query="", fragment="").geturl()


def files_of(home: str) -> Iterator[File]:
    """Give the home page of a site, then all that its pages link to within it."""
    waiting, known, inside = deque([(home, "")]), {home}, ""
    with requests.Session() as session:
        session.max_redirects = REDIRECTS
        while waiting:
            file = opened(session, *waiting.popleft())
            inside = inside or urljoin(file.address, ".")  # where an old address of the site leads
            yield file
            known.add(file.address)
            for address in file.links():
                if address.startswith(inside) and address not in known:
                    known.add(address)
                    waiting.append((address, file.address))


def opened(session: requests.Session, address: str, linked_from: str) -> File:
    try:
        reply = session.get(address, headers=AGENT, timeout=SECONDS)
    except requests.RequestException as error:
        return File(address, linked_from, type(error).__name__)
    if reply.status_code != requests.codes.ok:
        return File(address, linked_from, str(reply.status_code))
    return File(reply.url, linked_from, "", reply.headers.get("Content-Type", ""), reply.content)
