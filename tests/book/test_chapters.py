"""The form of a chapter; `pytest` runs the chapters themselves through nbval."""

import ast
import re
import subprocess

import nbformat
import pytest
from book_site.building.chapter_source import keep_source, strip_notebook
from book_site.text.quoted_claims import LAST_CHAPTER
from conftest import ROOT
from pybtex.database import parse_file

from tools.authors import new_chapter

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
NUMBERED = [path for path in CHAPTERS if path.stem[0].isdigit()]
STORED = {"keep_output", "nbval-check-output"}
COLUMNS = 72  # of code; a page cuts longer lines


def opened(path):
    """Read a chapter, or make a new one; a reader may have run and saved it."""
    if path is None:
        return new_chapter.skeleton("20", "What is lost")
    notebook = nbformat.read(path, as_version=4)
    keep_source(notebook)
    return notebook


def name_of(path):
    return path.stem if path else "a new one"


@pytest.fixture(params=[*CHAPTERS, None], ids=name_of)
def chapter(request):
    return opened(request.param)


@pytest.fixture(params=[*NUMBERED, None], ids=name_of)
def numbered(request):
    """A chapter that is no side road."""
    return opened(request.param)


def code_cells(nb):
    return [c for c in nb.cells if c.cell_type == "code"]


def tags(cell) -> set[str]:
    return set(cell.metadata.get("tags", []))


def committed(path: str) -> bytes:
    """Return a file as git holds it, or nothing where git does not."""
    command = ["git", "-C", ROOT, "cat-file", "blob", f":{path}"]
    return subprocess.run(command, capture_output=True).stdout


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_git_holds_the_source_of_a_chapter_alone(path):
    name = path.relative_to(ROOT).as_posix()
    committed_bytes = committed(name)
    if strip_notebook(committed_bytes) != committed_bytes:
        fix = f"`make env && git add --renormalize {name}`, then commit"
        pytest.fail(f"{name}: git holds what a run of it left; {fix}", pytrace=False)


def test_outputs_are_stored_where_both_tags_are(chapter):
    for cell in code_cells(chapter):
        if storing_tags := tags(cell) & STORED:
            assert storing_tags == STORED, (
                f"cell {cell.id} has {storing_tags} alone; the two tags go together"
            )
            assert cell.outputs, f"cell {cell.id} stores nothing; run `make outputs`"
            assert cell.execution_count, f"cell {cell.id} has no number; run `make outputs`"


def test_only_exact_text_is_stored(chapter):
    """Pictures, errors and widgets differ between machines."""
    for cell in code_cells(chapter):
        for output in cell.outputs:
            mime_types = set(output.get("data", {"text/plain": ""}))
            assert mime_types <= {"text/plain"}, cell.source
            assert output.output_type != "error"


def test_every_line_of_code_fits_a_page_and_is_plain_python(chapter):
    for cell in code_cells(chapter):
        long = [line for line in cell.source.splitlines() if len(line) > COLUMNS]
        assert long == [], f"break lines above {COLUMNS} columns: a page cuts them"
        assert not re.search(r"^\s*[%!]|interact\(", cell.source, re.M), cell.source
        assert not re.search(r"\[\*\w+(\.\w+\(\))?\]\[", cell.source), f"a name: {cell.source}"
        ast.parse(cell.source)


def test_a_chapter_opens_with_its_question_a_picture_and_folded_imports(numbered):
    first = next(i for i, c in enumerate(numbered.cells) if c.cell_type == "code")
    before = "\n".join(c.source for c in numbered.cells[:first])
    assert "?" in before
    has_caption = numbered.cells[first + 1].source.startswith("**Figure ")
    assert has_caption or first > 1, "say what there is to see before the widget"
    picture, imports, *others = code_cells(numbered)
    assert "hide-input" in tags(picture)
    assert "from multihead" in picture.source, "this pins the numerics; see multihead.numerics"
    assert "hide-input" in tags(imports)
    assert imports.metadata.mystnb.code_prompt_show == "Show the imports"
    for cell in others:
        import_nodes = [n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Import)]
        assert not import_nodes, f"imports belong in the second cell: {cell.source}"


def test_the_label_of_an_equation_stands_on_the_last_line_alone(chapter):
    """VS Code shows an error in red for `$$ x = 2 $$ (eq-x)`."""
    for cell in chapter.cells:
        assert not re.search(r"^\$\$.+\$\$ *\(", cell.source, re.M), cell.source


def test_every_adam_is_fused(chapter):
    """The plain one computes square roots that differ by processor."""
    for cell in code_cells(chapter):
        for call in (n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Call)):
            optimizer_names = {getattr(part, "attr", "") for part in (call.func, *call.args[:1])}
            if optimizer_names & {"Adam", "AdamW"}:
                assert "fused" in {word.arg for word in call.keywords}, cell.source


def test_random_draws_follow_the_seed_set(chapter):
    """Except in cells with stored numbers, which are the same for every set."""
    for cell in code_cells(chapter):
        if not tags(cell) & STORED:
            assert not re.search(r"manual_seed|default_rng\(\d", cell.source), cell.source


def prose_of(nb) -> str:
    return "\n".join(c.source for c in nb.cells if c.cell_type == "markdown")


def test_a_chapter_says_what_it_shows_and_what_not(chapter):
    prose = prose_of(chapter)
    assert prose.startswith("# ")
    assert re.search(r"^## What we now know", prose, re.M)
    assert re.search(r"does \*?not\*? show", prose)
    assert any("assert" in c.source or "claim(" in c.source for c in code_cells(chapter))


def test_a_chapter_asks_first_and_has_exercises(numbered):
    """The last chapter closes with the answer."""
    prose = prose_of(numbered)
    assert "**Predict" in prose
    is_last = prose.startswith(f"# {LAST_CHAPTER[:2]} ")
    assert bool(re.search(r"^## Exercises", prose, re.M)) != is_last


def test_every_citation_has_its_reference_and_every_reference_is_cited():
    """Citations are plain links, since JupyterLab would show keys instead of names."""
    entries = parse_file(ROOT / "book" / "references.bib").entries.values()
    references = {
        (e.persons["author"][0].last_names[0].strip("{}"), e.fields["year"]) for e in entries
    }
    pages = [p for p in (ROOT / "book").glob("*") if p.suffix in {".md", ".ipynb"}]
    text = "".join(page.read_text("utf-8") for page in pages)
    link = r"\[([^][\n]+?)(?: et al\.| and \w+)?(?:, | \()(\d{4})\)?\]\(references\.md\)"
    cited = re.findall(link, text)
    plain_links = text.count("[References](references.md)")
    assert len(cited) == text.count("](references.md)") - plain_links
    assert set(cited) == references
    assert "{cite" not in text
