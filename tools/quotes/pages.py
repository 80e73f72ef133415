"""A page as its sections, each with the paragraphs that a reader sees."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
QUOTES = BOOK / "quotes"
OPENING = "opening"  # what stands before the first heading of a section
NOT_PROSE = {
    "replications",
    "settings",
    "code-cell",
    "code",
    "raw",
    "math",
    "bibliography",
    "toctree",
    "figure",
    "image",
    "mermaid",
}
CITATION = "references.md"
NUMBERED_COLUMNS = {"chapter", "minutes"}  # columns whose first number is a name, or a plan
OPTIONS = r"\A(?:(?::[\w-]+:.*\n)+|---\n[\s\S]*?\n---\n)"  # of a directive
GENERATED = {"exercises"}  # the list of exercises, with the minutes of each
PREDICT = re.compile(r"\*?\*?Predict")


@dataclass
class Section:
    """A section: its label, or its heading as an address has it, and its paragraphs."""

    label: str
    paragraphs: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)  # why a choice is right, or tempts


def pages() -> list[Path]:
    """List the pages that people write, at the top of `book/`."""
    return sorted(path for path in BOOK.iterdir() if path.suffix in {".ipynb", ".md"})


def sections(page: Path) -> list[Section]:
    """Cut a page at its headings; what stands below its title alone is its opening."""
    parts, label = [Section(OPENING)], ""
    for source, guess in cells(page):
        for kind, text in blocks(source):
            if kind == "heading":
                parts.append(Section(label or slug(text)))
            elif kind == "paragraph":
                parts[-1].paragraphs.append(text)
            label = text if kind == "label" else ""
        if guess:
            parts[-1].reasons += reasons(guess)
    return [section for section in merge_same_label(parts) if section.label not in GENERATED]


def merge_same_label(parts: list[Section]) -> list[Section]:
    """Give sections with the same heading one place."""
    by_label: dict[str, Section] = {}
    for section in parts:
        merged = by_label.setdefault(section.label, Section(section.label))
        merged.paragraphs += section.paragraphs
        merged.reasons += section.reasons
    return [*by_label.values()]


def cells(page: Path) -> Iterator[tuple[str, dict]]:
    """Yield each Markdown cell with its prediction; a Markdown page is one cell."""
    if page.suffix == ".md":
        yield page.read_text("utf-8"), {}
        return
    for cell in nbformat.read(page, as_version=4).cells:
        if cell.cell_type == "markdown":
            yield cell.source, cell.metadata.get("predict", {})


def reasons(guess: dict) -> list[str]:
    return [plain_text(line) for _, line in guess.get("choices", [])]


def plain_text(text: str) -> str:
    return " ".join(paragraph for _, paragraph in blocks(text))


@cache
def reader() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    for plugin in (front_matter_plugin, myst_block_plugin, myst_role_plugin, deflist_plugin):
        parser.use(plugin)
    return parser.use(colon_fence_plugin).use(dollarmath_plugin, allow_blank_lines=False)


def blocks(source: str) -> Iterator[tuple[str, str]]:
    """Yield the labels, headings below the title, and paragraphs of some Markdown."""
    heading, in_head, columns, column = "", False, [], -1
    for token in reader().parse(source):
        if token.type == "myst_target":
            yield "label", token.content
        elif token.type == "heading_open":
            heading = token.tag
        elif token.type in {"thead_open", "thead_close"}:
            in_head = token.type == "thead_open"
        elif token.type == "table_close":
            columns = []
        elif token.type == "tr_open":
            column = -1
        elif token.type in {"th_open", "td_open"}:
            column += 1
        elif token.type == "inline":
            text = visible_text(token.children or [])
            if in_head:
                columns.append(text.lower())
            if heading:
                text = without_number(text)
            if heading not in {"", "h1"}:
                yield "heading", text
            if columns[column : column + 1] and columns[column] in NUMBERED_COLUMNS:
                text = without_number(text)
            yield "paragraph", without_questions(text, bool(heading))
            heading = ""
        elif token.type in {"fence", "colon_fence"} and token.info.lstrip().startswith("{"):
            name, _, title = token.info.strip().lstrip("{").partition("}")
            if name not in NOT_PROSE:
                body = re.sub(OPTIONS, "", token.content)
                yield from blocks(f"{without_number(title.strip())}\n\n{body}")


def visible_text(parts: list) -> str:
    """Return the words of a paragraph; formulas, code and what is cited leave a mark."""
    text, target = "", ""
    for part in parts:
        if part.type == "link_open":
            target = str(part.attrs.get("href", ""))
        elif part.type == "link_close":
            target = ""
        elif part.type in {"softbreak", "hardbreak"}:
            text += " "
        elif part.type == "text":
            text += "$" if is_name(part.content, target) else part.content
        elif part.type in {"code_inline", "math_inline", "math_inline_double", "myst_role"}:
            text += "$"
    return text


def is_name(text: str, target: str) -> bool:
    """Say whether a link's words only name a paper, or a chapter by its number or title."""
    chapter = re.match(r"(?:.*/)?(\d\d)-", target)
    titled = chapter and text.startswith(f"{chapter[1]} ")
    return target.startswith(CITATION) or bool(titled or (target and re.fullmatch(r"\d\d", text)))


def without_number(title: str) -> str:
    """Leave out the number that a chapter's title begins with."""
    return re.sub(r"^\d\d?(?=[ ,]|$)", "", title).strip()


def without_questions(text: str, heading: bool) -> str:
    """Leave out what is asked, in a prediction or a heading: what it offers is no result."""
    if not heading and not PREDICT.match(text):
        return text
    return " ".join(s for s in re.split(r"(?<=[.?!])\s+", text) if not s.endswith("?"))


def slug(heading: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
