"""A page as Markdown, piece by piece; `site/test_text_of_pages.py` compares whole pages."""

from html import escape

import pytest
from book_site.pages.markdown import Markdown
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

HERE = "https://x.edu/c/book/one.html"


def markdown(body: str, *formulas: str, address: str = HERE) -> str:
    return Markdown(body, formulas, address).text().strip()


def test_links_are_whole_where_the_site_knows_its_address():
    body = '<h1>One<a class="headerlink">#</a></h1><p>See <a href="two.html#b">two</a>.</p>'
    assert markdown(body) == (f"# [One]({HERE})\n\nSee [two](https://x.edu/c/book/two.html#b).")
    own = '<a href="#b">here</a>, <a href="../index.html">home</a>'
    assert markdown(own, address="one.html") == "[here](one.html#b), [home](../index.html)"


def test_formulas_are_tex_and_keep_their_numbers():
    body = (
        '<p>With <span><math><mi>d</mi></math></span>,</p><div class="math"><span class="eqno">'
        "(7)<a class='headerlink'>#</a></span><math></math></div>"
    )
    assert markdown(body, "d_k", r"\frac{1}{3}") == "With $d_k$,\n\n$$\n\\frac{1}{3}\\tag{7}\n$$"


def test_a_page_with_other_formulas_than_its_source_is_an_error():
    with pytest.raises(ValueError, match="shows 2 formulas, and its source has 1;"):
        markdown("<p><math></math> and <math></math></p>", "a")


@pytest.mark.parametrize(
    "words",
    [
        "2 *3* 5",
        "_name_ and d_head",
        "1. not a list",
        "# not a title",
        "a `tick`",
        "$3 and $5",
        "a[0](1)",
        "x <b>",
        "&amp; is not &",
    ],
)
def test_words_are_never_read_as_marks(words):
    text = markdown(f"<p>{escape(words)}</p>")
    html = MarkdownIt("commonmark").render(text)
    assert BeautifulSoup(html, "html.parser").p.get_text() == words


def test_a_prediction_is_followed_by_its_choices_and_their_lines():
    choices = (
        '<form class="mh-guess" hidden><fieldset><legend>Your guess</legend>'
        '<button data-line="Too few.">3</button><button data-right data-line="Yes.">5</button>'
        '</fieldset><p role="status"></p></form>'
    )
    number = (
        '<form class="mh-guess"><legend>Which?</legend><input data-number="7" data-tolerance="2" '
        'data-near="Near." data-less="Less." data-more="More."></form>'
    )
    assert markdown(choices) == "Your guess\n\n- 3: Too few.\n- 5 (right): Yes."
    assert markdown(number) == "Which?\n\n- 7 ± 2 (right): Near.\n- less: Less.\n- more: More."


def test_a_figure_is_its_description_and_code_keeps_its_lines():
    figure = '<div class="mh-figure"><svg role="img" aria-label="Two * lines"><path/></svg></div>'
    code = '<div class="highlight-ipython3"><pre><span class="n">a</span> = 3\n\n  b</pre></div>'
    assert markdown(figure) == r"Picture: Two \* lines"
    assert markdown(code) == "```python\na = 3\n\n  b\n```"


def test_a_definition_in_the_margin_follows_its_paragraph():
    body = '<p>A head<span class="mh-definition"><strong>Head. </strong>One of five.</span> is.</p>'
    assert markdown(body) == "A head is.\n\n> **Head.** One of five."


def test_lists_and_tables_keep_their_order():
    body = (
        "<ol><li><p>one</p><ul><li>two</li></ul></li><li>three</li></ol>"
        "<table><caption>Sizes</caption><tr><th>a|b</th><th>c</th></tr>"
        "<tr><td><p>5</p></td><td>7</td></tr></table>"
    )
    assert markdown(body) == (
        "1. one\n\n   - two\n\n2. three\n\nSizes\n\n| a\\|b | c |\n| --- | --- |\n| 5 | 7 |"
    )
