"""What goes further stands after the core, and the core does without it."""

import ast
import builtins
import dis
import re
from types import CodeType, SimpleNamespace

import nbformat
import pytest
from book_site.text import going_further
from conftest import ROOT
from docutils import nodes
from sphinx.errors import ExtensionError

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
HEADING = re.compile(r"^(#+) (.+)(?:\n\n?(\*Going further\.\*)(?=\n\n|\Z))?", re.M)


def section(name: str, *children: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", name), *children, ids=[name.lower().replace(" ", "-")])


def paragraph(*words: str) -> nodes.paragraph:
    return nodes.paragraph("", " ".join(words))


def marked() -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.emphasis("", going_further.MARK))


def outline(node: nodes.Element) -> list:
    return [
        [child[0].astext(), *outline(child)] if isinstance(child, nodes.section) else child.astext()
        for child in node.children
        if not isinstance(child, nodes.title)
    ]


def test_a_chapter_without_a_summary_is_named_with_the_section_that_goes_further():
    side = section("Side", marked())
    side.source, side.line = "/book/one.ipynb", 40_001
    page = nodes.document(None, None, "", section("Chapter", side))
    with pytest.raises(ExtensionError, match=r"^one\.ipynb, cell 4: .*What we now know"):
        going_further.move_behind_core(SimpleNamespace(srcdir="/book"), page)


def test_marked_sections_stand_after_the_core_with_links_both_ways():
    side = section("Side", marked(), paragraph("aside"))
    one = section("One", paragraph("first"), side, section("Stays", paragraph("a")))
    two = section("Two", marked(), paragraph("second"), section("Part", paragraph("b")))
    page = nodes.document(None, None)
    page += section("Chapter", one, two, section("Three"), section("What we now know"))
    going_further.move_behind_core(None, page)
    assert outline(page) == [
        [
            "Chapter",
            ["One", "first", "Going further: Side", ["Stays", "a"], "Going further: Two"],
            ["Three"],
            [
                "Going further",
                going_further.INTRODUCTION + "What we now know.",
                ["Side", "Belongs to One.", "aside"],
                ["Two", "second", ["Part", "b"]],
            ],
            ["What we now know"],
        ]
    ]
    links = [link["refid"] for link in page.findall(nodes.reference)]
    assert links == ["side", "two", "what-we-now-know", "one"]


def test_a_page_without_marks_stays_as_it_is():
    page = nodes.document(None, None)
    page += section("Chapter", section("One", paragraph("Going on: no mark")))
    before = page.pformat()
    going_further.move_behind_core(None, page)
    assert page.pformat() == before


def names_read(statement: ast.stmt) -> set[str]:
    """Name what a statement reads and does not make itself, also within its functions."""
    return free_names(compile(ast.Module([statement], []), "cell", "exec"), top=True)


def free_names(code: CodeType, top: bool = False) -> set[str]:
    bound, read = set(), set()
    for instruction in dis.get_instructions(code):
        if instruction.opname == "STORE_NAME":
            bound.add(instruction.argval)
        elif instruction.opname in {"LOAD_NAME", "LOAD_GLOBAL"} and not (
            top and instruction.argval in bound
        ):
            read.add(instruction.argval)
    inner = (free_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return read.union(*inner) - set(dir(builtins))


def names_bound(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    names = (part for part in ast.walk(statement) if isinstance(part, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def names_the_core_needs(cells: list) -> list[str]:
    """List the names that cells of the core read from a section that goes further."""
    origin, reads, troubles, path = {}, {}, [], []
    for cell in cells:
        if cell.cell_type == "markdown":
            for level, _, mark in HEADING.findall(cell.source):
                path = [(n, m) for n, m in path if n < len(level)] + [(len(level), bool(mark))]
            continue
        goes_further = any(mark for _, mark in path)
        for statement in ast.parse(cell.source).body:
            pending, visited = names_read(statement), set()
            while pending:
                name = pending.pop()
                visited.add(name)
                pending |= reads.get(name, set()) - visited
            troubles += [name for name in visited if origin.get(name) and not goes_further]
            is_function = isinstance(statement, ast.FunctionDef | ast.ClassDef)
            for name in names_bound(statement):
                origin[name] = goes_further
                reads[name] = names_read(statement) if is_function else set()
    return troubles


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_core_computes_nothing_with_what_goes_further(path):
    cells = nbformat.read(path, as_version=4).cells
    assert names_the_core_needs(cells) == []
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert text.count(f"*{going_further.MARK}*") == sum(
        bool(mark) for *_, mark in HEADING.findall(text)
    )


@pytest.mark.parametrize(
    ("last", "troubles"), [("f()", ["a"]), ("a = 2\nf()", []), ("b", ["b"]), ("c = f", ["a"])]
)
def test_a_name_from_a_further_section_is_found(last, troubles):
    text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    cells = [text("## Core"), code("def f():\n    return a")]
    cells += [text("### More\n\n*Going further.*"), code("a = b = 1")]
    assert names_the_core_needs([*cells, text("### Core again"), code(last)]) == troubles
