"""HeadExplorer: what it refuses, what it sends, its controls and its numbers on a static page.

Its arithmetic is tested in head_explorer.test.js.
"""

import numpy as np
import pytest
import torch
from head_explorer_reference import random_pattern
from multihead.example import softmax
from multihead.widgets import HeadExplorer, MoneyBank
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from traitlets import TraitError
from widget_steps import count_drawings, module_on

TOKENS = ["the", "animal", "did", "not", "cross", "it", "."]


def small(causal: bool = False, **state) -> tuple[HeadExplorer, np.ndarray]:
    """3 seeds, 5 steps, 2 layers, 4 heads, 7 tokens."""
    pattern = random_pattern(3, 5, 2, 4, 7, causal=causal)
    widget = HeadExplorer(pattern, TOKENS, seeds=[11, 5, 42], steps=[0, 10, 20, 50, 100], **state)
    return widget, pattern


def with_queries_and_keys() -> tuple[HeadExplorer, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    queries, keys = rng.normal(size=(2, 3, 2, 7, 5)), rng.normal(size=(2, 3, 2, 7, 5))
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(5)
    pattern = softmax(np.where(np.tri(7, dtype=bool), scores, -np.inf))
    axes = "seed step head query key"
    widget = HeadExplorer(pattern, TOKENS, axes=axes, queries=queries, keys=keys)
    return widget, pattern, queries, keys


# ---- What it refuses ---------------------------------------------------------------------------

EVEN = np.full((2, 3, 3), 1 / 3)
ABC = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"pattern": EVEN[0]},
            r"shape \(3, 3\), 2 axes; give all six .* axes='layer head query key'",
        ),
        ({"axes": "layer head query key"}, r"shape \(2, 3, 3\), 3 axes, but axes names 4"),
        ({"axes": "batch query key"}, "name each axis once, out of seed step layer head"),
        ({"axes": "head head key"}, "name each axis once"),
        ({"pattern": np.full((2, 3, 5), 0.2)}, "3 queries and 5 keys"),
        ({"pattern": EVEN * np.nan}, "18 NaN or infinite number.s. of 18"),
        (
            {"pattern": EVEN * 1.01},
            r"6 of 6 rows .* seed 0, step 0, layer 0, head 0, query 0: 1\.01",
        ),
        ({"pattern": EVEN - [1, 0, -1]}, "after the softmax, not the scores"),
        ({"pattern": np.zeros((0, 3, 3))}, r"shape \(0, 3, 3\): an axis of length 0"),
        ({"pattern": [[["x"]]]}, "give real numbers"),
        ({"pattern": EVEN * 1j}, "complex128; give real numbers"),
        ({"pattern": [[[0.5, 0.5], [1]]]}, "pattern is not an array: .* give one, or a tensor"),
        ({"queries": EVEN * 1e38, "keys": EVEN}, r"queries .* up to 3\.33e\+37 .* up to 1e\+30"),
        ({"axes": 5}, "axes=5; give one text, e.g. axes='layer head query key'"),
        ({"tokens": 5}, "tokens=5; give a list with one for each query"),
        ({"tokens": np.array(5)}, r"tokens=array\(5\); give a list"),
        ({"tokens": {"a": 0, "b": 1, "c": 2}}, "tokens={'a': 0, .*; give a list"),
        ({"tokens": {"a", "b", "c"}}, "tokens={.*; give a list"),
        ({"tokens": b"abc"}, "tokens is one text"),
        ({"tokens": ["a", b"b", "c"]}, "tokens holds b'b'; decode bytes to text first"),
        ({"seeds": 5}, "seeds=5; give a list with one for each seed"),
        ({"heads": 3}, "heads=3; give a list"),
        ({"tokens": ["a", "b"]}, "2 tokens but there are 3 along the query axis"),
        ({"tokens": "abc"}, "tokens is one text"),
        ({"tokens": ["a", "b", "\ud800"]}, "surrogate"),
        ({"seeds": [1, 2]}, "2 seeds but there are 1"),
        ({"steps": [1, 2, 3]}, "3 steps but there are 1"),
        ({"queries": EVEN}, "give both or neither"),
        ({"queries": EVEN[:, :2], "keys": EVEN}, r"\(1, 1, 1, 2, 2\) .* \(1, 1, 1, 2, 3\)"),
        ({"queries": EVEN, "keys": EVEN[..., :2]}, "3 wide and keys 2"),
    ],
)
def test_what_does_not_fit_is_refused_with_sizes_and_the_fix(change, message, no_shape_checks):
    with pytest.raises(TraitError, match=message):
        HeadExplorer(**{"pattern": EVEN, "tokens": ABC, **change})


