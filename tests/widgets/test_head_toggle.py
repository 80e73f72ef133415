"""HeadToggle: what it rejects, its numbers and pictures, its words, its weight.

Its arithmetic is tested in head_toggle.test.js.
"""

import numpy as np
import pytest
import torch
from multihead.widgets import HeadToggle
from page_weight import assert_light, bytes_sent
from traitlets import TraitError
from widget_steps import count_drawings, module_on


def data(seed: int = 0) -> dict[str, np.ndarray]:
    """3 seeds, 2 steps, 11 examples, 3 heads, 5 positions, 7 outputs.

    Head i of seed 0 writes the outputs of group i (of 2, 4 and 1 numbers) and looks i back; the
    heads of seed 1 and 2 do the same in other orders, at the last step.
    """
    rng = np.random.default_rng(seed)
    target = rng.normal(size=(11, 5, 7))
    group = np.repeat([0, 1, 2], [2, 4, 1])
    writes = 0.1 * rng.normal(size=(3, 2, 11, 3, 5, 7))
    pattern = rng.dirichlet(np.ones(5), size=(3, 2, 3, 5))
    for s, heads in enumerate([(0, 1, 2), (2, 0, 1), (0, 2, 1)]):
        for job, head in enumerate(heads):
            writes[s, 1, :, head] += np.where(group == job, target, 0)
            looks = np.roll(np.eye(5), -job, axis=1)
            pattern[s, 1, head] = 0.8 * looks + 0.2 * pattern[s, 1, head]
    return {"writes": writes, "target": target, "pattern": pattern}


NAMES = {"seeds": [11, 5, 42], "steps": [0, 90], "outputs": {"x": 2, "y": 4, "z": 1}}
ORDER = [[0, 1, 2], [2, 0, 1], [0, 2, 1]]


def small(**state) -> HeadToggle:
    return HeadToggle(**data(), **NAMES, **state)


def losses(seed: int, step: int, on: list[int]) -> dict:
    """The errors of `data()` with only some heads on, by the definition."""
    d = data()
    gap = (d["writes"][seed, step][:, on].sum(axis=1) - d["target"]) ** 2
    outputs = [gap[..., :2].mean(), gap[..., 2:6].mean(), gap[..., 6:].mean()]
    return {"all": gap.mean(), "positions": gap.mean(axis=(0, 2)), "outputs": np.array(outputs)}


# ---- What it rejects ---------------------------------------------------------------------------

WRITES, TARGET, EVEN = (
    np.ones((1, 2, 4, 2, 3, 5)),
    np.ones((4, 3, 5)),
    np.full((1, 2, 2, 3, 3), 1 / 3),
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"writes": WRITES[0]}, r"writes has shape \(2, 4, 2, 3, 5\), 5 axes; give 6: \(seed, st"),
        ({"writes": WRITES * np.nan}, "writes holds 240 NaN or infinite .* of 240; leave out"),
        ({"writes": WRITES[:, :0]}, r"\(1, 0, 4, 2, 3, 5\): an axis of length 0"),
        ({"writes": WRITES.astype(str)}, "give real numbers"),
        ({"writes": WRITES * 1e31}, r"writes .* up to 1e\+31 .* up to 1e\+30: divide it, and what"),
        ({"target": -TARGET * 1e200}, r"target .* up to 1e\+200 in size"),
        ({"target": TARGET[:3]}, r"target is \(3, 3, 5\) but writes are \(4, 3, 5\)"),
        ({"target": TARGET * np.inf}, "target holds 60 NaN or infinite"),
        ({"pattern": EVEN[0]}, r"pattern has shape \(2, 2, 3, 3\), 4 axes; give 5"),
        ({"pattern": EVEN[:, :1]}, r"\(1, 1, 2, 3\) over .* but writes are \(1, 2, 2, 3\)"),
        ({"pattern": EVEN[:, :, :1]}, r"\(1, 2, 1, 3\) over .* but writes are \(1, 2, 2, 3\)"),
        ({"pattern": np.full((1, 2, 2, 5, 5), 0.2)}, r"\(1, 2, 2, 5\) over"),
        ({"pattern": EVEN * 1.01}, "12 of 12 rows of pattern do not sum to 1"),
        ({"pattern": EVEN * np.nan}, "pattern holds 36 NaN"),
        ({"outputs": {"a": 2, "b": 2}}, r"\{'a': 2, 'b': 2\} but an output has 5 numbers; say"),
        ({"outputs": {"a": 5, "b": 0}}, "say how many, 1 or more"),
        ({"outputs": ["a", "b", "c", "d", "e"]}, "give names and how many numbers each has"),
        ({"outputs": {"a": 5.0}}, "give names and how many"),
        ({"outputs": {"a": True, "b": 4}}, "give names and how many"),
        ({"outputs": {"\ud800": 5}}, "surrogate"),
        ({"positions": ["a", "b"]}, "2 positions but there are 3 along the pos axis"),
        ({"seeds": [1, 2]}, "2 seeds but there are 1"),
        ({"steps": [1]}, "1 steps but there are 2"),
    ],
)
def test_what_does_not_fit_is_rejected_with_sizes_and_the_fix(change, message, no_shape_checks):
    good = {"writes": WRITES, "target": TARGET, "pattern": EVEN}
    with pytest.raises(TraitError, match=message):
        HeadToggle(**{**good, **change})


