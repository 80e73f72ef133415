"""What `symmetry_lab.test.js` needs to know of SymmetryLab in Python: how it trains."""

from multihead.widgets.training import LEARNING_RATES


def reference() -> dict:
    return {"learningRates": LEARNING_RATES}
