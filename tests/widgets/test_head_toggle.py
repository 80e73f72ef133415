"""HeadToggle: what it refuses, its losses against PyTorch, its static and its live form."""

import base64
import gzip
from itertools import combinations

import numpy as np
import pytest
import torch
from multihead.model import AttentionLayer
from multihead.widgets import HeadToggle
from playwright.sync_api import expect
from traitlets import TraitError
from widget_steps import (
    GET,
    assert_anyone_can_use,
    assert_dropped_it_listens_to_nothing,
    toggle_times,
)

WORDS = HeadToggle.folder / "errors.js"
COLOURS = HeadToggle.folder.parent / "base" / "colours.js"
SUBSETS = [list(on) for n in range(4) for on in combinations(range(3), n)]
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\">"
OPEN = f"(() => {{ {GET} const o = m.openData(get); return %s; }})()"


def sent(widget: HeadToggle, **more) -> dict:
    names = ("_triangles", "_writes", "_target", "_pattern")
    state = widget.get_state(["_sizes", "_outputs", "_order", "_unit"])
    arrays = {name: base64.b64encode(getattr(widget, name)).decode() for name in names}
    return {"state": state, "bytes": arrays, **more}


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


# ---- What it refuses ---------------------------------------------------------------------------

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
        ({"writes": WRITES.astype(object)}, "writes holds object; give real numbers"),
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
        ({"positions": 5}, "positions=5; give a list with one for each pos"),
        ({"heads": [True]}, "heads.* expected a whole number, not the bool True"),
        ({"outputs": {"\ud800": 5}}, "surrogate"),
        ({"positions": "abc"}, "positions is one text"),
        ({"positions": ["a", "b"]}, "2 positions but there are 3 along the pos axis"),
        ({"seeds": [1, 2]}, "2 seeds but there are 1"),
        ({"steps": [1]}, "1 steps but there are 2"),
        ({"heads": [2]}, r"heads=\[2\] but there are 2 heads; use 0 to 1"),
        ({"heads": [1, 1]}, "name each head once"),
        ({"seed": 1}, "seed=1 but there are 1; use 0 to 0"),
        ({"step": -1}, "step=-1 but there are 2"),
        ({"compare": 1}, "compare=1 but there are 1"),
        ({"matched": "yes"}, "matched"),
    ],
)
def test_what_does_not_fit_is_refused_with_sizes_and_the_fix(change, message, no_shape_checks):
    good = {"writes": WRITES, "target": TARGET, "pattern": EVEN}
    with pytest.raises(TraitError, match=message):
        HeadToggle(**{**good, **change})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("heads", [3]), ("heads", [0, 0]), ("seed", 3), ("step", 2), ("compare", -1), ("matched", 2)],
)
def test_a_state_that_is_refused_leaves_the_old_one(name, wrong):
    widget = small(heads=[2, 0], seed=1, step=0, compare=2, matched=True)
    assert widget.heads == [0, 2]
    before = widget.get_state()
    with pytest.raises(TraitError):
        setattr(widget, name, wrong)
    assert widget.get_state() == before


# ---- Arithmetic in Node ------------------------------------------------------------------------


def test_every_loss_is_that_of_pytorch_without_the_heads(node):
    """Real layers, one of which nearly solves its task: its loss of about 1e-8 keeps its digits."""
    models = [
        [
            AttentionLayer(6, 7, 3, generator=torch.Generator().manual_seed(5 * s + t)).double()
            for t in range(2)
        ]
        for s in range(3)
    ]
    g = torch.Generator().manual_seed(1)
    x = torch.randn(13, 5, 6, generator=g).double()
    with torch.no_grad():
        y = models[2][1](x) + 1e-4 * torch.randn(13, 5, 7, generator=g)
        writes = torch.stack([torch.stack([m.write(m.heads(x).z) for m in row]) for row in models])
        rows = [torch.stack([m.heads(x).pattern.mean(0) for m in row]) for row in models]
    widget = HeadToggle(writes, y, torch.stack(rows), outputs=[("a", 2), ("b", 5)])
    expression = """[0, 1, 2].map((seed) => [0, 1].map((step) => d.subsets.map((on) =>
      ({ ...m.errors(o, { seed, step }, on), answer: [...m.answer(o, { seed, step }, on)] }))))"""
    got = node(WORDS, OPEN % expression, sent(widget, subsets=SUBSETS))
    smallest = np.inf
    for s, row in enumerate(models):
        for t, model in enumerate(row):
            for on, page in zip(SUBSETS, got[s][t], strict=True):
                gate = torch.tensor([float(i in on) for i in range(3)]).double()
                answer = model(x, gate=gate).detach()
                gap = (answer - y).square()
                wanted = {"all": gap.mean(), "positions": gap.mean((0, 2))}
                wanted["outputs"] = torch.stack([gap[..., :2].mean(), gap[..., 2:].mean()])
                for name, value in wanted.items():
                    np.testing.assert_allclose(page[name], value, rtol=3e-6)
                close = len(on) * widget._unit / 2 + 1e-9
                np.testing.assert_allclose(page["answer"], answer[0].flatten(), rtol=0, atol=close)
                smallest = min(smallest, page["all"])
    assert 5e-9 < smallest < 2e-8
    assert widget._unit == 0.004


