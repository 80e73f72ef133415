"""What `two_heads.test.js` needs to know of TwoHeads in Python: how it trains."""

from multihead.widgets.two_heads.widget import SETTINGS, TwoHeads


def reference() -> dict:
    return {"settings": {**SETTINGS, "epsilon": TwoHeads().epsilon}}
