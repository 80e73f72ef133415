"""Links from before claims had ids lead on: to a claim, and to its rows on the pages about claims.

`book/claim_anchors.json` has, by its id, what stood in each claim's anchor; the file does not grow.
"""

import json
import re
from pathlib import Path

FILE = "book/claim_anchors.json"
SPAN = r'(?:<span id="[^"]*claim-[^"]*"></span>)?'  # of an earlier build
CLAIM = re.compile(SPAN + r'(<div class="mh-figure mh-claim" id="claim-([a-z0-9-]+)")')
ROW = re.compile(rf'(<tr id="((?:of|where)-claim-)([a-z0-9-]+)"><th[^>]*>){SPAN}')


def read_anchors(root: Path) -> dict[str, str]:
    file = root / FILE
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def insert_anchors(anchor_of_claim: dict[str, str], html_of_page: str) -> str:
    """Put the former anchor of each claim before it, and that of each row into its first cell."""

    def span(kind: str, id: str) -> str:
        return f'<span id="{kind}{anchor_of_claim[id]}"></span>' if id in anchor_of_claim else ""

    page = CLAIM.sub(lambda match: span("claim-", match[2]) + match[1], html_of_page)
    return ROW.sub(lambda match: match[1] + span(match[2], match[3]), page)
