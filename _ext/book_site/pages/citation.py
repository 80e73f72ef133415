"""How to cite this book, for the page of references. CITATION.cff alone knows the version."""

from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.pages.site_address import site_address

TEMPLATE = """\
{authors} ({year}). *{title}*. Version {version}.{link}

```bibtex
@misc{{manyheads{year},
  title   = {{{title}}},
  author  = {{{{{authors}}}}},
  year    = {{{year}}},
  version = {{{version}}},{url}
}}
```"""


def read_citation(root: Path) -> dict[str, Any]:
    return yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))


def how_to_cite(citation: dict[str, Any], address: str | None) -> str:
    """Write the reference to this book, and the same for BibTeX."""
    return TEMPLATE.format(
        authors=" and ".join(author["name"] for author in citation["authors"]),
        year=citation["date-released"].year,
        title=citation["title"],
        version=citation["version"],
        link=f" <{address}>" if address else "",
        url=f"\n  url     = {{{address}}}," if address else "",
    )


def configure(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    citation = read_citation(root)
    config.version = config.release = citation["version"]
    text = how_to_cite(citation, site_address(root))
    config.myst_substitutions = {**config.myst_substitutions, "how_to_cite": text}