def test_queries_and_keys_must_give_the_pattern():
    identity = np.eye(3)[None].repeat(2, axis=0)
    HeadExplorer(EVEN, ABC, queries=EVEN, keys=identity)  # equal scores, even shares
    with pytest.raises(TraitError, match=r"a pattern that differs from this one by up to 0\."):
        HeadExplorer(EVEN, ABC, queries=identity, keys=identity)


def test_heads_are_kept_in_order():
    widget, _ = small(heads=[3, 0])
    assert widget.heads == [0, 3]
    widget.heads = [2, 1]
    assert widget.heads == [1, 2]


def test_float32_softmax_and_torch_tensors_are_taken():
    pattern = torch.randn(2, 40, 40, requires_grad=True).mul(5).softmax(dim=-1)
    widget = HeadExplorer(pattern, range(40))
    np.testing.assert_array_equal(
        np.frombuffer(widget._pattern, "<f4"), pattern.detach().numpy().ravel()
    )


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16, torch.float64])
def test_a_softmax_of_any_precision_is_taken(kind):
    scores = torch.randn(3, 2, 50, 50, generator=torch.Generator().manual_seed(0))
    pattern = scores.to(kind).softmax(dim=-1)
    widget = HeadExplorer(pattern, range(50), axes="seed head query key")
    np.testing.assert_array_equal(widget._array[:, 0, 0], pattern.double().numpy())


def test_places_and_names_may_be_numpy_and_torch_integers(no_shape_checks):
    widget, _ = small(heads=torch.tensor([2, 0]), seed=np.int64(1), compare=np.array(2))
    assert widget.heads == [0, 2]
    assert [type(i) for i in (*widget.heads, widget.seed, widget.compare)] == [int] * 4
    assert HeadExplorer(EVEN, torch.tensor([7, 5, 9]))._tokens == ["7", "5", "9"]
    assert "seed 5" in widget.static_html()


def test_named_axes_may_stand_in_any_order():
    pattern = random_pattern(2, 5, 3)  # layer, head, query, key
    turned = HeadExplorer(pattern.transpose(1, 0, 2, 3), ABC, axes="head layer query key")
    straight = HeadExplorer(pattern, ABC, axes="layer head query key")
    assert straight._sizes == turned._sizes
    assert straight._sizes == {"seed": 1, "step": 1, "layer": 2, "head": 5, "query": 3, "key": 3}
    assert straight._pattern == turned._pattern == pattern.astype("<f4").tobytes()


def test_the_largest_share_that_is_shown_is_in_focus_at_first():
    widget, pattern = small(heads=[1, 3], layer=1, seed=2, step=3)
    shown = pattern[2, 3, 1, [1, 3]]
    assert shown[:, widget.query, widget.key].max() == shown.max()
    widget, _ = small(heads=[1, 3], layer=1, seed=2, step=3, query=4)
    assert widget.query == 4
    assert shown[:, 4, widget.key].max() == shown[:, 4].max()
    widget, _ = small(heads=[])
    assert pattern[0, 4, 0][:, widget.query, widget.key].max() == pattern[0, 4, 0].max()
    widget, _ = small(query=0, key=0)
    assert (widget.query, widget.key) == (0, 0)


# ---- What it sends -----------------------------------------------------------------------------


@pytest.mark.parametrize(("causal", "budget"), [(False, 200_000), (True, 140_000)])
def test_four_layers_of_eight_heads_at_128_tokens_fit_the_budget(causal, budget):
    widget = HeadExplorer(
        random_pattern(4, 8, 128, causal=causal, sharp=1.0),
        [f"word{i}" for i in range(128)],
        axes="layer head query key",
    )
    assert_light(bytes_sent(widget.static_html()), budget)


# ---- A sink ------------------------------------------------------------------------------------


def with_sink(**state) -> tuple[HeadExplorer, np.ndarray]:
    pattern = random_pattern(2, 4, 7, causal=True, sink=True)  # (layer, head, query, key)
    return HeadExplorer(pattern, TOKENS, axes="layer head query key", **state), pattern


