"""A chapter in JupyterLab: MyST is rendered, not shown as markup."""

from conftest import ROOT

MARKUP = ["{term}`", "{cite", ":::{", "(ch03-", "$$"]


def test_myst_is_readable_in_jupyterlab(open_in_lab):
    page = open_in_lab(ROOT / "book" / "03-money-bank.ipynb")
    page.wait_for_function(
        """markup => {
            const text = document.querySelector(".jp-Notebook").innerText;
            return text.includes("embedding") && !markup.some((m) => text.includes(m));
        }""",
        arg=MARKUP,
    )
    assert page.locator(".jp-Notebook .katex").count() > 10
