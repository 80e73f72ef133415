"""Checks of input: what they read, and what they can say of values that `vmap` hides."""

import pytest
import torch
from multihead.validation import tensor_inputs
from torch.func import grad, vmap

X = torch.tensor([[1.0, 2, 3], [4, torch.nan, 6]])


def errors(transform):
    """Return what the checks say of X within a transform."""
    messages = []

    def function(x):
        messages.append((tensor_inputs.holds(x.isnan()), tensor_inputs.all_finite(x)))
        return x.sum()

    transform(function)(X)
    return messages


@pytest.mark.parametrize("transform", [lambda f: f, grad, lambda f: vmap(lambda _: f(X))])
def test_values_that_can_be_read_are_read(transform):
    assert errors(transform) == [(True, False)]


@pytest.mark.parametrize("transform", [vmap, lambda f: vmap(grad(f)), lambda f: vmap(vmap(f))])
def test_values_that_are_batched_cannot_be_read_and_are_let_pass(transform):
    assert errors(transform) == [(False, True)]


@pytest.mark.parametrize(("given", "width"), [(None, 3), (5, 5)])
def test_the_width_of_a_head_is_its_share_or_is_given(given, width):
    assert tensor_inputs.layer_widths(6, 2, given, None) == (width, 6)
