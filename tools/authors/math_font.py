"""Make the font of the site's formulas: the part of TeX Gyre Termes Math that they may need.

    .venv/bin/python tools/authors/math_font.py texgyretermes-math.otf

The whole font is in Debian's package fonts-texgyre-math (20180621-6), and on CTAN. After a root,
Chromium leaves as much space as the font's widest root would need. In this font all of them have
nearly the same width; in most others the gap can be seen.
"""

import sys
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).parents[2] / "_ext/book_site/text/math_font" / "texgyretermes-math.woff2"
LETTERS = (
    range(0x20, 0x7F),
    range(0x391, 0x3A2),
    range(0x3A3, 0x3AA),
    range(0x3B1, 0x3CA),
    range(0x1D434, 0x1D455),  # A browser draws the variable x as 𝑥, which is one of these.
    range(0x1D456, 0x1D468),
    range(0x1D6E2, 0x1D71C),
)
SYMBOLS = (
    "\xa0ℎℓ𝔼ℝℕℙ×·÷±¬ϕϵ∀∃∂∅∇∈∉∋∏∑−∓∗∘√∝∞∠∥∧∨∩∪∫∼≃≅≈≔≠≡≤≥≪≫⊂⊃⊆⊇⊕⊖⊗⊙⊤⊥⋅⋆⋮⋯⋱…′‾"
    "←↑→↓↔↦⇐⇒⇔⟨⟩⌈⌉⌊⌋‖⏞⏟¯ˆˇ˘˙˜\u0302\u0303\u0305\u0332\u20d7"
)
# A prime is always raised, so it needs the form for that. A bar over a formula has to stretch, and
# WebKit leaves no gap below one that is drawn below the line.
GLYPH_OF_CHARACTER = {ord("′"): "minute.st", ord("‾"): "lowlinecmb"}


def cut_font(source: Path, target: Path) -> None:
    """Keep the characters, their larger forms and the table that says how to place them."""
    options = subset.Options(flavor="woff2", hinting=False, desubroutinize=True)
    options.layout_features = []
    options.drop_tables += ["FFTM"]
    font = subset.load_font(source, options)
    for table in font["cmap"].tables:
        table.cmap.update(GLYPH_OF_CHARACTER)
    characters = {*map(ord, SYMBOLS), *(code for part in LETTERS for code in part)}
    if missing := sorted(characters - font.getBestCmap().keys()):
        raise SystemExit(f"{source} lacks {', '.join(map(hex, missing))}")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, target, options)


if __name__ == "__main__":
    cut_font(Path(sys.argv[1]), TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1000:.1f} kB")
