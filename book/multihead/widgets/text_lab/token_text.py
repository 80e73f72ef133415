"""How tokens are written for readers: blanks get a sign. The page does the same (token_text.js)."""

import re


def token_label(token: str) -> str:
    """Write a token so that its blanks can be seen: ``" self"`` is ``"␣self"``."""
    short = re.sub(" {3,}", lambda blanks: f"␣×{len(blanks[0])}", token)
    return short.replace(" ", "␣").replace("\n", "⏎")
