"""SameHeads: its state in Python, what it refuses, its weight and speed, and its map in a browser.

Its arithmetic and words are tested in `same_heads.test.js`, what all widgets share elsewhere.
"""

import re

import numpy as np
import pytest
from multihead.widgets import SameHeads
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from processor_time import time_and_loop
from small_widgets import same_heads, same_heads_data
from traitlets import TraitError
from widget_steps import count_drawings, moved_by_itself

LAYERS, SEEDS, HEADS, TOKENS = 2, 20, 4, 14


def of_course_size() -> SameHeads:
    """Of the size of the stored models, with random similarities: the hardest to compress."""
    rng = np.random.default_rng(0)
    n = SEEDS * HEADS

    def similarity() -> np.ndarray:
        upper = np.triu(rng.uniform(-0.2, 0.8, size=(LAYERS, n, n)), 1)
        return upper + upper.swapaxes(1, 2) + np.eye(n)

    def pattern() -> np.ndarray:
        weights = np.tril(rng.random((LAYERS, n, TOKENS, TOKENS)) ** 4)
        return weights / weights.sum(axis=-1, keepdims=True)

    kinds = "trained", "untrained"
    return SameHeads(
        {m: {kind: similarity() for kind in kinds} for m in ("pattern", "output", "cost")},
        rng.permuted(np.tile(np.arange(HEADS), (LAYERS, SEEDS, 1)), axis=-1),
        pattern(),
        pattern(),
        [f"token{i}" for i in range(TOKENS)],
    )


# ---- In Python -----------------------------------------------------------------------------


def test_it_opens_with_the_most_similar_heads_of_one_cluster_in_the_last_layer():
    given = same_heads_data()
    widget = same_heads()
    clusters = given["clusters"][1].ravel()
    table = given["similarity"]["pattern"]["trained"][1]
    pairs = [
        (i, j)
        for i in range(6)
        for j in range(6)
        if clusters[i] == clusters[j] and i // 2 != j // 2
    ]
    best = max(table[pair] for pair in pairs)
    assert (widget.layer, widget.measure, widget.order) == (1, "pattern", "number")
    assert (widget.first, widget.second) in pairs
    assert table[widget.first, widget.second] == best
    from_one = max(table[0, j] for i, j in pairs if i == 0)
    assert table[0, same_heads(first=0).second] == from_one


@pytest.mark.parametrize("order", ["number", "cluster"])
def test_band_means_are_those_of_heads_of_different_seeds(order):
    widget = same_heads(order=order, measure="cost", layer=0)
    given = same_heads_data()
    for models, kind, clusters in (
        (0, "untrained", "untrained_clusters"),
        (1, "trained", "clusters"),
    ):
        table = given["similarity"]["cost"][kind][0].reshape(3, 2, 3, 2).round(2)
        band = given[clusters][0] if order == "cluster" else np.array([[0, 1]] * 3)
        for one in (0, 1):
            for other in (0, 1):
                expected = [
                    table[a, i, b, j]
                    for a, i in np.argwhere(band == one)
                    for b, j in np.argwhere(band == other)
                    if a != b
                ]
                assert widget.band_means()[models, one, other] == pytest.approx(np.mean(expected))


def test_weights_rounded_to_the_steps_in_which_they_travel_are_taken():
    """As those of many heads are stored; a row of 14 then sums to 0.98, say."""
    given = same_heads_data()
    given["patterns"] = (given["patterns"] * 200).round() / 200
    assert (np.abs(given["patterns"].sum(axis=-1) - 1) > 0.004).any()
    SameHeads(**given, tokens=[*"abcde"])


def broken(name: str, change) -> dict:
    """What the widget is given, with one thing changed."""
    given = same_heads_data()
    given[name] = change(given[name])
    return given


def with_trained_outputs(change) -> dict:
    def changed(similarity):
        both = dict(similarity["output"], trained=change(similarity["output"]["trained"].copy()))
        return dict(similarity, output=both)

    return broken("similarity", changed)


def put(place, value):
    def change(array):
        array = array.copy()
        array[place] = value
        return array

    return change