def test_heads_that_cancel_lose_no_more_digits_than_is_promised(node):
    rng = np.random.default_rng(0)
    far = 1e4 * rng.normal(size=(1, 1, 11, 1, 5, 7))
    writes = np.concatenate([far, rng.normal(size=far.shape) - far, rng.normal(size=far.shape)], 3)
    target = rng.normal(size=(11, 5, 7))
    widget = HeadToggle(writes, target, np.full((1, 1, 3, 5, 5), 0.2))
    call = "d.subsets.map((on) => m.errors(o, { seed: 0, step: 0 }, on).positions)"
    got = node(WORDS, OPEN % call, sent(widget, subsets=SUBSETS))
    residual = writes[0, 0].sum(axis=1) - target
    terms = np.concatenate([residual[:, None], writes[0, 0]], axis=1)  # (example, term, pos, d_out)
    size = np.sqrt(np.square(terms).mean(axis=(0, 3)))  # (term, pos)
    for on, page in zip(SUBSETS, got, strict=True):
        truth = np.square(writes[0, 0][:, on].sum(axis=1) - target).mean(axis=(0, 2))
        counted = [0, *(1 + head for head in range(3) if head not in on)]
        gap = np.abs(np.sqrt(page) - np.sqrt(truth))
        assert (gap <= 1.001 * 2**-24 * size[counted].sum(axis=0)).all(), (on, page, truth)


def test_tensors_of_bfloat16_are_read():
    d = {name: torch.tensor(values).bfloat16() for name, values in data().items()}
    doubles = {name: tensor.double().numpy() for name, tensor in d.items()}
    assert HeadToggle(**d).get_state("_triangles") == HeadToggle(**doubles).get_state("_triangles")


def test_heads_that_cancel_leave_a_loss_of_no_less_than_zero(node):
    huge = np.random.default_rng(0).normal(size=(1, 1, 11, 1, 5, 7)) * 1e3
    writes = np.concatenate([huge, -huge * (1 + 1e-5), huge], axis=3)
    widget = HeadToggle(writes, np.zeros((11, 5, 7)), np.full((1, 1, 3, 5, 5), 0.2))
    got = node(WORDS, OPEN % "m.errors(o, { seed: 0, step: 0 }, [0, 1])", sent(widget))
    assert min(got["positions"] + got["outputs"]) >= 0
    assert got["all"] <= 1e-6 * np.square(huge).mean()
    assert widget._unit == pytest.approx(np.abs(writes[:, :, 0]).max() / 32767)


def test_matched_heads_stand_where_the_first_seed_has_theirs(node):
    widget = small()
    assert widget._order == ORDER
    places = "[0, 1, 2].map((seed) => [true, false].map((yes) => m.headsAt(o, [0, 2], seed, yes)))"
    got = node(WORDS, OPEN % places, sent(widget))
    assert got == [[[order[0], order[2]], [0, 2]] for order in ORDER]


# Errors now, with all heads, with none: lost is what was good and is now as bad as nothing.
FATES = (
    "[[0.95, 0.1], [0.85, 0.1], [0.95, 0.7], [0.45, 0.4], [0.1, 0.3]].map((e) => m.fate(...e, 1))"
)
CONTRASTS = """[["lost", "kept"], ["lost", "worse"], ["better", "kept"]].map((b) =>
  m.contrast("It", [[b[0] === "lost" ? "worse" : "kept", "kept"], b]))"""


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("[0, 0.525, 1.04, -0.5].map((x) => m.amount(x))", ["0", "0.525", "1.04", "-0.500"]),
        (
            "[1.234e-4, 0.001, 12345, -3e-9].map((x) => m.amount(x))",
            ["1.2e-4", "0.00100", "1.2e+4", "-3.0e-9"],
        ),
        ("[0.5, -0.5, 0].map((x) => m.amount(x, true))", ["+0.500", "-0.500", "0"]),
        ("[0, 1, 25, 26, 53].map((i) => m.placeName(i, true))", ["A", "B", "Z", "A1", "B2"]),
        ("[[1], [1, 2], [1, 2, 3]].map((x) => m.listed(x))", ["1", "1 and 2", "1, 2 and 3"]),
        (FATES, ["lost", "worse", "worse", "kept", "better"]),
        (
            CONTRASTS,
            ["It does the same job in both seeds.", "It does a different job in each seed.", ""],
        ),
    ],
)
def test_the_words(node, call, words):
    assert node(WORDS, call) == words


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


