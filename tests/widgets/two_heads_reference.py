"""What `two_heads.test.js` needs to know of TwoHeads in Python: how it trains."""

from multihead.widgets.two_heads.widget import SETTINGS


def reference() -> dict:
    return {"settings": SETTINGS}
