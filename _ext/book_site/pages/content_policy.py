"""A content security policy in each page: it runs its own scripts and asks no other host.

The policy names the hash of each script that stands in the page. So a script that gets into it by
another way does not run, and nothing on the page can send what a reader types to another host.
It is the last pass over a page: it hashes what all others leave.
"""

import base64
import hashlib
import re
from html.parser import HTMLParser

from book_site.building.required_matches import replaced

META_TAG = '<meta http-equiv="Content-Security-Policy" content="{}">'
OLD_META_TAG = re.compile(META_TAG.format('[^"]*') + "\n")
POLICY = (
    "default-src 'self'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; base-uri 'self'; form-action 'self'"
)
RUNS_PYTHON = 'class="mh-code"'
# "unsafe" is its name: it allows WebAssembly. A worker from a blob is under the page's policy, one
# from a file is under none.
PYTHON_RULES = "'wasm-unsafe-eval'; worker-src blob:"
CHARSET = re.compile(r'<meta charset="utf-8" ?/?>\n')


class InlineScripts(HTMLParser):
    """Collect a page's scripts: those in its text, and those in attributes such as onclick."""

    def __init__(self, html: str):
        super().__init__()
        self.scripts: set[str] = set()
        self.handlers: set[str] = set()
        self.text: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.handlers |= {text or "" for name, text in attrs if name.startswith("on")}
        runs = attributes.get("type") in {None, "text/javascript", "module"}
        if tag == "script" and "src" not in attributes and runs:
            self.text = ""

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self.text is not None:
            self.scripts.add(self.text)
            self.text = None


def csp_hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy(html: str) -> str:
    """Return the policy under which this page's own scripts run and no others."""
    inline = InlineScripts(html)
    hashes = sorted(map(csp_hash, inline.scripts | inline.handlers))
    if inline.handlers:
        hashes.append("'unsafe-hashes'")  # "unsafe" is its name: attributes may have hashes too
    if RUNS_PYTHON in html:
        hashes.append(PYTHON_RULES)
    return POLICY.format(hashes=" ".join(hashes))


def has_policy(html: str) -> bool:
    """Say whether a page has a policy already, from an earlier build."""
    return bool(OLD_META_TAG.search(html))


def with_policy(page: str, html: str) -> str:
    """Put the page's policy before all but its character set; it holds for what follows it."""
    html = OLD_META_TAG.sub("", html)
    tag = META_TAG.format(policy(html)) + "\n"
    return replaced(CHARSET, lambda m: m[0] + tag, html, page, once=True)