# ---- What it sends -----------------------------------------------------------------------------


def test_tensors_of_bfloat16_are_read():
    d = {name: torch.tensor(values).bfloat16() for name, values in data().items()}
    doubles = {name: tensor.double().numpy() for name, tensor in d.items()}
    assert HeadToggle(**d).get_state("_triangles") == HeadToggle(**doubles).get_state("_triangles")


def test_writes_travel_in_fine_steps_and_in_coarser_ones_if_large():
    assert small()._unit == 0.004
    d = data()
    widget = HeadToggle(1000 * d["writes"], d["target"], d["pattern"])
    largest = 1000 * np.abs(d["writes"][:, :, 0]).max()
    assert widget._unit == pytest.approx(largest / 32767)


def test_heads_are_paired_with_those_of_the_first_seed():
    assert small()._order == ORDER


def test_the_table_without_script_is_of_the_heads_that_are_on_also_when_they_are_matched():
    caption, _, rows = small(seed=1, heads=[1, 2], matched=True).fallback()  # places B and C
    assert caption == "Errors with heads 0, 1 and with all heads (seed 5, step 90)"
    assert rows[0][:2] == ("all", f"{losses(1, 1, [0, 1])['all']:.3g}")


# ---- The static form ---------------------------------------------------------------------------


def amount(x: float, plus: bool = False) -> str:
    """Write a number as the widget does."""
    sign, size = "-" if x < 0 else "+" if plus else "", f"{abs(x):#.3g}"
    if 0 < abs(x) < 0.001:
        digits, power = f"{abs(x):.1e}".split("e")
        size = f"{digits}e{int(power)}"
    return sign + size if x else "0"


def shown(page, panel: int = 0) -> dict[str, list[str]]:
    """The numbers of one seed's panel."""
    figure = page.locator(".mh-panel").nth(panel)
    lists = figure.locator(".mh-errors")
    return {
        "losses": figure.locator(".mh-losses b").all_inner_texts(),
        "outputs": lists.nth(0).locator("b").all_inner_texts(),
        "positions": lists.nth(1).locator("b").all_inner_texts(),
    }


def wanted(seed: int, step: int, on: list[int]) -> dict[str, list[str]]:
    now, full = losses(seed, step, on), losses(seed, step, [0, 1, 2])
    three = [amount(now["all"]), amount(full["all"]), amount(now["all"] - full["all"], True)]
    return {"losses": three, **{k: [amount(x) for x in now[k]] for k in ("outputs", "positions")}}


def status(page) -> str:
    text = page.get_by_role("status").inner_text()
    return text.replace("\u2068", "").replace("\u2069", "")


PALETTE = """async (code) => {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return (await import(url)).palette(false).colours;
}"""


def pixels(page, name: str) -> np.ndarray:
    """Red, green and blue of a matrix, entry by entry."""
    flat = page.locator(f"canvas[aria-label^='{name}']:visible").first.evaluate(
        "c => [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data, c.width]"
    )
    return np.array(flat[:-1]).reshape(-1, flat[-1], 4)[..., :3]


