"""Claims about training: what they say, what replications found, and tables of both.

It may import `show`; nothing that trains.
"""

from multihead.claims.evidence import answers, claims_table, found, runs
from multihead.claims.over_seeds import mean, median, share
from multihead.claims.statement import Claim, ClaimError, claim
from multihead.claims.sweeps import right_at_the_end, when_it_falls, which_reads

__all__ = [
    "Claim",
    "ClaimError",
    "answers",
    "claim",
    "claims_table",
    "found",  # the former name of claims_table
    "mean",
    "median",
    "right_at_the_end",
    "runs",
    "share",
    "when_it_falls",
    "which_reads",
]