def pixels(page, name: str) -> np.ndarray:
    """Red, green and blue of a matrix, entry by entry."""
    flat = page.locator(f"canvas[aria-label^='{name}']:visible").first.evaluate(
        "c => [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data, c.width]"
    )
    return np.array(flat[:-1]).reshape(-1, flat[-1], 4)[..., :3]


def test_heads_go_off_and_on_by_keyboard_and_all_numbers_follow(static_page):
    page = static_page(small().static_html())
    assert shown(page) == wanted(0, 1, [0, 1, 2])
    assert status(page) == f"With all heads the loss is {amount(losses(0, 1, [0, 1, 2])['all'])}."
    for head, output in enumerate("xyz"):
        on = [i for i in range(3) if i != head]
        button = page.get_by_role("button", name=f"Head {head}", exact=True)
        button.press("Space")
        assert button.get_attribute("aria-pressed") == "false"
        assert shown(page) == wanted(0, 1, on)
        now, _, change = wanted(0, 1, on)["losses"]
        assert status(page) == (
            f"Head {head} is off. Without head {head} the loss is {now}, {change[1:]} more than "
            f"with all heads; {output} is lost."
        )
        assert page.locator(".mh-card.mh-off").inner_text().split() == ["Head", str(head), "off"]
        button.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="No heads").press("Enter")
    assert shown(page) == wanted(0, 1, [])
    assert "0 of 3 heads on. With no head the answer is 0" in status(page)
    assert status(page).endswith("x, y and z are lost.")
    page.get_by_role("button", name="Head 2").press("Enter")
    assert "Head 2 is on. With head 2 alone the loss is" in status(page)
    page.get_by_role("button", name="All heads").press("Enter")
    page.get_by_role("slider", name="Step").press("Home")
    page.get_by_role("slider", name="Seed", exact=True).press("End")
    assert shown(page) == wanted(2, 0, [0, 1, 2])
    assert page.locator(".mh-seed:visible").inner_text() == "Seed 42, step 0"
    assert status(page).startswith("Seed 42: with all heads the loss is")
    darkest = pixels(page, "Mean pattern of head 1, seed 42").sum(axis=-1).argmin(axis=1)
    np.testing.assert_array_equal(darkest, data()["pattern"][2, 0, 1].argmax(axis=1))


def test_the_pictures_hold_the_target_the_output_and_the_pattern(static_page, node):
    page, d = static_page(small(heads=[1, 2]).static_html()), data()
    colours = np.array(node(COLOURS, "m.palette(false).colours"))  # of -255/255 … 255/255
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
    assert "y is lost. Seed 5: without head 1" in status(page)
    assert status(page).endswith("z is lost. Head 1 does a different job in each seed.")
    match = page.get_by_role("button", name="Match heads across seeds")
    match.press("Enter")  # place 1 of seed 1 is its head 0
    assert shown(page) == wanted(0, 1, [0, 2])
    assert shown(page, 1) == wanted(1, 1, [1, 2])
    assert status(page).startswith(
        "Heads are matched: A is head 0, B is head 1 and C is head 2 of seed 11; A is head 2, "
        "B is head 0 and C is head 1 of seed 5. In seed 5 head 0 is off now, not 1. "
    )
    assert "without head B (its head 0)" in status(page)
    assert status(page).endswith("y is lost. Head B does the same job in both seeds.")
    chip = page.get_by_role("button", name="Head B, head 1 of seed 11 and head 0 of seed 5")
    assert chip.locator(".mh-own").inner_text() == "1 | 0"
    cards = page.locator(".mh-panel").nth(1).locator(".mh-card").all_inner_texts()
    assert [" ".join(text.split()) for text in cards] == ["A: head 2", "B: head 0 off", "C: head 1"]
    page.get_by_role("slider", name="Second seed").press("End")
    assert shown(page, 1) == wanted(2, 1, [0, 1])  # place 1 of seed 2 is its head 2
    match.press("Enter")
    assert shown(page, 1) == wanted(2, 1, [0, 2])
    assert "In seed 42 head 1 is off now, not 2." in status(page)


