"""Find the links of the built site that lead nowhere: `make links`.

A link is broken if its page is gone (404 or 410) or its host has no address. A server that refuses
programs, is busy or slow says nothing about the link, so it is only listed.
"""

import html
import re
import sys
from pathlib import Path

import requests

HTML = Path(__file__).parents[2] / "_build" / "html"
LINK = re.compile(r'<a\b[^>]*\shref="(https?://[^"#]+)')
GONE = (404, 410)
AGENT = {"User-Agent": "Mozilla/5.0 (compatible; Many Heads link check)"}


def links_of(site: Path) -> dict[str, str]:
    """Return each address outside the site that a page links to, and the first such page."""
    page_by_address = {}
    for page in sorted(site.rglob("*.html")):
        for address in LINK.findall(page.read_text("utf-8")):
            page_by_address.setdefault(html.unescape(address), str(page.relative_to(site)))
    return page_by_address


def check_link(address: str) -> tuple[bool, str]:
    """Say whether a link is broken, and what its server answers."""
    try:
        with requests.get(address, headers=AGENT, timeout=30, stream=True) as reply:
            return reply.status_code in GONE, str(reply.status_code)
    except requests.ConnectionError as error:
        is_unknown_host = "Failed to resolve" in str(error)
        return is_unknown_host, "no such host" if is_unknown_host else "no connection"
    except requests.RequestException as error:
        return False, type(error).__name__


def main() -> int:
    links = links_of(HTML)
    if not links:
        sys.exit(f"no link to another site in {HTML}; run `make book` first")
    broken = 0
    for address, page in links.items():
        is_broken, status = check_link(address)
        broken += is_broken
        if status != "200":
            print(f"{'BROKEN' if is_broken else 'unsure'} {status}: {address} on {page}")
    print(f"{broken} of {len(links)} links are broken")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
