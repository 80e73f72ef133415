"""What the page *How to* says of versions, commands and addresses is what the project has."""

import re

from book_site.learners.notebooks_zip import READ_ME
from conftest import ROOT

PAGE = (ROOT / "book" / "how-to.md").read_text("utf-8")


def test_the_versions_that_give_equal_bits_are_the_pinned_ones():
    pins = dict(re.findall(r"^(numpy|torch)==(.+)$", (ROOT / "requirements.txt").read_text(), re.M))
    assert f"PyTorch {pins['torch']} and NumPy {pins['numpy']}" in PAGE


def test_the_three_commands_are_those_of_the_zip():
    _, recipe = PAGE.split("### On your own machine\n")
    (commands,) = re.findall(r"```bash\n(.*?)```", recipe.partition("\n###")[0], re.S)
    lines = [line.strip() for line in commands.splitlines() if line.strip()]
    assert len(lines) == 3
    assert all(f"\n    {line}\n" in READ_ME for line in lines)
