"""Each habit names the keys that a reader would; a share is a mean over queries that have some."""

import pytest
import torch
from multihead.real_text import BytePairs, habit_share, habits
from multihead.real_text.byte_pairs import ALPHABET

TEXT = "\nf(a, [b])\n  a\n  b = a"
PAIRS = BytePairs([*ALPHABET, "\n ", "\n  ", " =", " [", " b", " a"])


@pytest.fixture
def tokens() -> torch.Tensor:
    return torch.tensor([PAIRS.encode(TEXT)])


@pytest.fixture
def looked_at(tokens):
    """Says from which token, by its place, a habit looks at which."""
    keys_by_habit, names = habits(tokens, PAIRS), [PAIRS.tokens[number] for number in tokens[0]]

    def of(habit: str, query: int) -> list[tuple[int, str]]:
        return [
            (key, names[key]) for key in keys_by_habit[habit][0, query].nonzero().flatten().tolist()
        ]

    return of


def test_the_text_is_cut_as_the_other_tests_count(tokens):
    assert [PAIRS.tokens[number] for number in tokens[0]] == [
        *("\n", "f", "(", "a", ",", " [", "b", "]", ")"),  # 0 to 8
        *("\n  ", "a", "\n  ", "b", " =", " a"),  # 9 to 14
    ]


@pytest.mark.parametrize(
    ("habit", "query", "keys"),
    [
        ("itself", 6, [(6, "b")]),
        ("one back", 6, [(5, " [")]),
        ("one back", 0, []),
        ("two back", 6, [(4, ",")]),
        ("the same token", 10, [(3, "a")]),
        ("the same token", 14, []),  # " a" is another token than "a"
        ("after the same token", 10, [(4, ",")]),
        ("the line's start", 8, [(0, "\n")]),
        ("the line's start", 9, []),
        ("a start as far indented", 8, []),
        ("a start as far indented", 11, [(9, "\n  ")]),
        ("a start as far indented", 13, [(9, "\n  ")]),
        ("the open bracket", 2, []),
        ("the open bracket", 5, [(2, "(")]),  # a bracket is not yet open before itself
        ("the open bracket", 6, [(5, " [")]),
        ("the open bracket", 8, []),
        ("the first token", 7, [(0, "\n")]),
        ("the first token", 0, []),
    ],
)
def test_a_habit_names_its_keys(looked_at, habit, query, keys):
    assert looked_at(habit, query) == keys


def test_every_habit_looks_back_and_is_tried_above(tokens):
    for keys in habits(tokens, PAIRS).values():
        assert keys.shape == (1, 15, 15)
        assert not keys.triu(1).any()


def test_a_shut_bracket_that_nothing_opened_counts_for_nothing():
    tokens = torch.tensor([PAIRS.encode(")](a")])
    keys = habits(tokens, PAIRS)["the open bracket"][0]
    assert keys.nonzero().tolist() == [[3, 2]]


def test_shares_are_means_over_the_queries_that_have_a_key(tokens):
    keys = habits(tokens, PAIRS)["the line's start"]
    pattern = torch.zeros(1, 2, 15, 15)
    pattern[:, 0] = keys.float() / 4  # of each query that has one, a quarter
    pattern[:, 1, 1:9, 0] = 1  # only in the first line
    share, _ = habit_share(pattern, keys)
    assert share.tolist() == pytest.approx([1 / 4, 8 / 12])


def test_an_even_look_gives_each_key_the_same(tokens):
    """Four queries count, 11 to 14: the last line is as far indented as the one that 9 begins."""
    keys = habits(tokens, PAIRS)["a start as far indented"]
    _, even = habit_share(torch.zeros(1, 2, 15, 15), keys)
    assert even.item() == pytest.approx(sum(1 / n for n in (12, 13, 14, 15)) / 4)


def test_a_habit_that_no_query_has_gives_no_number():
    tokens = torch.tensor([PAIRS.encode("abc")])
    share, even = habit_share(torch.ones(1, 2, 3, 3), habits(tokens, PAIRS)["the open bracket"])
    assert share.isnan().all()
    assert even.isnan()


def test_tokens_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"\(3,\).*\(batch, pos\)"):
        habits(torch.zeros(3).long(), PAIRS)