def test_the_tables_hold_every_number(static_page):
    page = static_page(small(heads=[1], seed=2, compare=0, matched=True).static_html())
    page.get_by_text("All numbers as tables").press("Enter")
    tables = page.locator(".mh-table table")
    tables.first.wait_for()  # drawn when the fold has opened
    assert tables.count() == 2 + 6
    now = [wanted(2, 1, [2]), wanted(0, 1, [1])]
    full = [wanted(2, 1, [0, 1, 2]), wanted(0, 1, [0, 1, 2])]
    rows = [row.locator("td").all_inner_texts() for row in tables.nth(0).locator("tbody tr").all()]
    assert rows[0] == [*now[0]["losses"], *now[1]["losses"]]
    parts = [[*e["outputs"], *e["positions"]] for e in (now[0], full[0], now[1], full[1])]
    assert [list(column) for column in zip(*rows[1:], strict=True)][:2] == parts[:2]
    assert [list(column) for column in zip(*rows[1:], strict=True)][3:5] == parts[2:]
    d = data()
    cells = tables.nth(1).locator("td").all_inner_texts()
    numbers = np.array([float(text) for text in cells]).reshape(5, 7, 5)
    y, out = d["target"][0], [d["writes"][2, 1, 0, 2], d["writes"][0, 1, 0, 1]]
    expected = np.stack([y, out[0], out[0] - y, out[1], out[1] - y], axis=-1)
    np.testing.assert_allclose(numbers, expected, atol=0.0071)
    assert tables.nth(1).locator("th[scope=row]").nth(12).inner_text() == "1, y no. 3"
    second = tables.nth(3)  # place B of seed 2 is its head 2
    assert second.locator("caption").inner_text() == "Mean pattern of head 2, seed 42"
    weights = np.array([float(t) for t in second.locator("td").all_inner_texts()]).reshape(5, 5)
    np.testing.assert_allclose(weights, d["pattern"][2, 1, 2], atol=0.0051)


def test_a_link_reproduces_the_view_and_a_hostile_one_does_no_harm(static_page):
    page = static_page(*[small().static_html()] * 2)
    second = page.locator("[data-mh-widget]").nth(1)
    second.get_by_role("button", name="Head 1").click()
    second.get_by_role("slider", name="Step").press("Home")
    second.get_by_role("button", name="Compare two seeds").click()
    match = second.get_by_role("button", name="Match heads")
    match.click()
    page.wait_for_url("**#~HeadToggle2:heads=0,2&step=0&compare=1&matched=true")
    page.reload()
    page.wait_for_function("document.querySelectorAll('[data-ready]').length === 2")
    assert second.locator(".mh-losses b").all_inner_texts()[3:6] == wanted(1, 0, [1, 2])["losses"]
    assert page.locator(".mh-losses b").all_inner_texts()[:3] == wanted(0, 1, [0, 1, 2])["losses"]
    hostile = "#~HeadToggle2:matched=yes&seed=9&compare=x&heads=1&__proto__=1"
    page.evaluate("hash => { location.hash = hash; }", hostile)
    page.wait_for_function("!document.querySelectorAll('.mh-toggle')[1].matches('.mh-two')")
    assert second.locator(".mh-losses b").all_inner_texts()[:3] == wanted(0, 1, [1])["losses"]
    assert match.get_attribute("aria-pressed") == "false"


def test_hostile_names_are_shown_and_not_run(static_page):
    odd = [HOSTILE, "\u202eשלום", "", "very" * 80, "a\u2028b"]
    names = {"seeds": [HOSTILE, "b", "c"], "steps": ["<b>", HOSTILE], "positions": odd}
    names["outputs"] = {HOSTILE: 3, "very" * 80: 4}
    widget = HeadToggle(**data(), **names, heads=[0], compare=1)
    page = static_page(widget.static_html(), width=360)
    page.get_by_text("All numbers as tables").click()
    heading = page.locator(".mh-table table").first.locator("tbody th")
    assert heading.nth(1).inner_text() == f"output {HOSTILE}"
    assert heading.nth(6).inner_text() == "position " + "very" * 80
    assert page.locator(".mh-seed").first.inner_text().startswith("Seed </script><img")
    assert page.title() == "A page"
    assert page.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    bare = static_page(widget.static_html(), java_script_enabled=False)
    bare.get_by_text("As a table").click()
    assert HOSTILE in bare.locator("tbody th").nth(6).inner_text()
    now, full = losses(0, 1, [0]), losses(0, 1, [0, 1, 2])
    cells = bare.locator("tbody tr").first.locator("td").all_inner_texts()
    assert [float(cell) for cell in cells[:2]] == pytest.approx(
        [now["all"], full["all"]], rel=0.006
    )
    assert bare.locator("img").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_everyone_can_use_it(static_page, theme, width):
    dark = theme == "dark"
    page = static_page(small(matched=dark).static_html(), theme=theme, width=width)
    page.locator("summary").click()
    page.locator(".mh-table table").first.wait_for()
    page.get_by_role("button", name="Head B" if dark else "Head 1").first.click()
    page.get_by_role("button", name="Compare two seeds").click()
    assert_anyone_can_use(page, width)
    is_dark = page.locator(".mh-toggle").evaluate("e => e.classList.contains('mh-dark')")
    assert is_dark == dark