def test_one_key_more_than_queries_is_a_sink():
    widget, pattern = with_sink(layer=1)
    assert widget._tokens == [*TOKENS, "(sink)"]
    assert widget._causal
    assert widget._sink == pattern[..., 7].astype("<f4").tobytes()
    assert widget._pattern == pattern[..., *np.tril_indices(7)].astype("<f4").tobytes()
    widget.key = 7
    with pytest.raises(TraitError, match="key=8"):
        widget.key = 8
    rows = widget.fallback().rows
    assert [row[0] for row in rows] == [f"{i} {token}" for i, token in enumerate(TOKENS)]
    best = pattern[1, 2, 3].argmax()
    assert rows[3][3] == f"{best} {widget._tokens[best]} {pattern[1, 2, 3, best]:.2f}"
    named = HeadExplorer(pattern[0], [*TOKENS, "nobody"])
    assert named._tokens[7] == "nobody"
    assert HeadExplorer(EVEN, ABC)._sink == b""


def test_what_is_said_of_a_sink_that_does_not_fit():
    pattern = random_pattern(2, 3, sink=True)
    with pytest.raises(TraitError, match="5 tokens but there are 3 along the query axis"):
        HeadExplorer(pattern, [*ABC, "d", "e"])
    with pytest.raises(TraitError, match=r"6 of 6 rows .* do not sum to 1"):
        HeadExplorer(pattern / 2, ABC)
    with pytest.raises(TraitError, match="do not give the weight of a sink; leave them out"):
        HeadExplorer(pattern, ABC, queries=EVEN, keys=EVEN)


def test_a_sink_is_read_like_a_key_and_stands_apart(static_page):
    widget, pattern = with_sink(query=5, key=0)
    page = static_page(widget.static_html())
    page.get_by_role("slider", name="Key", exact=True).press("End")
    assert reading(page) == rounded(*np.float32(pattern[0, :, 5, 7]))
    assert "key 7 \u2068(sink)\u2069" in page.locator(".mh-cell-name").inner_text()
    assert "(sink) is not a token" in page.locator(".mh-legend").inner_text()
    heat = pictures(page)
    page.get_by_text("as a table").press("Enter")
    cells = page.locator(".mh-table tbody tr:visible").nth(7).locator("th, td")
    expect(cells).to_have_text(["7 (sink)", *rounded(*np.float32(pattern[0, :, 5, 7]))])
    page.get_by_role("button", name="Lines").press("Enter")
    assert "(sink) is not a token" in page.locator(".mh-legend").inner_text()
    assert not set(heat.values()) & set(pictures(page).values())
    box = page.locator(".mh-box").first
    size = box.bounding_box()
    box.click(position={"x": size["width"] - 5, "y": size["height"] - 12})
    assert "key 7" in page.locator(".mh-cell-name").inner_text()
    box.click(position={"x": size["width"] - 5, "y": 12})
    assert "key 0" in page.locator(".mh-cell-name").inner_text()


# ---- The static form ---------------------------------------------------------------------------


def reading(page) -> list[str]:
    """The numbers of the cell in focus, head by head."""
    return page.locator(".mh-readout li:visible b").all_inner_texts()


def pictures(page) -> dict[str, str]:
    """What each visible picture holds, by its description, as a text that differs if it does."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("canvas[role=img]")]
          .filter((canvas) => canvas.offsetParent)
          .map((canvas) => [canvas.getAttribute("aria-label"), canvas.toDataURL()]))"""
    )


def rounded(*shares: float) -> list[str]:
    """Weights as the page shows them."""
    return [f"{share:.3f}" for share in shares]


def test_every_head_button_works_by_keyboard(static_page):
    widget, pattern = small(query=6, key=0)
    page = static_page(widget.static_html())
    shown = np.float32(pattern[0, 4, 0, :, 6, 0])
    assert reading(page) == rounded(*shown)
    for head in range(4):
        before = pictures(page)
        button = page.get_by_role("button", name=f"Head {head}", exact=True)
        button.press("Space")
        others = [i for i in range(4) if i != head]
        assert button.get_attribute("aria-pressed") == "false"
        assert (
            page.get_by_role("status").inner_text() == f"Head {head} is off. 3 of 4 heads are on."
        )
        assert reading(page) == rounded(*shown[others])
        assert len(pictures(page)) == 3
        assert not page.locator("figure").nth(head).is_visible()
        button.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
        assert pictures(page) == before
    page.get_by_role("button", name="No heads").press("Enter")
    assert page.get_by_text("No head is on.").is_visible()
    page.get_by_role("button", name="All heads").press("Enter")
    assert reading(page) == rounded(*shown)


