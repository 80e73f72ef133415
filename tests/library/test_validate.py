"""Checks of input: what they read, and what they can say of values that `vmap` hides."""

import pytest
import torch
from multihead import validate
from torch.func import grad, vmap

X = torch.tensor([[1.0, 2, 3], [4, torch.nan, 6]])


def errors(transform):
    """Return what the checks say of X within a transform."""
    messages = []

    def function(x):
        messages.append((validate.holds(x.isnan()), validate.all_finite(x)))
        return x.sum()

    transform(function)(X)
    return messages


@pytest.mark.parametrize("transform", [lambda f: f, grad, lambda f: vmap(lambda _: f(X))])
def test_values_that_can_be_read_are_read(transform):
    assert errors(transform) == [(True, False)]


@pytest.mark.parametrize("transform", [vmap, lambda f: vmap(grad(f)), lambda f: vmap(vmap(f))])
def test_values_that_are_batched_cannot_be_read_and_are_let_pass(transform):
    assert errors(transform) == [(False, True)]


@pytest.mark.parametrize(
    ("form", "given", "width"), [("paper", None, 3), ("wide", None, 6), ("paper", 5, 5)]
)
def test_the_width_of_a_head_follows_from_its_form_or_is_given(form, given, width):
    assert validate.head_width(6, 2, given, form, 0) == width
