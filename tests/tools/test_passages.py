from pathlib import Path

import pytest

from tools.quotes import passages

WORDS = " ".join(["word"] * 40)
PAGE = f"""# Title

{WORDS} one [link](other.md#there) and `code`.

{WORDS} two.

**Figure 1.1.** {WORDS} {WORDS}

- {WORDS} {WORDS}

## Section

{WORDS} three, {WORDS}.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    return tmp_path / "page.md"


def test_passages_are_runs_of_paragraphs_without_captions_lists_and_links(page):
    first, second = passages.passages(page)
    assert first == f"{WORDS} one link and `code`.\n\n{WORDS} two."
    assert second == f"{WORDS} three, {WORDS}."


def test_the_same_seed_draws_the_same(page):
    assert passages.draw([page], 2, 3) == passages.draw([page], 2, 3)
    with pytest.raises(ValueError, match="2 passages in 1 pages"):
        passages.draw([page], 3, 0)
