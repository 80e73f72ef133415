"""A notebook in another setting says so at its top, and goes on where an assertion breaks."""

import ast
import sys
from typing import Any

from multihead import setting

BROKEN = "_broken_by_the_setting"


class GoingOn(ast.NodeTransformer):
    """Let each assertion of a cell print what it says where it does not hold."""

    def visit_Assert(self, node: ast.Assert) -> ast.Try:
        assertion = ast.unparse(node)
        handler = ast.parse(f"try: pass\nexcept Exception as e: {BROKEN}({assertion!r}, e)").body[0]
        assert isinstance(handler, ast.Try)
        handler.body = [node]
        return ast.fix_missing_locations(ast.copy_location(handler, node))


def tell_broken(assertion: str, error: Exception) -> None:
    cause = f" ({type(error).__name__}: {error})" if not isinstance(error, AssertionError) else ""
    print(f"In this setting not so: {assertion}{cause}")


def announce() -> None:
    """Say which setting it is, if it is another than the book's, and change the kernel."""
    if setting.current() == setting.Setting():
        return
    print(
        f"The setting is {setting.current()}: so everything is trained here. Claims say whether "
        "they still hold. What trains in the page, or was stored, is as on the pages."
    )
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.user_ns[BROKEN] = tell_broken
        shell.ast_transformers.append(GoingOn())
