"""The licence of every dependency, from what is installed: `make licences`.

A licence that is not listed here, or none at all, is an error: read it, then add it or drop the
package. Most packages state a licence in their metadata. For the others, `READ_BY_HAND` says what a
person found.
"""

import json
import re
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Of all that `make test` installs from PyPI; the hub's are only bench/hub.py's.
PINS = ("requirements.txt", "grading/requirements.txt", "tools/requirements.txt")
# As the metadata of packages write them. MPL-2.0 asks to share changes of its own files, no more.
ALLOWED = {
    *("MIT", "MIT License", "MIT-0", "MIT-CMU", "0BSD", "BSD", "BSD License"),
    *("BSD-2-Clause", "BSD-3-Clause", "ISC", "ISC License (ISCL)", "Zlib", "BSL-1.0", "CC0-1.0"),
    "OFL-1.1",
    *("Apache-2.0", "Apache 2.0", "Apache Software License", "Apache License, Version 2.0"),
    *("Apache 2.0 License", "CNRI-Python"),
    *("LLVM-exception", "PSF-2.0", "Python Software Foundation License", "Public Domain"),
    *("MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)", "GUST-FONT-LICENSE"),
}
READ_BY_HAND = {
    "axe-playwright-python": "MIT AND MPL-2.0",  # its LICENSE; axe-core, which it contains
    # Its metadata name the GPL too, for an Emacs mode that is not in the package.
    "docutils": "Public Domain AND BSD-2-Clause AND PSF-2.0",
}
# Files of others in this repository: the licence, and where it stands.
FONTS = "_ext/book_site/pages/look/fonts"
VENDORED = {
    "_ext/book_site/text/math_font/texgyretermes-math.woff2": (
        "GUST-FONT-LICENSE",
        "_ext/book_site/text/math_font/GUST-FONT-LICENSE.txt",
    ),
    "book/multihead/minilm/vocabulary.txt": (
        "Apache-2.0",
        "book/multihead/minilm/APACHE-LICENSE.txt",
    ),
    **{
        f"{FONTS}/{face}.woff2": ("OFL-1.1", f"{FONTS}/OFL-LICENSE.txt")
        for face in ("display", "sans", "serif", "serif-italic")
    },
}
TROVE = "License :: "


def pinned() -> list[str]:
    """Return the name of every package that is pinned."""
    texts = ((ROOT / file).read_text("utf-8") for file in PINS)
    return [name for text in texts for name in re.findall(r"^([\w.-]+)==", text, re.M)]


def stated_licence(package: Distribution) -> str:
    """Return the licence that a package states, in the best form that its metadata have."""
    about = package.metadata
    trove = [c for c in about.get_all("Classifier") or () if c.startswith(TROVE)]
    classifiers = " AND ".join(c.split(" :: ")[-1] for c in trove)
    return about.get("License-Expression") or classifiers or about.get("License", "")


def licences() -> dict[str, str]:
    """Return the licence of each pinned package, of each npm package and each file of others."""
    licence_of = {
        name: READ_BY_HAND.get(name) or stated_licence(distribution(name)) for name in pinned()
    }
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    modules = {path: about for path, about in lock["packages"].items() if path}
    licence_of |= {path: about.get("license", "") for path, about in modules.items()}
    return licence_of | {path: licence for path, (licence, _) in VENDORED.items()}


def refused_parts(licence: str) -> list[str]:
    """Return the parts of a licence that are not allowed; one that is missing is not either."""
    parts = re.split(r" AND | OR | WITH ", licence)
    return [part or "no licence" for part in parts if part not in ALLOWED]


def main() -> int:
    n_refused = 0
    for name, licence in sorted(licences().items(), key=lambda entry: entry[0].lower()):
        print(f"{name:50} {licence.splitlines()[0] if licence else '-'}")
        if refused_parts(licence):
            n_refused += 1
            print(f"    not allowed: {', '.join(refused_parts(licence))}; read it, see ALLOWED")
    return int(n_refused > 0)


if __name__ == "__main__":
    sys.exit(main())