TRAINED = r"similarity\['output'\]\['trained'\]"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            with_trained_outputs(lambda s: s[:, :5, :5]),
            TRAINED + r" has shape \(2, 5, 5\), but for these clusters it is \(2, 6, 6\)",
        ),
        (with_trained_outputs(put((0, 1, 2), 0.9)), TRAINED + " is not symmetric"),
        (with_trained_outputs(lambda s: 3 * s), TRAINED + " goes from -.* to 3; use -1 to 1"),
        (with_trained_outputs(put((1, 4, 4), 0.5)), TRAINED + " of a head with itself goes to 0.5"),
        (with_trained_outputs(put((1, 2, 3), np.nan)), TRAINED + " holds 1 NaN or infinite"),
        (
            broken("similarity", lambda s: {"pattern": s["pattern"]}),
            r"there is no similarity\['output'\]\['untrained'\]; give a mapping of pattern, output",
        ),
        (broken("similarity", lambda s: [1, 2]), r"there is no similarity\['pattern'\]"),
        (
            broken("clusters", lambda p: p[0]),
            r"clusters has shape \(3, 2\); give \(layer, seed, head\)",
        ),
        (
            broken("clusters", lambda p: p[:, :1]),
            r"clusters has shape \(2, 1, 2\); .* 2 or more seeds",
        ),
        (
            broken("clusters", put((1, 2), 1)),
            r"clusters of layer 1, seed 2 are \[1, 1\]; give each of its 2 heads a different "
            "cluster, 0 to 1",
        ),
        (
            broken("untrained_clusters", lambda p: p[:, :2]),
            r"untrained_clusters has shape \(2, 2, 2\) but clusters \(2, 3, 2\); make them equal",
        ),
        (
            broken("patterns", lambda p: p[:, :4]),
            r"patterns has shape \(2, 4, 5, 5\), but for these clusters it is \(2, 6\) and",
        ),
        (
            broken("untrained_patterns", lambda p: np.tile(np.eye(3), (2, 6, 1, 1))),
            "untrained_patterns and patterns have 3 by 3 and 5 by 5 tokens; take them from one",
        ),
        (broken("patterns", lambda p: p / 2), "rows of pattern do not sum to 1, the first at seed"),
    ],
)
def test_what_does_not_fit_is_refused(given, message, no_shape_checks):
    with pytest.raises(TraitError, match=message):
        SameHeads(**given, tokens=[*"abcde"])


def test_a_token_too_few_is_refused():
    with pytest.raises(TraitError, match="4 tokens but there are 5 along the query axis"):
        same_heads(tokens=[*"abcd"])


def test_twenty_seeds_and_all_code_weigh_little():
    assert_light(bytes_sent(of_course_size().static_html()), 110_000)


# ---- In a browser --------------------------------------------------------------------------


def picture(page, models: str):
    return page.get_by_role("application", name=f"{models} heads", exact=True)


def test_arrows_move_among_the_heads_as_they_stand_and_stop_at_the_edge(static_page):
    page = static_page(same_heads(order="cluster", layer=0, first=3, second=4).static_html())
    trained = picture(page, "Trained")
    trained.focus()
    # Clusters of layer 0, seed by seed: 0 1, 1 0, 1 0; so the heads stand 0 3 5, 1 2 4.
    for key, heads in [("ArrowUp", "seed 0 head 0 and seed 2 head 0"), ("ArrowUp", None)]:
        trained.press(key)
        if heads:
            expect(page.get_by_role("status")).to_contain_text(f"Trained {heads}, clusters 0 and 1")
    for _ in range(7):
        trained.press("ArrowLeft")
    expect(page.get_by_role("status")).to_contain_text("seed 0 head 0, compared with itself")
    page.keyboard.press("Tab")
    expect(picture(page, "Untrained")).to_be_focused()


def test_a_click_opens_the_two_heads_of_the_map_that_was_clicked(static_page):
    page = static_page(same_heads().static_html())
    untrained = picture(page, "Untrained")
    box = untrained.bounding_box()
    # By number: heads 0 2 4, 1 3 5. The second row, the last column.
    untrained.click(position={"x": box["width"] * 5.5 / 6, "y": box["height"] * 1.5 / 6})
    expect(page.get_by_role("status")).to_contain_text("Untrained seed 1 head 0 and seed 2 head 1")
    expect(page.get_by_role("button", name="untrained")).to_have_attribute("aria-pressed", "true")
    two = page.get_by_role("group", name="The two heads of the cell")
    similarity = same_heads_data()["similarity"]
    rows = two.get_by_role("row").all()[1:]
    for row, measure in zip(rows, ("pattern", "output", "cost"), strict=True):
        numbers = [similarity[measure][models][1, 2, 5] for models in ("trained", "untrained")]
        assert row.get_by_role("cell").all_inner_texts() == [f"{x:.2f}" for x in numbers]


def test_another_cell_draws_no_map_again(static_page):
    page = static_page(same_heads().static_html())
    drawings = count_drawings(page)
    picture(page, "Trained").press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text("similarities of")
    names = [name for _, name, _ in drawings()]
    assert names
    assert all(name.startswith("Attention pattern, trained") for name in names)
    page.get_by_role("button", name="cluster", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("within a cluster")
    assert any(re.match("6 by 6 trained heads", name) for _, name, _ in drawings())


@pytest.mark.parametrize("width", [1280, 360])
def test_at_its_full_size_nothing_moves_when_it_comes(static_page, width):
    below = "<p>What follows stays where it is.</p>" * 30
    page = static_page(of_course_size().static_html(), below, width=width)
    assert moved_by_itself(page) <= 0.02


SORT = """async (rounds) => {
  const buttons = [...document.querySelectorAll("button")];
  const [number, cluster] = ["head number", "cluster"]
    .map((name) => buttons.find((button) => button.textContent === name));
  for (let i = 0; i < rounds; i++) {
    (i % 2 ? number : cluster).click();
    for (let j = 0; j < 3; j++) await null;
    document.body.getBoundingClientRect();
  }
}"""


def test_sorting_takes_less_than_a_loop_over_sixteen_million_products(static_page):
    page = static_page(of_course_size().static_html())
    took, loop = time_and_loop(page, SORT, 2**24)
    assert loop / 100 < took < loop, (took, loop)