def test_every_slider_works_by_keyboard_and_shows_numpys_numbers(static_page):
    widget, pattern = small(causal=True, query=6, key=0)
    page = static_page(widget.static_html())
    at = {"seed": 0, "step": 4, "layer": 0, "query": 6, "key": 0}
    moves = [("Seed", "ArrowRight"), ("Seed", "End"), ("Step", "Home"), ("Step", "ArrowRight")]
    moves += [
        ("Layer", "ArrowRight"),
        ("Query", "ArrowLeft"),
        ("Key", "ArrowRight"),
        ("Key", "End"),
    ]
    sizes = {"seed": 3, "step": 5, "layer": 2, "query": 7, "key": 7}
    for name, key in moves:
        before, axis = pictures(page), name.lower()
        page.get_by_role("slider", name=name, exact=True).press(key)
        step = {"ArrowRight": at[axis] + 1, "ArrowLeft": at[axis] - 1, "Home": 0}
        at[axis] = step.get(key, sizes[axis] - 1)
        numbers = pattern[at["seed"], at["step"], at["layer"], :, at["query"], at["key"]]
        assert reading(page) == rounded(*np.float32(numbers)), (name, key)
        if axis in ("seed", "step", "layer"):
            assert not set(before.values()) & set(pictures(page).values())
    assert "Query 5" in page.locator(".mh-cell-name").inner_text()
    assert "0.000 in head 3." in page.get_by_role("status").inner_text()
    assert (
        page.get_by_role("slider", name="Seed", exact=True).get_attribute("aria-valuetext") == "42"
    )


def test_two_seeds_and_their_difference(static_page):
    widget, pattern = small(seed=1, query=6, key=2)
    page = static_page(widget.static_html())
    assert not page.get_by_role("slider", name="Second seed").is_visible()
    page.get_by_role("button", name="Compare two seeds").press("Enter")
    a, b = np.float32(pattern[1:3, 4, 0, :, 6, 2])
    expected = [f"{x:.3f} − {y:.3f} = {x - y:+.3f}" for x, y in zip(a, b, strict=True)]
    assert reading(page) == expected
    assert len(pictures(page)) == 12
    assert page.locator(".mh-seed:visible").all_inner_texts()[:3] == [
        *("seed 5", "seed 42", "seed 5 minus seed 42")
    ]
    gap = pattern[1, 4, 0, 3] - pattern[2, 4, 0, 3]  # what the third picture of head 3 holds
    query, key = np.unravel_index(np.abs(gap).argmax(), gap.shape)
    label = page.locator("canvas[role=img]").nth(11).get_attribute("aria-label")
    assert f"the largest is {gap[query, key]:.3f}, query {query} " in label
    assert f"key {key} " in label
    page.get_by_role("slider", name="Second seed").press("Home")
    assert [text.split()[2] for text in reading(page)] == rounded(*pattern[0, 4, 0, :, 6, 2])
    page.get_by_role("button", name="Lines").press("Enter")
    assert "dashed" in page.locator(".mh-legend").inner_text()


