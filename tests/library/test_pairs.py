"""Two heads from several starts: whether they parted, under their start’s name."""

import pytest
import torch
from multihead.heads import Pair, collect
from multihead.train import by_start


def pair(patterns_apart, r2):
    patterns_apart = torch.tensor(patterns_apart)
    return Pair(patterns_apart / 2, patterns_apart, torch.tensor(r2, dtype=torch.float64))


def found():
    return {
        "a start with a rather long name": pair([0.4, 0.9, 0.05], [0.5, 0.75, -0.25]),
        "short": pair([0.1, 0.0, 0.0], [0.25, 0.25, 0.25]),
    }


def test_two_heads_have_parted_if_their_patterns_differ_by_more_than_a_tenth():
    pairs = found().values()
    assert [p.parted.tolist() for p in pairs] == [[True, True, False], [False, False, False]]
    assert [p.count() for p in pairs] == ["2 of 3", "0 of 3"]


def test_what_was_measured_is_collected_by_start():
    weights, patterns, r2 = torch.arange(3 * 6.0).unflatten(0, (3, 6))
    two = collect(iter(["one", "two"]), weights, patterns, r2)["two"]
    assert two.weights_apart.tolist() == [3, 4, 5]
    assert two.patterns_apart.tolist() == [9, 10, 11]
    assert two.r2.tolist() == [15, 16, 17]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: by_start([], torch.ones(3)), r"\[\].*name"),
        (lambda: by_start(["a", "a"], torch.ones(4)), r"\['a', 'a'\].*name"),
        (lambda: by_start(["a", "b"], torch.ones(3)), "3 rows .*2 starts"),
        (lambda: by_start(["a", "b"], torch.ones(0)), "0 rows .*2 starts"),
        (lambda: pair([], []), r"\(0,\).* 1 "),
        (lambda: pair([0.1, 0.2], [0.5]), r"\[\(2,\), \(2,\), \(1,\)\]"),
        (lambda: pair([[0.1]], [[0.5]]), r"\(1, 1\).*three.*\(seed,\)"),
    ],
)
@pytest.mark.usefixtures("no_shape_checks")
def test_what_makes_no_pair_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
