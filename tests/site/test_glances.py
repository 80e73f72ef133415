"""What became of a chapter's claims fits one screen, with nothing to unfold, and leads to rows."""

import pytest
from built_pages import soup_of
from playwright.sync_api import expect

NAMES = ["how-sure", "settings"]
# The chapters whose claims do not end above the foot of a screen that opens at their heading.
CUT = """() => [...document.querySelectorAll(".mh-glance")].flatMap((glance) => {
  const section = glance.closest("section");
  section.scrollIntoView({ behavior: "instant" });
  const { bottom } = glance.getBoundingClientRect();
  return bottom > innerHeight ? [`${section.id}: ${Math.round(bottom)}`] : [];
})"""


@pytest.mark.parametrize("name", NAMES)
def test_a_chapter_fits_one_screen_below_its_heading(open_page, name):
    page = open_page(name, viewport={"width": 1366, "height": 768})
    assert page.locator(".mh-glance:visible").count() > 15
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_of_the_tables_is_seen_and_leads_to_its_row(site, name):
    page = soup_of(site / "book" / f"{name}.html")
    rows = [f"#{row['id']}" for row in page.select(".mh-numbers:not([open]) tr[id]")]
    links = {link["href"] for link in page.select(".mh-glance a")}
    assert links == {*rows}
    assert len(rows) == len(links) > 50


@pytest.mark.parametrize("name", NAMES)
def test_a_name_opens_the_table_at_its_row(open_page, name):
    page = open_page(name, viewport={"width": 1366, "height": 768})
    link = page.locator(".mh-glance a").last
    row = page.locator(link.get_attribute("href"))
    expect(row).not_to_be_visible()
    link.click()
    expect(row).to_be_in_viewport()


def test_both_pages_begin_with_the_same_counts(site):
    pages = [soup_of(site / "book" / f"{name}.html") for name in NAMES]
    first = [page.select_one("article p").get_text() for page in pages]
    counts = [sorted(word for word in text.split() if word.isdecimal()) for text in first]
    assert counts[0] == counts[1]
    assert len(counts[0]) == 5  # claims and runs on other seeds, claims in other settings
    assert all("Both are true" in text for text in first)