def test_heads_go_off_and_on_by_keyboard_and_all_numbers_follow(static_page):
    page = static_page(small().static_html())
    assert shown(page) == wanted(0, 1, [0, 1, 2])
    for head, output in enumerate("xyz"):
        on = [i for i in range(3) if i != head]
        button = page.get_by_role("button", name=f"Head {head}", exact=True)
        button.press("Space")
        assert button.get_attribute("aria-pressed") == "false"
        assert shown(page) == wanted(0, 1, on)
        assert status(page).startswith(f"Head {head} is off. With head {head} ablated, the")
        assert status(page).endswith(f"{output} is lost.")
        assert page.locator(".mh-card.mh-off").inner_text().split() == ["Head", str(head), "off"]
        button.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="No heads").press("Enter")
    assert shown(page) == wanted(0, 1, [])
    page.get_by_role("button", name="All heads").press("Enter")
    page.get_by_role("slider", name="Step").press("Home")
    page.get_by_role("slider", name="Seed", exact=True).press("End")
    assert shown(page) == wanted(2, 0, [0, 1, 2])
    assert page.locator(".mh-seed:visible").inner_text() == "Seed 42, step 0"
    assert status(page).startswith("Seed 42: with all heads, the loss is")
    darkest = pixels(page, "Mean pattern of head 1, seed 42").sum(axis=-1).argmin(axis=1)
    np.testing.assert_array_equal(darkest, data()["pattern"][2, 0, 1].argmax(axis=1))


def test_the_pictures_hold_the_target_the_output_and_the_pattern(static_page):
    page, d = static_page(small(heads=[1, 2]).static_html()), data()
    colours = np.array(page.evaluate(PALETTE, module_on(page)))  # of -255/255 … 255/255
    target, output = d["target"][0], d["writes"][0, 1, 0, [1, 2]].sum(axis=0)
    scale = np.abs(target).max()
    pictures = {"Target": target, "Output for": output, "Output minus": output - target}
    shades = {name: 0.75 * np.clip(values / scale, -1, 1) for name, values in pictures.items()}
    shades["Mean pattern of head 1"] = np.sqrt(d["pattern"][0, 1, 1].round(2))
    for name, shade in shades.items():
        expected = colours[255 + np.rint(255 * shade).astype(int)]
        np.testing.assert_allclose(pixels(page, name), expected, atol=8, err_msg=name)
    width = page.locator(".mh-track").first.evaluate("e => parseFloat(e.style.backgroundSize)")
    share = losses(0, 1, [1, 2])["outputs"][0] / losses(0, 1, [])["outputs"][0]
    assert width == pytest.approx(80 * share, rel=1e-3)


def test_a_head_number_means_another_job_until_heads_are_matched(static_page):
    page = static_page(small(heads=[0, 2]).static_html())
    page.get_by_role("button", name="Compare two seeds").press("Enter")
    assert shown(page) == wanted(0, 1, [0, 2])
    assert shown(page, 1) == wanted(1, 1, [0, 2])
    assert "y is lost. Seed 5: with head 1 ablated," in status(page)
    assert status(page).endswith("z is lost. Head 1 has a different role in each seed.")
    match = page.get_by_role("button", name="Match heads across seeds")
    match.press("Enter")  # place 1 of seed 1 is its head 0
    assert shown(page) == wanted(0, 1, [0, 2])
    assert shown(page, 1) == wanted(1, 1, [1, 2])
    assert status(page).startswith(
        "Heads are matched: A is head 0, B is head 1 and C is head 2 of seed 11; A is head 2, "
        "B is head 0 and C is head 1 of seed 5. In seed 5, head 0 is now ablated instead of head 1. "
    )
    assert "with head B (its head 0) ablated," in status(page)
    assert status(page).endswith("y is lost. Head B has the same role in both seeds.")
    chip = page.get_by_role("button", name="Head B, head 1 of seed 11 and head 0 of seed 5")
    assert chip.locator(".mh-head-number").inner_text() == "1 | 0"
    cards = page.locator(".mh-panel").nth(1).locator(".mh-card").all_inner_texts()
    assert [" ".join(text.split()) for text in cards] == ["A: head 2", "B: head 0 off", "C: head 1"]
    page.get_by_role("slider", name="Second seed").press("End")
    assert shown(page, 1) == wanted(2, 1, [0, 1])  # place 1 of seed 2 is its head 2
    match.press("Enter")
    assert shown(page, 1) == wanted(2, 1, [0, 2])
    assert "In seed 42, head 1 is now ablated instead of head 2." in status(page)


