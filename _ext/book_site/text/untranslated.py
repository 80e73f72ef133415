"""Keep a browser that translates a page away from its numbers.

It would write 0.98 as 0,98 in one place and not in the next. Formulas are kept by `mathml.py`, code
by Sphinx; here it is the figures, cells of tables with a number, and the numbers of claims. What
stands around them is translated.
"""

import re

from book_site.text.how_sure import CLAIM

NO_TRANSLATE = ' translate="no"'
FIGURE = re.compile(r'<div class="mh-figure"(?! translate)')  # no claim, which has another class
CELL = re.compile(r'(<td data-name="[^"]*")(>(?:[^<]|<(?!/td>))*?\d)')
# A tag is kept as it is; "#" is of an entity.
NUMBER = re.compile(r"(<[^>]*>)|(?<![#\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?%?")


def keep(html_of_page: str) -> str:
    """Mark what is not to be translated; what an earlier build marked stays as it is."""
    page = FIGURE.sub(rf"\g<0>{NO_TRANSLATE}", html_of_page)
    page = CELL.sub(rf"\1{NO_TRANSLATE}\2", page)
    return CLAIM.sub(mark_numbers, page)


def mark_numbers(claim: re.Match) -> str:
    text = claim[3]
    if NO_TRANSLATE in text:
        return claim[0]
    marked = NUMBER.sub(lambda match: match[1] or f"<span{NO_TRANSLATE}>{match[0]}</span>", text)
    return claim[1] + marked + claim[0].removeprefix(claim[1] + text)
