"""A chapter is cut into slides at its tagged cells, and what stands between is for the speaker."""

from types import SimpleNamespace

import pytest
from book_site.slides.chapter_slides import cut_into_slides, slide_kind
from book_site.text import figure_layout
from docutils import nodes
from sphinx.errors import ExtensionError

GUESS = {"choices": [["3", "So it is."], ["5", "One too many."]], "right": "3"}


def cell(kind: str = "markdown", *tags: str, **metadata) -> dict:
    return {"cell_type": kind, "metadata": {"tags": list(tags), **metadata}}


def words(index: int, text: str, *, strong: str = "") -> nodes.paragraph:
    """A paragraph of a cell, with the line that MyST-NB gives it."""
    start = [nodes.strong("", strong)] if strong else []
    paragraph = nodes.paragraph("", "", *start, nodes.Text(text))
    paragraph.line = (index + 1) * 10_000 + 3
    return paragraph


def code(index: int, shown: str, *tags: str) -> nodes.container:
    output = nodes.container("", nodes.raw("", shown, format="html"), classes=["cell_output"])
    about = {"cell_index": index, "cell_metadata": {"tags": list(tags)}, "classes": ["cell"]}
    return nodes.container("", nodes.container(classes=["cell_input"]), output, **about)


def section(title: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *parts)


def chapter(*parts: nodes.Node) -> nodes.document:
    document = nodes.document(None, None)
    document += section("One", *parts)
    return document


def summary(slide) -> tuple[str, str, list[str], list[str]]:
    spoken = slide.spoken_before + slide.spoken_after
    texts = ([node.astext() for node in part] for part in (slide.content, spoken))
    return slide.kind, slide.heading.astext(), *texts


def test_a_chapter_without_the_tag_has_no_slides():
    assert cut_into_slides(chapter(words(0, "a")), [cell()]) == []


def test_title_then_tagged_cells_and_what_stands_between_is_said():
    document = chapter(
        words(0, "first"),
        words(0, "second"),
        section("Two", words(1, "before"), words(2, "shown"), words(3, "after")),
        section("Three", words(4, "of three"), words(5, "also shown")),
    )
    cells = [cell(), cell(), cell("markdown", "slide"), cell(), cell(), cell("markdown", "slide")]
    assert [summary(slide) for slide in cut_into_slides(document, cells)] == [
        ("title", "One", ["first"], ["second"]),
        ("words", "Two", ["shown"], ["before", "after"]),
        ("words", "Three", ["also shown"], ["of three"]),
    ]


def test_what_our_passes_put_in_is_neither_shown_nor_said():
    inserted = nodes.paragraph("", "Reading time: 7 minutes")  # from no line
    folded = nodes.raw("", "<details>", format="html")
    document = chapter(words(0, "a"), inserted, section("Two", folded, words(1, "b")))
    title, two = cut_into_slides(document, [cell(), cell("markdown", "slide")])
    assert summary(two) == ("words", "Two", ["b"], [])
    assert title.spoken_after == []


def test_a_place_to_link_to_before_a_heading_makes_no_slide():
    target = nodes.target("", "", ids=["ch01-two"])
    target.line = 20_001
    document = chapter(words(0, "a"), target, section("Two", words(1, "b")))
    slides = cut_into_slides(document, [cell(), cell("markdown", "slide")])
    assert [slide.kind for slide in slides] == ["title", "words"]


def test_a_picture_takes_its_caption_and_no_other():
    figure = code(1, "<svg>", "hide-input", "slide")
    own = words(2, " What it shows.", strong="Figure 1.1.")
    other = words(2, " Another.", strong="Figure 1.2.")
    first = section("Two", words(0, "first"), figure, own, words(2, "so"), other)
    document = chapter(words(0, "a"), first)
    figure_layout.join(SimpleNamespace(builder=SimpleNamespace(name="html")), document, "")
    slide = cut_into_slides(document, [cell(), cell("code", "hide-input", "slide"), cell()])[1]
    assert slide.kind == "picture"
    assert slide.caption is own
    assert [node.astext() for node in slide.spoken_before] == ["first"]
    assert slide.spoken_after[-1] is other


def test_text_of_a_section_without_slides_is_not_said():
    document = chapter(
        words(0, "a"), section("Two", words(1, "of two")), section("Three", words(2, "shown"))
    )
    slides = cut_into_slides(document, [cell(), cell(), cell("markdown", "slide")])
    assert [summary(slide)[3] for slide in slides] == [[], []]


def test_a_widget_takes_no_caption_of_another_picture():
    widget = code(1, '<div data-mh-widget="Die">', "slide")
    other = words(3, " What it shows.", strong="Figure 1.3.")
    document = chapter(words(0, "a"), section("Two", widget, code(2, "<svg>"), other))
    slide = cut_into_slides(document, [cell(), cell("code", "slide"), cell("code"), cell()])[1]
    assert (slide.kind, slide.caption) == ("widget", None)


def test_a_prediction_is_a_question_and_an_answer_and_the_rest_belongs_to_the_answer():
    asked = words(1, " How many?", strong="Predict, then run.")
    document = chapter(words(0, "a"), section("Two", asked, code(2, "3"), words(3, "Three.")))
    cells = [cell(), cell("markdown", "slide", predict=GUESS), cell("code"), cell()]
    _, question, answer = cut_into_slides(document, cells)
    assert (question.kind, question.content, question.guess) == ("question", [asked], GUESS)
    assert (answer.kind, answer.content, answer.guess) == ("answer", [], GUESS)
    assert question.spoken_after == []
    assert [node.astext() for node in answer.spoken_after] == ["Three."]


def test_what_a_question_speaks_of_stands_above_it_and_on_no_other_slide():
    printed, said = code(1, "3 4", "slide-with-question"), words(2, "Of two words.")
    asked = words(3, " How many?", strong="Predict.")
    document = chapter(words(0, "a"), section("Two", printed, said, asked))
    cells = [cell()] + [cell(kind, "slide-with-question") for kind in ("code", "markdown")]
    cells.append(cell("markdown", "slide", predict=GUESS))
    _, question, answer = cut_into_slides(document, cells)
    assert question.above_question == [printed[1], said]
    assert (question.content, answer.above_question) == ([asked], [])


def test_a_prediction_without_a_guess_is_named_with_its_cell():
    document = chapter(words(2, " How many?", strong="Predict."))
    document.settings = SimpleNamespace(env=SimpleNamespace(srcdir="/book"))
    document["source"] = "/book/one.ipynb"
    for node in document.findall(nodes.paragraph):
        node.source = document["source"]
    with pytest.raises(ExtensionError, match=r"^one\.ipynb, cell 3: .*predict"):
        cut_into_slides(document, [cell(), cell(), cell("markdown", "slide")])


def test_a_code_cell_is_its_widget_its_picture_or_its_code():
    assert slide_kind(code(0, '<div data-mh-widget="Die">', "hide-input")) == "widget"
    assert slide_kind(code(0, "<svg>", "hide-input", "slide")) == "picture"
    assert slide_kind(code(0, "3", "slide")) == "code"
