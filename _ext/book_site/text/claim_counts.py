"""How many claims hold on other seeds, how many in other settings, and why both numbers are true.

`how-sure.md` and `settings.md` begin with the same sentences, each with a link to the other page.
"""

from typing import Any

from book_site.text import setting_words, stale_results
from book_site.text.chapter_numbers import short_name
from book_site.text.settings_tables import ClaimInSettings

NOT_RUN = "not run yet"
BOTH_TRUE = (
    "Both are true: other seeds repeat the experiment of a chapter, whereas another setting "
    "changes the experiment, and the bounds of a claim were chosen for the setting of its chapter."
)


def on_seeds(chapters: dict[str, Any]) -> str:
    claims = [claim for chapter in chapters.values() for claim in chapter["claims"]]
    n_holding = sum(claim.holds for claim in claims)
    n_runs = min(len(chapter["runs"]) for chapter in chapters.values())
    return f"On other seeds, {n_holding} of {len(claims)} claims hold in all {n_runs} runs"


def in_settings(claims: list[ClaimInSettings]) -> str:
    tried = [entry for entry in claims if entry.is_tried]
    n_whole = sum(entry.holds_everywhere for entry in tried)
    return (
        f"In other settings, {n_whole} of {len(tried)} claims that people quote hold in every "
        "setting that was tried"
    )


def of_seeds_page(chapters: dict[str, Any], claims: list[ClaimInSettings], stale: set[str]) -> str:
    """Write the first sentences of *How sure are we?*, in Markdown."""
    if not chapters:
        return "No replications are stored; `make replicate` makes them."
    link = " ([Where claims hold](settings.md))"
    return f"{on_seeds(chapters)}. {in_settings(claims)}{link}. {BOTH_TRUE}{say_stale(stale)}"


def of_settings_page(chapters: dict[str, Any], claims: list[ClaimInSettings]) -> str:
    """Write the first sentences of *Where claims hold*, in Markdown."""
    link = " ([How sure are we?](how-sure.md))"
    n_not_run = sum(value == NOT_RUN for entry in claims for value in entry.values.values())
    missing = f" {n_not_run} more results are {NOT_RUN}." if n_not_run else ""
    stale = say_stale({entry.chapter for entry in claims if entry.is_stale})
    counts = f"{in_settings(claims)}. {on_seeds(chapters)}{link}. {BOTH_TRUE}{missing}{stale}"
    return f"{counts}\n\n{commonest_edges(claims)}"


def commonest_edges(claims: list[ClaimInSettings], n_edges: int = 3) -> str:
    """Name the settings in which most claims do not hold, and how many of those tried."""
    verdicts_by_setting = {
        name: [holds for entry in claims if (holds := entry.holds(name)) is not None]
        for name in setting_words.WORDS
        if any(name in entry.values for entry in claims)
    }
    most_first = sorted(
        filter(verdicts_by_setting.get, verdicts_by_setting),
        key=lambda name: -verdicts_by_setting[name].count(False),
    )
    texts = [
        f"{setting_words.WORDS[name].phrase} "
        f"({verdicts_by_setting[name].count(False)} of {len(verdicts_by_setting[name])} end)"
        for name in most_first[:n_edges]
    ]
    return f"The changes that end the most claims are {setting_words.joined(texts)}."


def say_stale(chapters: set[str]) -> str:
    return "".join(
        f" Chapter {short_name(name)} is {stale_results.STALE}." for name in sorted(chapters)
    )