@pytest.mark.parametrize("view", ["heatmap", "lines"])
def test_hover_focus_and_tap_show_one_number_for_one_cell(static_page, view):
    widget, pattern = small(view=view)
    page = static_page(widget.static_html(), has_touch=True)
    picture = page.locator(".mh-box:visible").nth(2)
    g = page.evaluate(  # where the widget puts query 2 and key 4
        """async ([view, code, tokens]) => {
          const blob = new Blob([code], { type: "text/javascript" });
          const m = await import(URL.createObjectURL(blob));
          const width = document.querySelector("canvas").clientWidth;
          return m.geometry(view, 7, width, m.longest(tokens));
        }""",
        [view, module_on(page), widget._tokens],
    )
    y = g["top"] + 2.5 * g["row"]
    if view == "heatmap":
        spots = [{"x": g["left"] + 4.5 * g["row"], "y": y}]
    else:
        spots = [{"x": 10, "y": y}, {"x": g["width"] - 10, "y": g["top"] + 4.5 * g["row"]}]
    expected = rounded(*np.float32(pattern[0, 4, 0, :, 2, 4]))
    page.get_by_role("slider", name="Query", exact=True).fill("2")
    page.get_by_role("slider", name="Key", exact=True).fill("4")
    by_keyboard = reading(page)
    page.get_by_role("slider", name="Query", exact=True).fill("6")
    page.get_by_role("slider", name="Key", exact=True).fill("0")
    elsewhere = reading(page)
    if view == "heatmap":
        picture.hover(position=spots[0])
        by_pointer = reading(page)
        page.mouse.move(0, 0)
        assert reading(page) == elsewhere
        assert by_pointer == expected
    for spot in spots:
        picture.tap(position=spot)
    assert reading(page) == by_keyboard == expected
    assert page.get_by_role("slider", name="Query", exact=True).input_value() == "2"


def test_the_steps_from_q_and_k_to_the_share(static_page):
    widget, pattern, queries, keys = with_queries_and_keys()
    widget.seed, widget.query, widget.key = 1, 4, 2
    page = static_page(widget.static_html())
    page.get_by_text("How this weight comes about").press("Enter")
    for head in range(2):
        q, k = np.float32(queries[1, 2, head, 4]), np.float32(keys[1, 2, head, 2])
        block = page.locator(".mh-steps > div").nth(head)
        block.locator("tbody tr").first.wait_for()  # drawn when the fold has opened
        rows = block.locator("tbody tr").all()
        assert [row.locator("td").all_inner_texts() for row in rows] == [
            [*(f"{x:.3f}" for x in q), ""],
            [*(f"{x:.3f}" for x in k), ""],
            [*(f"{x:.3f}" for x in np.float64(q) * k), f"{np.float64(q) @ k:.3f}"],
        ]
        text = block.locator("p").inner_text()
        assert f"√5 = {np.float64(q) @ k / 5**0.5:.3f}" in text
        assert text.endswith(
            f"over the 5 keys this query may attend to = {pattern[1, 2, head, 4, 2]:.3f}"
        )
    page.get_by_role("slider", name="Key", exact=True).press("End")
    assert "the mask hides this key" in page.locator(".mh-steps p").first.inner_text()


def test_the_table_holds_every_share_of_the_query(static_page):
    widget, pattern = small(heads=[1, 3], query=6, key=0)
    page = static_page(widget.static_html())
    page.get_by_text("as a table").press("Enter")
    rows = page.locator(".mh-table tbody tr:visible")
    rows.first.wait_for()  # drawn when the fold has opened
    assert [row.locator("td").all_inner_texts() for row in rows.all()] == [
        rounded(*np.float32(pattern[0, 4, 0, [1, 3], 6, key])) for key in range(7)
    ]
    page.get_by_role("button", name="Compare two seeds").click()
    a, b = np.float32(pattern[:2, 4, 0, 1, 6, 0])
    first = rows.first.locator("td").all_inner_texts()
    assert first[:3] == [*rounded(a, b), f"{a - b:+.3f}"]


def test_odd_tokens_are_whole_and_readable_in_the_table(static_page):
    tokens = ["👩‍👩‍👧‍👦", "", "very" * 80, "a\u2028b", " ", "\u202ern שלום", "<b>"]
    page = static_page(HeadExplorer(random_pattern(2, 7), tokens).static_html())
    page.get_by_text("as a table").click()
    headings = page.locator(".mh-table tbody th")
    headings.first.wait_for()
    shown = [text.split(" ", 1)[1] for text in headings.all_inner_texts()]
    assert shown == [tokens[0], "∅", tokens[2], "a\ufffdb", "␣", "\ufffdrn שלום", "<b>"]


def test_the_status_tells_each_heads_largest_share_at_first(static_page):
    widget, pattern = small(heads=[1, 3])
    said = static_page(widget.static_html()).get_by_role("status").inner_text()
    for head, words in zip([1, 3], said.split(";"), strict=True):
        query, key = np.unravel_index(pattern[0, 4, 0, head].argmax(), (7, 7))
        assert f"head {head}, query {query} " in words
        assert f"key {key} " in words
        assert f"{np.float32(pattern[0, 4, 0, head].max()):.2f}" in words


