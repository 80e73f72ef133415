"""What links led to before chapters moved, they lead to now: every page, section, claim, widget."""

import json
import posixpath
import re

import pytest
from built_pages import HTML, REDIRECTS, ids_of
from conftest import ROOT

FORMER = json.loads((ROOT / "book/former_addresses.json").read_text("utf-8"))
WHERE = re.compile(r"<script data-moved>.*?const { places, page } = (.*?);\n", re.DOTALL)


def where(page) -> dict:
    """Read what the script of a page says."""
    script = WHERE.search(page.read_text("utf-8"))
    return json.loads(script[1]) if script else {"places": {}, "page": None}


def target(site, page, name) -> tuple[str, str]:
    """Follow the script of a page as a browser does; return where it leads, and to which id."""
    said = where(site / page)
    address = said["places"].get(name, said["page"])
    if address is None:
        return page, name
    other, _, other_name = address.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), other)), other_name or name


@pytest.mark.parametrize("page", FORMER)
def test_every_id_of_a_former_page_is_where_its_link_leads(site, page):
    for name in FORMER[page] or [""]:
        other, other_name = target(site, page, name)
        assert target(site, other, other_name) == (other, other_name), "led on twice"
        assert (site / other).is_file()
        assert not other_name or other_name in ids_of(site / other), name


def ways_on() -> list[tuple[str, str]]:
    """Return each page that leads on, with each id by which it leads elsewhere."""
    said = {page: where(HTML / page) for page in {*FORMER, *REDIRECTS} if (HTML / page).is_file()}
    whole = [(page, "") for page in said if said[page]["page"]]
    return sorted(whole + [(page, name) for page in said for name in said[page]["places"]])


@pytest.mark.parametrize(("page", "name"), ways_on())
def test_a_browser_follows_with_what_was_set(browser, site, page, name):
    other, other_name = target(site, page, name or "~Lab1")
    tab = browser.new_page()
    tab.goto(f"{(site / page).as_uri()}?path=x#{name or '~Lab1:seed=2'}", wait_until="commit")
    wanted = f"{(site / other).as_uri()}?path=x#{other_name if name else '~Lab1:seed=2'}"
    tab.wait_for_url(wanted, wait_until="commit")
    tab.close()
