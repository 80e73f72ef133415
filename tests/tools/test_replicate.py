"""New names and bounds are stored beside what was found, if the chapter has the same claims."""

from dataclasses import replace

import pytest
from multihead.claims import Claim

from bench import replicate

KEPT = Claim("two-heads-r2", "Two heads", "median", 20, (0.97, 0.96), above=0.9)


def test_names_and_bounds_come_from_the_page_and_values_from_all_runs():
    page = replace(KEPT, what="A pair", found=(0.97,), above=0.8)
    assert replicate.as_stated([KEPT], [page]) == [replace(KEPT, what="A pair", above=0.8)]


def test_a_chapter_with_other_claims_has_to_run_again():
    with pytest.raises(SystemExit, match="other claims"):
        replicate.as_stated([KEPT], [KEPT, replace(KEPT, id="another")])
