"""A claim about training: what it says, what replications found, and tables of both."""

from multihead.claims.evidence import answers, found, runs
from multihead.claims.statement import Claim, ClaimError, claim, mean, median, share

__all__ = ["Claim", "ClaimError", "answers", "claim", "found", "mean", "median", "runs", "share"]
