"""Text on a page gets curly quotation marks, wherever it comes from; code keeps its own."""

import pytest
from book_site.building.typography import curly_guess, keep


@pytest.mark.parametrize(
    ("straight", "typeset"),
    [
        (
            "<li>each head's own, and heads' outputs</li>",
            "<li>each head’s own, and heads’ outputs</li>",
        ),
        ("<p>&quot;River&quot; isn&#x27;t (&#39;bank&#39;)</p>", "<p>“River” isn’t (‘bank’)</p>"),
        ("<text x='3'>layer 0's</text>", "<text x='3'>layer 0’s</text>"),
        ("<code>a['x']</code>'s <b>\"b\"</b>", "<code>a['x']</code>’s <b>“b”</b>"),
    ],
)
def test_marks_of_text_are_curly(straight, typeset):
    assert keep(straight) == typeset
    assert keep(typeset) == typeset


@pytest.mark.parametrize(
    "kept",
    [
        "<!-- that we'll load -->",
        "<script>let a = '<b>\"';</script>",
        "<bdi>'</bdi><textarea>'</textarea>",
        "<math><annotation>f''</annotation></math>",
        """<div data-drawn='["a > b"]' aria-label="a > 'b'">1 &lt; 2</div>""",
    ],
)
def test_code_and_attributes_stay(kept):
    assert keep(kept) == kept


def test_all_words_of_a_guess_are_curly_and_its_numbers_stay():
    guess = {"choices": [["the layer's", 'Not "so".']], "right": "the layer's", "tolerance": 0.5}
    assert curly_guess(guess) == {
        "choices": [["the layer’s", "Not “so”."]],
        "right": "the layer’s",
        "tolerance": 0.5,
    }
