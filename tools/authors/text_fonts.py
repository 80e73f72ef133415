"""Make the fonts of the site's text: Source Serif 4 and Source Sans 3, cut to what pages use.

    npm pack source-serif@4.5.1 source-sans@3.52.0    # Adobe's own packages
    for file in *.tgz; do tar xzf "$file" --one-top-level; done
    .venv/bin/python tools/authors/text_fonts.py FOLDER    # where they were unpacked

Text has one optical size and titles another, so no face carries the whole axis.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).parents[2] / "_ext/book_site/pages/look/fonts"
SERIF = "source-serif-4.5.1/package"
SANS = "source-sans-3.52.0/package"
LETTERS = "".join(map(chr, range(0x20, 0x7F)))
SIGNS = "\xa0©°²·×áéóü–—‘’“”…′←→−✓½"
WEIGHTS = (400, 650)
# Each face: its file, where on the axes it stands, and its characters.
FACES = {
    "serif": (
        f"{SERIF}/VAR/SourceSerif4Variable-Roman.ttf",
        {"opsz": 16, "wght": WEIGHTS},
        LETTERS + SIGNS,
    ),
    "serif-italic": (
        f"{SERIF}/VAR/SourceSerif4Variable-Italic.ttf",
        {"opsz": 16, "wght": 400},
        LETTERS + SIGNS,
    ),
    "display": (
        f"{SERIF}/VAR/SourceSerif4Variable-Roman.ttf",
        {"opsz": 48, "wght": 440},
        LETTERS + "–’“”…−",
    ),
    "sans": (
        f"{SANS}/WOFF2/VF/SourceSans3VF-Upright.ttf.woff2",
        {"wght": WEIGHTS},
        LETTERS + SIGNS,
    ),
}
# Names that a face shows; the licence keeps "Source" for fonts that nobody changed.
VISIBLE_NAMES, POSTSCRIPT_NAMES = (1, 4, 16), (3, 6, 25)
FEATURES = ["kern", "liga", "lnum", "tnum", "ccmp"]


def cut_face(source: Path, axes: dict[str, Any], characters: str, target: Path) -> None:
    """Cut one face out of a variable font."""
    options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES)
    font = TTFont(source)
    if missing := [c for c in characters if ord(c) not in font.getBestCmap()]:
        raise SystemExit(f"{source} lacks {' '.join(missing)}")
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    face = instancer.instantiateVariableFont(font, axes)
    rename(face, f"MH {target.stem.replace('-', ' ').title()}")
    subset.save_font(face, target, options)


def rename(font: TTFont, name: str) -> None:
    for record in font["name"].names:
        if record.nameID in VISIBLE_NAMES:
            record.string = name
        elif record.nameID in POSTSCRIPT_NAMES:
            record.string = name.replace(" ", "")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    TARGET.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / SERIF / "LICENSE.md", TARGET / "OFL-LICENSE.txt")
    for name, (file, axes, characters) in FACES.items():
        face = TARGET / f"{name}.woff2"
        cut_face(folder / file, axes, characters, face)
        print(f"{face.name}: {face.stat().st_size / 1000:.1f} kB")
