"""The widgets of the built book, in their chapters and alone, opened as files, as from the zip."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import wait_for_widgets
from built_pages import EMBED_PAGES, HTML, PAGES, soup_of
from page_weight import PAGE, assert_light, bytes_sent
from playwright.sync_api import expect
from visits import Visit

SIZES = "() => [innerWidth, document.documentElement.scrollWidth]"


def test_every_widget_has_its_page_and_every_page_its_widget(site):
    embed_pages = []
    for page in PAGES:
        for widget in soup_of(site / page).select("[data-mh-widget]"):
            file = ((site / page).parent / widget["data-embed"]).resolve()
            embed_pages.append(file.relative_to(site.resolve()).as_posix())
    assert sorted(embed_pages) == EMBED_PAGES
    assert len(EMBED_PAGES) > 4


def test_their_titles_say_which_is_which(site):
    titles = [soup_of(site / page).title.get_text() for page in EMBED_PAGES]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if title.count("Many Heads") != 1] == []
    assert any(re.match(r"Figure \d+\.\d+\. \S", title) for title in titles)


@pytest.mark.parametrize("name", EMBED_PAGES)
def test_it_is_light_narrow_and_silent_and_leads_back_to_its_place(browser, site, name):
    assert_light(bytes_sent((site / name).read_text("utf-8")), PAGE)
    with Visit(browser, site / name, width=320) as visit:
        assert visit.page.evaluate(SIZES) == [320, 320]
        assert visit.page.locator("[data-ready]").count() == 1
        assert visit.requests[1:] == []
        assert visit.troubles == []
    back = urlsplit(soup_of(site / name).select_one("a")["href"])
    assert back.fragment == f"~{Path(name).stem}:"
    page = soup_of(((site / name).parent / back.path).resolve())
    assert page.select(f"[data-embed$='{name}']")


@pytest.mark.parametrize("name", [name for name in EMBED_PAGES if name.endswith("2.html")])
def test_its_place_is_in_sight_when_the_widgets_before_it_have_drawn(browser, site, name):
    with Visit(browser, site / name, width=320) as visit:
        with visit.context.expect_page() as opened:
            visit.page.get_by_role("link").press("Enter")
        wait_for_widgets(opened.value)
        place = opened.value.locator(f"[data-embed$='{name.removeprefix('widgets/')}']")
        expect(place).to_be_in_viewport()


# ---- Controls and what they change -----------------------------------------------------------

SCREENS = {"laptop": (1366, 768), "phone": (390, 844)}
OPEN_FOLDS = """() => {
  for (const fold of document.querySelectorAll("details:has([data-mh-widget])")) fold.open = true;
}"""
# One control of each group is used, in each part of a widget that shows one at a time; what it
# changes is all that looks different then, but controls, words about the picture, and the status.
# A picture that is a control, as a number in a matrix, stands in what it changes.
MEASURE = """async (root) => {
  const widget = root.querySelector(".mh-widget");
  const name = root.dataset.mhWidget;
  const place = [...document.querySelectorAll(`[data-mh-widget=${name}]`)].indexOf(root) + 1;
  const start = location.hash || `#~${name}${place}:`;
  const frame = () => new Promise(requestAnimationFrame);
  const drawn = async () => {
    await frame();
    await new Promise((later) => setTimeout(later, 30));
    while (widget.querySelector("[aria-busy=true]")) await frame();
    await frame();
  };
  const inSight = (node) => node.checkVisibility({ visibilityProperty: true });
  const box = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top: top + scrollY, bottom: bottom + scrollY };
  };
  const checksum = (text) => [...text].reduce((sum, c) => (31 * sum + c.charCodeAt(0)) | 0, 0);
  const isPart = (node) => inSight(node)
    && !node.closest("[role=status], .mh-table, .mh-note, .mh-legend, .mh-meaning, .mh-heading")
    && !node.closest("button, input, select, textarea, label, .mh-group");
  const look = (node) => [
    ...[...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
      .map((child) => child.data.trim()),
    ...["style", "x2", "y2", "hidden"].map((attribute) => node.getAttribute(attribute) ?? ""),
    node.matches("canvas") ? checksum(node.toDataURL()) : "",
  ].join("|");
  const looks = () =>
    new Map([...widget.querySelectorAll("*")].filter(isPart).map((node) => [node, look(node)]));
  const use = (control) => {
    if (control.matches("button")) return control.click();
    if (control.matches("select"))
      control.selectedIndex = (control.selectedIndex + 1) % control.options.length;
    else if (control.type === "range")
      control.value = control.value === control.max ? control.min : control.max;
    else control.value = control.value.replace(/ \\S+$/, "");
    for (const event of ["input", "change"]) control.dispatchEvent(new Event(event));
  };
  const isFree = (control) => inSight(control) && !control.disabled
    && control.ariaDisabled !== "true" && !control.ariaCurrent
    && (control.ariaPressed !== "true" || control.matches(".mh-head"))
    && !control.closest("details, td, .mh-part-buttons") && !/MiniLM/.test(control.textContent);
  const found = [];
  const measure = async (control) => {
    const before = looks();
    use(control);
    await drawn();
    const { top } = box(control);
    const rows = control.closest(".mh-layers, .mh-lines, .mh-runs"); // a switch in its own row
    const changed = [...looks()].filter(([node, now]) => before.get(node) !== now)
      .map(([node]) => node);
    const boxes = changed.map(box);
    const above = changed.filter((node) => !rows?.contains(node) && box(node).top < top - 2);
    found.push({
      control: control.ariaLabel ?? control.textContent,
      changes: changed.length,
      above: above.map((node) => node.outerHTML.slice(0, 80)),
      height: Math.round(Math.max(...boxes.map((each) => each.bottom))
        - Math.min(top, ...boxes.map((each) => each.top))),
    });
    location.hash = `~${name}${place}:from=here`;
    location.hash = start;
    await frame();
    await frame();
  };
  const parts = [...widget.querySelectorAll(".mh-part-buttons button")].filter(inSight);
  for (const part of parts.length ? parts : [null]) {
    if (part) await measure(part);
    const groups = new Map();
    for (const control of widget.querySelectorAll("button, input, select, textarea"))
      if (isFree(control))
        groups.set(
          control.closest(".mh-stops, .mh-runs, .mh-group, .mh-words") ?? control, control);
    for (const control of groups.values()) await measure(control);
  }
  return found;
}"""


def with_widgets(pages) -> list[str]:
    return [page for page in pages if "data-mh-widget=" in (HTML / page).read_text("utf-8")]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", with_widgets([*PAGES, *EMBED_PAGES]))
def test_controls_stand_above_what_they_change_and_both_fit_in_one_screen(
    browser, site, name, screen
):
    width, height = SCREENS[screen]
    with Visit(browser, site / name, width=width) as visit:
        page = visit.page
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(OPEN_FOLDS)
        bar = page.locator(".bd-header-article")
        room = height - (bar.bounding_box()["height"] if bar.count() else 0)
        for widget in page.locator("[data-mh-widget]").all():
            kind = widget.get_attribute("data-mh-widget")
            widget.scroll_into_view_if_needed()
            if kind == "TextLab":
                widget.get_by_role("button", name="Run the model").click()
                widget.get_by_role("button", name="a loop").click()  # a long line
                expect(page).to_have_url(re.compile("text="))
                expect(widget.locator("[aria-busy]")).to_have_count(0)
            measured = page.evaluate(MEASURE, widget.element_handle())
            assert any(each["changes"] for each in measured)
            assert [each for each in measured if each["above"]] == []
            assert [each for each in measured if each["height"] > room] == []
