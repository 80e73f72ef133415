import pytest
import torch
from multihead.attention import attention
from multihead.path_length import products_between


def ones(*shape):
    return torch.ones(shape, requires_grad=True)


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_a_chain_has_as_many_products_as_matrices(n):
    start = end = ones(2, 3)
    for _ in range(n):
        end = torch.tanh(end @ torch.ones(3, 3)) + 1
    assert products_between(start, end) == n


def test_the_shortest_way_counts():
    start = ones(2, 5)
    matrix = torch.ones(5, 5)
    assert products_between(start, start @ matrix @ matrix + start @ matrix) == 1
    assert products_between(start, start @ matrix @ matrix + start) == 0


def test_every_kind_of_matrix_product_counts():
    start = ones(4, 2, 3)
    assert products_between(start, start @ torch.ones(4, 3, 5)) == 1
    row, matrix = ones(3), torch.ones(2, 3)
    assert products_between(row, matrix @ row) == 1
    assert products_between(row, torch.nn.functional.linear(row, matrix, torch.ones(2))) == 1


def test_what_made_the_first_tensor_does_not_count():
    middle = ones(2, 3) @ torch.ones(3, 3)
    assert products_between(middle, middle @ torch.ones(3, 7)) == 1


@pytest.mark.parametrize("n", [2, 7])
def test_attention_reaches_any_token_in_two(n):
    tokens = [ones(1, 3) for _ in range(n)]
    rows, matrix = torch.cat(tokens), torch.ones(3, 5)
    out, _ = attention(rows @ matrix, rows @ matrix, rows @ matrix)
    assert products_between(tokens[0], out[-1]) == 2


def test_a_tensor_that_is_not_used_is_named_by_its_shape():
    start = ones(2, 3)
    with pytest.raises(ValueError, match=r"\(3, 5\) .*\(2, 3\)"):
        products_between(start, ones(3, 5) * 2)


def test_a_tensor_that_remembers_nothing_is_refused():
    with pytest.raises(ValueError, match=r"start .*\(2, 3\).*requires_grad=True"):
        products_between(torch.ones(2, 3), ones(2, 3))
    with pytest.raises(ValueError, match=r"end .*\(4, 1\)"):
        products_between(ones(2, 3), torch.ones(4, 1))
