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


def test_a_number_links_to_the_chapter_it_comes_from(open_in_lab, run_in_lab):
    open_in_lab(ROOT / "book" / "05-same-input-different-gradients.ipynb")
    name = "Without W_O two heads solve two look-ups"
    page, run = run_in_lab([f"from multihead.evidence import found\nfound({name!r})"])
    run(0, name)
    page.get_by_role("link", name=name).click()
    page.get_by_role("heading", name="05 Same input, different gradients").wait_for()
