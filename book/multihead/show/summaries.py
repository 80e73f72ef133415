"""Results over seeds in a few words: a spread, or a difference with its interval."""

import numpy as np
from numpy.typing import ArrayLike

from multihead.train import numpy_generator

SPREAD = (5, 50, 95)  # percentiles: the ends of the middle 90 %, and the median


def spread(values: ArrayLike, digits: int = 3) -> str:
    """Write the median and the range of the middle 90 %: ``"0.991 (0.980 to 0.997)"``.

    Parameters
    ----------
    values
        Any shape; all entries count alike.
    digits
        Decimals.

    Raises
    ------
    ValueError
        If there is no value, or one is NaN or infinite.
    """
    low, median, high = np.percentile(_finite(values), SPREAD)
    return f"{median:z.{digits}f} ({low:z.{digits}f} to {high:z.{digits}f})"


def difference(values: ArrayLike, digits: int = 3) -> str:
    """Write the median of differences and its interval: ``"+0.031 [+0.020 to +0.044]"``.

    Parameters
    ----------
    values
        One difference per seed, shape (seed,), taken between runs of the same seed.
    digits
        Decimals.

    Raises
    ------
    ValueError
        If there are fewer than two seeds, or a value is NaN or infinite.
    """
    values = _finite(values)
    if values.ndim != 1 or len(values) < 2:
        raise ValueError(f"differences of shape {values.shape}; give one per seed, 2 or more")
    low, high = interval_of_median(values)
    return f"{np.median(values):+z.{digits}f} [{low:+z.{digits}f} to {high:+z.{digits}f}]"


def interval_of_median(values: ArrayLike) -> tuple[float, float]:
    """Return the ends of a 95 % percentile-bootstrap interval of the median over seeds.

    Source: B. Efron and R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    """
    from scipy.stats import bootstrap  # a second, which few who import a figure need

    result = bootstrap((_finite(values),), np.median, method="percentile", rng=numpy_generator())
    low, high = result.confidence_interval
    return float(low), float(high)


def _finite(values: ArrayLike) -> np.ndarray:
    values = np.asarray(values)
    if values.size == 0 or not np.isfinite(values).all():
        raise ValueError(f"values of shape {values.shape}; give one or more, all of them finite")
    return values
