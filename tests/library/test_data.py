"""Each seed has its own start and data, whatever the other seeds are."""

import numpy as np
import pytest
from multihead.train import data, fresh_generator, numpy_generator
from multihead.train.data import batches, data_generator, read_seed_set, start_generator
from test_engine import TASK


def test_a_batch_may_be_larger_than_a_draw():
    x, _ = next(batches(TASK, [4, 1], 513))
    assert x.shape == (2, 513, 5, 8)


@pytest.mark.parametrize(
    ("seed_set", "first"), [(0, 0), (7, 14 * 10**9), (10**10, 2 * 10**19 - 2**64)]
)
def test_a_seed_and_a_seed_set_fix_the_stream(seed_set, first, monkeypatch):
    monkeypatch.setattr(data, "SEED_SET", seed_set)
    streams = [start_generator(17), data_generator(17), fresh_generator(), fresh_generator(3)]
    assert [g.initial_seed() - first for g in streams] == [34, 35, 1_000_000, 1_000_006]
    for ours, draw in ((numpy_generator(), 0), (numpy_generator(3), 3)):
        assert ours.random() == np.random.default_rng([draw, seed_set]).random()


def test_a_seed_set_is_a_whole_number():
    assert read_seed_set("07") == 7
    for text in ("", "-1", "1.5", "seven", "٣"):
        with pytest.raises(ValueError, match=r"MANY_HEADS_SEED_SET=.*whole"):
            read_seed_set(text)
