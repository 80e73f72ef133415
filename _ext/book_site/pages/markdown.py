"""Write the body of a page as Markdown: all of its words, and no others.

What a reader opens stands open, and what only a script offers is left out. A prediction is followed
by its choices with what the page says of each, a paragraph by the definitions in its margin. Of a
figure its description stands there, and formulas are TeX.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from urllib.parse import urljoin

from bs4 import BeautifulSoup, NavigableString, PageElement, Tag

# What takes long to parse and is not needed: drawings, scripts, styles and the colours of code.
DRAWN = re.compile(r"(<svg[^>]*>).*?(</svg>)|<(script|style)\b.*?</\3>", re.DOTALL)
COLOURED = re.compile(r'<span class="\w{1,3}">([^<]*)</span>')
# For the eye or for a script alone; signs of a path, which show on that path only; the glossary.
LEFT_OUT = (
    "[aria-hidden=true], a.headerlink, summary, template, [role=status], .mh-vote, "
    ".mh-path, .mh-term-popover"
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = {
    *HEADINGS,
    *("aside", "blockquote", "caption", "dd", "details", "div", "dl", "dt", "fieldset"),
    *("figcaption", "figure", "form", "legend", "noscript", "ol", "p", "pre", "section", "table"),
    "ul",
}
LANGUAGES = {"ipython3": "python", "python": "python", "bash": "bash", "console": "console"}
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
# What Markdown would read otherwise: anywhere, and where a line begins.
SPECIAL = re.compile(r"[\\*`$]|\b_|_\b|<(?=[a-zA-Z/!?])|&(?=#?\w+;)|\](?=[(\[])")
AT_START = re.compile(r"^(\d+(?=[.)]\s)|(?=#+\s|>|[+-]\s))")


class Markdown:
    """A page, from its body, its formulas as TeX in their order, and its address."""

    def __init__(self, body: str, formulas: Iterable[str], address: str):
        plain = COLOURED.sub(r"\1", DRAWN.sub(r"\1\2", body))
        self.soup = BeautifulSoup(plain, "html.parser")
        self.address = address
        shown, sources = self.soup.find_all("math"), list(formulas)
        if len(shown) != len(sources):
            raise ValueError(
                f"{address} shows {len(shown)} formulas, and its source has {len(sources)}; "
                "plain_text.py has to come before what writes formulas into the page by itself"
            )
        for formula, tex in zip(shown, sources, strict=True):
            formula.string = " ".join(tex.split())
        for element in self.soup.select(LEFT_OUT):
            element.decompose()

    def text(self) -> str:
        return "\n\n".join(self.blocks(self.soup)) + "\n"

    def blocks(self, parent: Tag) -> Iterator[str]:
        """Give paragraphs, tables and their like; words that stand beside these are paragraphs."""
        for is_words, nodes in groupby(parent.children, lambda n: n.name not in BLOCKS):
            if not is_words:
                for element in nodes:
                    yield from self.block(element)
            elif words := self.line(nodes):
                yield AT_START.sub(r"\1\\", words)

    def block(self, element: Tag) -> Iterator[str]:
        classes = element.get("class", [])
        described = element.find(attrs={"role": "img"}) if "mh-figure" in classes else None
        if element.get("role") == "img" or described:
            yield f"Picture: {escaped((described or element)['aria-label'])}"
        elif element.name in HEADINGS:
            words = self.line(element)
            here = f"[{words}]({self.address})" if element.name == "h1" else words
            yield f"{'#' * int(element.name[1])} {here}"
        elif element.name == "p":
            definitions = [d.extract() for d in element.select(".mh-definition")]
            if words := self.line(element):
                is_title = "admonition-title" in classes
                yield f"**{words}**" if is_title else AT_START.sub(r"\1\\", words)
            yield from (f"> {self.line(definition)}" for definition in definitions)
        elif element.name == "dt":
            yield f"**{self.line(element)}**"
        elif element.name in ("ul", "ol"):
            yield self.list(element)
        elif element.name == "table":
            yield from self.table(element)
        elif element.name == "pre":
            yield code_block(element)
        elif "math" in classes:
            number = element.select_one(".eqno")
            tag = rf"\tag{{{number.get_text().strip('()')}}}" if number else ""
            yield f"$$\n{element.math.get_text()}{tag}\n$$"
        elif "mh-guess" in classes:
            yield from self.guess(element)
        else:
            yield from self.blocks(element)

    def list(self, element: Tag) -> str:
        items = element.find_all("li", recursive=False)
        blocks_of_items = [list(self.blocks(item)) for item in items]
        between = "\n\n" if any(len(blocks) > 1 for blocks in blocks_of_items) else "\n"
        lines = []
        for i, blocks in enumerate(blocks_of_items, int(element.get("start", 1))):
            marker = f"{i}. " if element.name == "ol" else "- "
            lines.append(marker + indented("\n\n".join(blocks), len(marker)))
        return between.join(lines)

    def table(self, table: Tag) -> Iterator[str]:
        if table.caption:
            yield self.line(table.caption.extract())
        rows = [
            [self.line(cell).replace("|", r"\|") for cell in row.find_all(["th", "td"])]
            for row in table.find_all("tr")
        ]
        rows.insert(1, ["---"] * len(rows[0]))
        yield "\n".join(f"| {' | '.join(cells)} |" for cells in rows)

    def guess(self, form: Tag) -> Iterator[str]:
        """Give the choices of a prediction, or its number, with what the page says of each."""
        yield self.line(form.legend)
        field = form.find("input")
        if field:
            said = {
                f"{field['data-number']} ± {field['data-tolerance']} (right)": field["data-near"],
                "less": field["data-less"],
                "more": field["data-more"],
            }
        else:
            said = {
                self.line(button) + " (right)" * ("data-right" in button.attrs): button["data-line"]
                for button in form.find_all("button")
            }
        yield "\n".join(f"- {choice}: {escaped(line)}" for choice, line in said.items())

    def line(self, nodes: Iterable[PageElement]) -> str:
        return " ".join("".join(map(self.inline, nodes)).split())

    def inline(self, node: PageElement) -> str:
        if not isinstance(node, Tag):
            return escaped(node) if type(node) is NavigableString else ""
        if node.name == "code":
            return code(node.get_text())
        if node.name == "math":
            return f"${node.get_text()}$"
        words = "".join(map(self.inline, node.children))
        if node.name in ("p", "br", "li"):
            return f"{words} "
        if not words.strip():
            return words
        if node.name in MARKS:
            mark = MARKS[node.name]
            return around(words, mark, mark)
        if node.name == "a" and "mh-term" not in node.get("class", []):
            return around(words, "[", f"]({self.link(node['href'])})")
        return words

    def link(self, href: str) -> str:
        if "://" in self.address:
            return urljoin(self.address, href)
        return self.address + href if href[:1] in "#?" else href


def escaped(words: str) -> str:
    return SPECIAL.sub(lambda match: f"\\{match[0]}", words)


def around(words: str, begin: str, end: str) -> str:
    """Put marks around words, within the spaces around these."""
    start, inner, rest = re.fullmatch(r"(\s*)(.*?)(\s*)", words, re.DOTALL).groups()
    return f"{start}{begin}{inner}{end}{rest}"


def code(text: str) -> str:
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " * (ticks != "`")
    return f"{ticks}{space}{text}{space}{ticks}"


def code_block(pre: Tag) -> str:
    text = pre.get_text().rstrip()
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    kinds = (name for parent in pre.parents for name in parent.get("class", []))
    kind = next((name for name in kinds if name.startswith("highlight-")), "")
    return f"{ticks}{LANGUAGES.get(kind.removeprefix('highlight-'), '')}\n{text}\n{ticks}"


def indented(text: str, width: int) -> str:
    return re.sub(r"\n(?=.)", "\n" + " " * width, text)