@pytest.mark.parametrize("zoom", [1, 1.7])  # a slide enlarges pictures
def test_the_number_stands_beside_the_pointer(static_page, zoom):
    page = static_page(small(query=0, key=0)[0].static_html())
    page.locator(".mh-panels").evaluate("(panels, zoom) => { panels.style.zoom = zoom; }", zoom)
    tips = page.locator(".mh-tip:visible")
    assert tips.count() == 0
    box = page.locator(".mh-box:visible").nth(2)
    frame = box.bounding_box()
    for across in (0.5, 0.95):
        spot = {"x": frame["width"] * across, "y": frame["height"] * 0.8}
        box.hover(position=spot)
        assert tips.all_inner_texts() == reading(page)
        tip, frame = tips.nth(2).bounding_box(), box.bounding_box()  # it may have scrolled
        middle = frame["x"] + spot["x"], frame["y"] + spot["y"]
        assert abs(tip["y"] + tip["height"] / 2 - middle[1]) < 40 * zoom
        assert max(tip["x"] - middle[0], middle[0] - tip["x"] - tip["width"]) < 40 * zoom
        assert not tip["x"] < middle[0] < tip["x"] + tip["width"]
    page.get_by_role("status").hover()
    assert tips.count() == 0


@pytest.mark.parametrize("width", [1280, 360])
def test_heads_stand_side_by_side_where_a_theme_pads_figures(static_page, width):
    padded = "<style>figure { margin: 1rem; padding: 0 4rem; }</style>"
    page = static_page(padded + small(heads=[0, 1])[0].static_html(), width=width)
    first, second = (page.locator("figure").nth(i).bounding_box() for i in range(2))
    assert first["y"] == second["y"]
    controls = page.get_by_role("group", name="Heads").bounding_box()
    assert first["y"] + first["height"] - controls["y"] < 700


def test_a_widget_of_another_kind_leaves_the_head_buttons_alone(static_page):
    html = small()[0].static_html()
    grounds = []
    for pieces in ([html], [html, MoneyBank().static_html()]):
        button = static_page(*pieces).get_by_role("button", name="Head 1").first
        grounds.append(button.evaluate("b => getComputedStyle(b).backgroundColor"))
    assert grounds[0] == grounds[1]


def test_a_head_has_one_colour_wherever_it_is_named(static_page):
    page = static_page(small()[0].static_html())
    colour = "chips => chips.map((chip) => chip.style.getPropertyValue('--head'))"
    places = (".mh-head", "figcaption", ".mh-readout li")
    buttons, panels, numbers = (
        page.locator(f"{place} .mh-chip").evaluate_all(colour) for place in places
    )
    assert buttons == panels == numbers
    assert len({*buttons, ""}) == 5


def test_tokens_beside_the_lines_stay_readable_while_others_fade(static_page):
    widget, _ = small()
    widget.view = "lines"
    page = static_page(widget.static_html())
    page.get_by_role("slider", name="Key").press("ArrowRight")
    inked = """marks => marks.map((mark) => {
      const picture = mark.previousElementSibling;
      const { data } = mark.getContext("2d").getImageData(0, 0, 12, mark.height);
      return [getComputedStyle(picture).opacity, data.some((x, i) => i % 4 === 3 && x > 128)];
    })"""
    shown = page.locator("canvas.mh-mark:visible").evaluate_all(inked)
    assert len(shown) >= 2
    assert all(faded == "0.25" and words for faded, words in shown)


@pytest.mark.parametrize("view", ["heatmap", "lines"])
def test_turning_a_head_or_pointing_draws_no_pattern_again(static_page, view):
    page = static_page(small(view=view)[0].static_html())
    page.locator("canvas[role=img][aria-label]").nth(3).wait_for()
    drawings = count_drawings(page)
    for _ in range(2):
        page.get_by_role("button", name="Head 1", exact=True).press("Space")
    page.get_by_role("slider", name="Key", exact=True).press("ArrowRight")
    page.locator(".mh-box").first.hover()
    assert drawings() == []
    page.get_by_role("slider", name="Seed", exact=True).press("ArrowRight")
    assert len(drawings()) >= 4
