"""What a caption says of its statistics is what its figure draws: centre, band, seeds."""

import json
import re
from html import unescape

import pytest
from conftest import ROOT

from tools.quotes.cell_outputs import executed_notebook
from tools.quotes.numbers import sentences

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
CAPTION = re.compile(r"\*\*(Figure \d+\.\d+)\.(.*?)(?:\n\n|\Z)", re.S)
DRAWN = re.compile(r"data-drawn='([^']*)'")
MIDDLE = re.compile(r"middle (\d+) ?%")
SEEDS = re.compile(r"(\d+) (?:seeds|trainings|maps|layers|runs|sets)\b")
MARKS = re.compile(r"\b(?:lines?|large (?:dot|one|mark|circle)s?|discs?)\b", re.I)
SPREAD = re.compile(r"\b(?:bands?|bars?)\b", re.I)
# "The line is the mean", but not "the mean over the six pairs", which each seed has.
OF_OTHERS = r"(?! (?:of|over) (?!(?:the )?(?:\d+ )?(?:seeds|trainings|maps)))"
MEAN = re.compile(rf"\b(?:means?|averages?|averaged)\b{OF_OTHERS}")
COMPUTED = {"median": "median", "mean": "mean", "average": "mean", "averaged": "mean"}
STATISTIC = re.compile(r"\b([Mm]edian|[Mm]ean|[Aa]veraged?)\b[^.;:]*? (?:of|over) \d+ seeds")


def figures(page: str) -> list[tuple[str, str, list[dict], str]]:
    """List a chapter's figures: name, caption, what its drawings say, and the code of its part."""
    found, drawn, code = [], [], ""
    for cell in executed_notebook(page).cells:
        if cell.cell_type == "code":
            code += cell.source + "\n"
            pages = [out.get("data", {}).get("text/html", "") for out in cell.outputs]
            texts = [unescape(text) for page in pages for text in DRAWN.findall(page)]
            notes = [note for text in texts for note in json.loads(text) if "middle" in note]
            if any("mh-figure" in page and "mh-claim" not in page for page in pages):
                drawn = notes
        for name, caption in CAPTION.findall(cell.source if cell.cell_type == "markdown" else ""):
            found.append((name, caption, drawn, code))
            code = ""
    return found


def wrong(caption: str, drawn: list[dict], code: str) -> list[str]:
    """List what a caption says of its statistics that its figure does not draw."""
    said = []
    caption = re.sub(r"\([^()]*\)", "", caption)  # what a dot itself is computed from
    middles = {round(note["middle"]) for note in drawn}
    counts = {n for note in drawn for n in note["seeds"]}
    if drawn:
        said += [
            f"the middle {m} %, drawn {middles}"
            for m in MIDDLE.findall(caption)
            if int(m) not in middles
        ]
        said += [
            f"{n} of them, drawn {counts}" for n in SEEDS.findall(caption) if int(n) not in counts
        ]
        said += [f"{mean}, drawn is the median" for mean in MEAN.findall(caption)]
        said += [
            f"a band or bar of something else than the middle: {sentence}"
            for sentence in sentences(caption)
            if SPREAD.search(sentence) and not MIDDLE.search(sentence)
        ]
        if MARKS.search(caption) and MIDDLE.search(caption) and "median" not in caption.lower():
            said.append("names no median, which its marks are")
    else:
        words = [word.lower() for word in STATISTIC.findall(caption)]
        said += [f"{w}, computed by no cell" for w in words if not re.search(COMPUTED[w], code)]
    return said


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem[:2])
def test_captions_say_of_their_statistics_what_is_drawn(path, site):
    for name, caption, drawn, code in figures(path.stem):
        assert wrong(caption, drawn, code) == [], name


def test_most_figures_over_seeds_are_compared(site):
    notes = [drawn for path in CHAPTERS for _, _, drawn, _ in figures(path.stem)]
    assert sum(map(bool, notes)) > 25


NOTE = [{"centre": "median", "middle": 90, "seeds": [20]}]
RIGHT = "$R^2$ by width. A line is the median of 20 seeds, the band the middle 90 %."


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", "", ""),
        ("90 %", "50 %", "50"),
        ("20 seeds", "12 seeds", "12"),
        ("the median of", "the mean of", "median"),
        ("by width", "by width, mean over the six pairs", ""),
        ("the middle 90 %", "the standard error", "standard error"),
        ("the median of", "the mean, of", "median"),
    ],
)
def test_a_caption_that_says_something_else_is_found(before, after, said):
    found = wrong(RIGHT.replace(before, after), NOTE, "")
    assert bool(found) == bool(said)
    assert said in " ".join(found)


@pytest.mark.parametrize(("code", "count"), [("np.median(r2)", 0), ("r2.mean()", 1)])
def test_a_statistic_that_no_cell_computes_is_found(code, count):
    assert len(wrong(" Median $R^2$ of 20 seeds for each way.", [], code)) == count
