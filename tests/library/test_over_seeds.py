"""A median, a mean and a share know how many seeds they are of."""

import pytest
import torch
from multihead.claims import mean, median, share

R2 = torch.tensor([0.2, 0.9, 0.7, 0.8, 0.95])


def test_median_mean_and_share_know_their_seeds():
    findings = [median(R2), mean(R2), share(R2 > 0.75)]
    assert [float(f) for f in findings] == pytest.approx([0.8, 0.71, 0.6])
    assert [(f.kind, f.seeds) for f in findings] == [("median", 5), ("mean", 5), ("share", 5)]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: share(R2), TypeError, r"share .*float32.*booleans"),
        (lambda: median(R2[None]), ValueError, r"\(1, 5\).*one per seed"),
        (lambda: mean([]), ValueError, r"\(0,\).*one per seed"),
    ],
)
def test_what_is_not_one_value_per_seed_is_rejected(make, error, message):
    with pytest.raises(error, match=message):
        make()
