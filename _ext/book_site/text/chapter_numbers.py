"""What a chapter is called where there is little room: 07, or S2 for the second side road."""

from functools import cache

import yaml
from multihead.claims.replications import BOOK


def short_name(chapter: str) -> str:
    return chapter[:2] if chapter[0].isdigit() else f"S{side_roads().index(chapter) + 1}"


@cache
def side_roads() -> list[str]:
    contents = yaml.safe_load((BOOK.parent / "_toc.yml").read_text("utf-8"))
    (roads,) = (part for part in contents["parts"] if part["caption"] == "Side roads")
    return [page["file"].removeprefix(f"{BOOK.name}/") for page in roads["chapters"]]
