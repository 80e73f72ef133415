"""What a cell prints fits a phone: in smaller type, or with the rest of a long line below it.

Rows of numbers are not wrapped, since they would be no table any more. Where their type is as small
as one can read, they scroll.
"""

import re
from html import unescape

OUTPUT = re.compile(
    r'(<div class="output (?:stream|text_plain) [^>]*><div class="highlight"><pre)>'
    r'(<span></span>)(?!<span class="mh-line")(.*?)</pre>',
    re.DOTALL,
)
TAG = re.compile(r"<[^>]*>")
THREE_NUMBERS = re.compile(r"(?:(?<!\S)[-+−]?\d[\d.,]*%?(?:\s+|$)){3}")
ROWS = 3  # with three numbers, at least, of a table
NARROW, FITS = 35, 46  # columns on a phone, in its usual and in its smallest type
INTERVAL = re.compile(r"[(\[][^()\[\]<>&]{1,24}[)\]]")  # (0.51 to 0.59)


def mark(html_of_page: str) -> str:
    """Mark the lines of each output; what an earlier build marked stays as it is."""
    return OUTPUT.sub(mark_output, html_of_page)


def mark_output(output: re.Match) -> str:
    start, empty, html = output.groups()
    lines = html.removesuffix("\n").split("\n")
    texts = [unescape(TAG.sub("", line)) for line in lines]
    columns = max(map(len, texts))
    is_table = sum(bool(THREE_NUMBERS.search(text)) for text in texts) >= ROWS
    if columns > NARROW and (is_table or columns <= FITS):
        start += f' class="mh-columns" style="--columns:{columns}"'
    if not is_table:
        html = "".join(map(mark_line, lines, texts))
    return f"{start}>{empty}{html}</pre>"


def mark_line(line: str, text: str) -> str:
    depth = len(text) - len(text.lstrip())
    style = f' style="--depth:{depth}"' if depth else ""
    whole = INTERVAL.sub(r'<span class="mh-whole">\g<0></span>', line)
    return f'<span class="mh-line"{style}>{whole}\n</span>'
