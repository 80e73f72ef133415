"""Layers trained in about a second, for the first picture of a page."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from multihead import validate
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import train
from multihead.train.data import fresh_generator


def two_look_ups(
    seeds: Sequence[int], n_heads: int = 2, steps: int = 240
) -> Float[Tensor, "seed head query key"]:
    r"""Train a layer on the two look-ups from every seed and return its mean patterns.

    The layer is chapter 06's: heads 6 wide on tokens 12 wide, trained with Adam at rate 0.03 on
    batches of 32. A pattern is the mean over 100 test examples,

    .. math:: \bar A = \tfrac{1}{100} \sum_{x} \operatorname{softmax}(Q K^\top / \sqrt 6).

    Each of its rows sums to 1.

    Parameters
    ----------
    seeds
        Distinct seeds, one run for each.
    n_heads, steps
        Number of heads, and of updates.

    Raises
    ------
    ValueError
        If ``n_heads`` or ``steps`` is below 1, or seeds are missing or repeated.
    """
    validate.sizes(n_heads=n_heads)
    task = LookUps((1, 2))

    def layer(generator):
        return MultiHeadAttention(12, n_heads, d_head=6, d_out=8, generator=generator)

    run = train(layer, task, seeds=seeds, steps=steps)
    x, _ = task.sample(100, fresh_generator())
    return run.each(lambda model, x: model.heads(x).pattern.mean(dim=0), x)