def test_a_dropped_widget_listens_to_nothing(static_page):
    page = static_page(small().static_html())
    assert_dropped_it_listens_to_nothing(page)
    assert page.locator(".mh-toggle").first.evaluate("e => e.classList.contains('mh-dark')")


# ---- Budgets -----------------------------------------------------------------------------------


def big(seeds: int, steps: int, heads: int) -> HeadToggle:
    rng = np.random.default_rng(0)
    scores = np.exp(4 * rng.normal(size=(seeds, steps, heads, 8, 8)))
    writes = 0.5 * rng.normal(size=(seeds, steps, 9, heads, 8, 8))
    pattern = scores / scores.sum(axis=-1, keepdims=True)
    return HeadToggle(writes, rng.normal(size=(9, 8, 8)), pattern, outputs={"t-1": 4, "t-2": 4})


def test_sixteen_seeds_and_twelve_steps_weigh_100_kb():
    assert len(gzip.compress(big(16, 12, 2).static_html().encode(), 9)) <= 100_000


def test_a_toggle_of_one_of_eight_heads_in_two_seeds_takes_one_frame(static_page):
    widget = big(8, 8, 8)
    widget.compare = 1
    page = static_page(widget.static_html())
    page.wait_for_timeout(300)
    click, nothing = (toggle_times(page, do, range(8)) for do in ("b => b.click()", "b => b"))
    # Other work on the core makes either dearer, never cheaper.
    assert np.quantile(click, 0.25) - np.quantile(nothing, 0.25) <= 16, (click, nothing)


# ---- Live in JupyterLab ------------------------------------------------------------------------

CELLS = [
    "import numpy as np\nfrom ipywidgets import jslink\n"
    "from multihead.widgets import HeadExplorer\n"
    "from multihead.widgets import HeadToggle\n"
    "rng = np.random.default_rng(0)\n"
    "p = rng.dirichlet(np.ones(5), size=(3, 1, 2, 5))\n"
    "ready = False\n"
    "w = HeadToggle(rng.normal(size=(3, 1, 4, 2, 5, 7)), np.ones((4, 5, 7)), p)\n"
    "other = HeadExplorer(p, list('abcde'), axes='seed step head query key')\n"
    "link = jslink((w, 'heads'), (other, 'heads'))\nw",
    "print('state:', w.heads, w.seed, w.compare, w.matched, other.heads)",
    "if ready:\n    w.heads, w.seed, w.compare, w.matched = [1], 2, 0, True\n    print('set')\n"
    "ready = True",
]


def test_live_in_jupyterlab_both_ways(run_in_lab):
    page, run = run_in_lab(CELLS)
    widget = page.locator(".mh-toggle")
    widget.wait_for()
    rng = np.random.default_rng(0)
    pattern = rng.dirichlet(np.ones(5), size=(3, 1, 2, 5))
    writes = rng.normal(size=(3, 1, 4, 2, 5, 7))
    losses = widget.locator(".mh-losses b")

    def loss(seed: int, on: list[int]) -> str:
        return amount(((writes[seed, 0][:, on].sum(axis=1) - 1) ** 2).mean())

    # From the picture to Python. The arrow key must reach the slider, not the notebook.
    widget.get_by_role("button", name="Head 1", exact=True).click()
    widget.get_by_role("slider", name="Seed", exact=True).press("ArrowRight")
    widget.get_by_role("button", name="Compare two seeds").click()
    expect(losses.nth(0)).to_have_text(loss(1, [0]))
    expect(losses.nth(3)).to_have_text(loss(2, [0]))
    run(1, "state: [0] 1 2 False [0]")

    # From Python to the picture.
    run(2, "set")
    widget.locator("button[aria-pressed=true]").get_by_text("Match heads").wait_for()
    own = HeadToggle(writes, np.ones((4, 5, 7)), pattern)._order
    expect(losses.nth(0)).to_have_text(loss(2, [own[2][1]]))
    expect(losses.nth(3)).to_have_text(loss(0, [1]))