def test_the_tables_hold_every_number(static_page):
    page = static_page(small(heads=[1], seed=2, compare=0, matched=True).static_html())
    page.get_by_text("All numbers as tables").press("Enter")
    tables = page.locator(".mh-table table")
    tables.first.wait_for()  # drawn when the fold has opened
    assert tables.count() == 2 + 6
    now = [wanted(2, 1, [2]), wanted(0, 1, [1])]
    rows = [row.locator("td").all_inner_texts() for row in tables.nth(0).locator("tbody tr").all()]
    assert rows[0] == [*now[0]["losses"], *now[1]["losses"]]
    d = data()
    cells = tables.nth(1).locator("td").all_inner_texts()
    numbers = np.array([float(text) for text in cells]).reshape(5, 7, 5)
    y, out = d["target"][0], [d["writes"][2, 1, 0, 2], d["writes"][0, 1, 0, 1]]
    expected = np.stack([y, out[0], out[0] - y, out[1], out[1] - y], axis=-1)
    np.testing.assert_allclose(numbers, expected, atol=0.0071)
    assert tables.nth(1).locator("th[scope=row]").nth(12).inner_text() == "1, y no. 3"
    second = tables.nth(3)  # place B of seed 2 is its head 2
    assert second.locator("caption").inner_text() == "Mean pattern of head 2, seed 42"
    shares = np.array([float(t) for t in second.locator("td").all_inner_texts()]).reshape(5, 5)
    np.testing.assert_allclose(shares, d["pattern"][2, 1, 2], atol=0.0051)


def test_long_names_are_cut_in_labels_and_whole_in_tables(static_page):
    long = "very" * 80
    names = {"seeds": [long, "b", "c"], "steps": ["a", long], "outputs": {"x": 3, long: 4}}
    widget = HeadToggle(**data(), **names, positions=["\u202eשלום", "", long, "a\u2028b", "d"])
    page = static_page(widget.static_html(), width=360)
    assert page.locator(".mh-seed").first.inner_text() == f"Seed {long[:19]}…, step {long[:19]}…"
    lists = page.locator(".mh-errors")
    assert lists.nth(0).locator("bdi").all_inner_texts() == ["x", f"{long[:13]}…"]
    short = ["\ufffdשלום", "∅", f"{long[:7]}…", "a\ufffdb", "d"]
    assert lists.nth(1).locator("bdi").all_inner_texts() == short
    page.get_by_text("All numbers as tables").click()
    headings = page.locator(".mh-table table").first.locator("tbody th")
    headings.last.wait_for()  # drawn when the fold has opened
    whole = headings.all_inner_texts()
    assert whole[:3] == ["all", "output x", f"output {long}"]
    assert whole[5] == f"position {long}"


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("compare", [None, 1])
def test_heads_verdict_and_pictures_are_on_one_screen(static_page, width, compare):
    page = static_page(small(heads=[0], compare=compare).static_html(), width=width)
    controls = page.get_by_role("group", name="Heads").bounding_box()
    pictures = page.locator(".mh-answers:visible").all()
    ends = [box["y"] + box["height"] for box in (p.bounding_box() for p in pictures)]
    assert len(ends) == (1 if compare is None else 2)
    assert max(ends) == min(ends)
    assert max(ends) - controls["y"] < 700
    assert page.evaluate("document.documentElement.scrollWidth") == width


# ---- Budgets -----------------------------------------------------------------------------------


def big(seeds: int, steps: int, heads: int) -> HeadToggle:
    rng = np.random.default_rng(0)
    scores = np.exp(4 * rng.normal(size=(seeds, steps, heads, 8, 8)))
    writes = 0.5 * rng.normal(size=(seeds, steps, 9, heads, 8, 8))
    pattern = scores / scores.sum(axis=-1, keepdims=True)
    return HeadToggle(writes, rng.normal(size=(9, 8, 8)), pattern, outputs={"t-1": 4, "t-2": 4})


def test_sixteen_seeds_and_twelve_steps_weigh_100_kb():
    assert_light(bytes_sent(big(16, 12, 2).static_html()), 100_000)


def test_a_toggle_draws_answers_anew_and_no_pattern(static_page):
    """With many heads of many positions their patterns would take most of a frame."""
    widget = big(2, 2, 8)
    widget.compare = 1
    page = static_page(widget.static_html())
    drawings = count_drawings(page)

    def drawn(what: str) -> int:
        return sum(label.startswith(what) for _, label, _ in drawings())

    page.get_by_role("button", name="Head 3").press("Enter")
    assert drawn("Output for the example, seed 1")
    assert not drawn("Mean pattern")
    page.get_by_role("slider", name="Step").press("Home")
    assert drawn("Mean pattern") == 2 * 8
