"""Whole numbers: what is one, whoever made it."""

import numpy as np
import pytest
import torch
from multihead.validation import whole_numbers


@pytest.mark.parametrize("number", [3, np.int64(3), torch.tensor(3)])
def test_a_whole_number_may_come_from_anywhere(number):
    assert whole_numbers.read(number) == 3


@pytest.mark.parametrize("number", [True, np.True_, torch.tensor(True), 3.0, "3", None])
def test_what_is_no_whole_number_is_refused(number):
    with pytest.raises(TypeError):
        whole_numbers.read(number)
