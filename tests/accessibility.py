"""What axe finds wrong on a page, in the themes and widths in which the tests look at it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOURS = ["color-contrast", "link-in-text-block"]
# Colours take most of the time. A phone shows the same ones; in the dark only they are others.
RULES = {
    ("light", 1280): {},
    ("light", 360): {"rules": {rule: {"enabled": False} for rule in COLOURS}},
    ("dark", 1280): {"runOnly": COLOURS},
}
# Listing what passed would take most of the time on a page with many numbers.
OPTIONS = {"preload": False, "resultTypes": ["violations"]}


def violations(page: Page, theme: str = "light", width: int = 1280) -> list:
    """Return what breaks a rule that this theme and width are looked at for."""
    found = Axe().run(page, options=OPTIONS | RULES[theme, width]).response["violations"]
    return [(v["id"], [node["target"] for node in v["nodes"]]) for v in found]
