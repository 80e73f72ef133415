"""TextLab: its state in Python, where its weights come from, its speed, a reader's lines.

Its arithmetic and words are tested in `text_lab.test.js`, what all widgets share elsewhere.
"""

import contextlib
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from book_site.pages import model_files
from book_site.pages.content_policy import with_policy
from multihead.real_text import TextModel, stored, stored_seed
from multihead.real_text.stored import from_eight_bits, to_eight_bits
from multihead.real_text.text_training import window_loss
from multihead.widgets import TextLab
from multihead.widgets.text_lab.quantize import SITE_FILE, seed_script, to_bytes
from page_server import serving
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from processor_time import time_and_loop
from small_widgets import text_lab, text_model, text_pairs
from traitlets import TraitError
from widget_steps import HOSTILE, wait_for_status

READY = "matters most"
SIZES = {"n_symbols": 101, "n_pos": 13, "d_model": 6, "n_heads": 3, "n_layers": 2}


def store_small_seeds(folder: Path, patch) -> None:
    """Store seeds 0, 1, 3 and 9 of a small model in a folder, and let the library find them."""
    patch.setattr(stored, "STORED_TEXT", folder)
    patch.setattr(stored, "TEXT_SIZES", SIZES)
    patch.setattr("multihead.widgets.text_lab.widget.stored_pairs", text_pairs)
    for seed in (0, 1, 3, 9):
        stored.store_seed(seed, "abc", text_model(seed).state_dict(), {})


# ---- In Python -----------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "on"), [(0, [0, 1, 2, 3, 4, 5]), (2, [0, 2, 4]), (1, [])])
def test_numbers_are_those_of_the_model_of_8_bits_with_these_heads(seed, on):
    lab = text_lab(seed=seed, heads=on)
    model = text_model((11, 5, 42)[seed])
    model.load_state_dict(from_eight_bits(to_eight_bits(model.state_dict())))
    numbers = torch.tensor([text_pairs().encode("\nself.a = self.b")])

    def gate(heads):
        return torch.tensor([float(head in heads) for head in range(6)]).view(2, 3)

    def loss(heads):
        logits = model(numbers, gate=gate(heads))[0].log_softmax(-1)
        return -logits[range(numbers.shape[1] - 1), numbers[0, 1:]].mean()

    shares = model(numbers, gate=gate(on))[0].softmax(-1)
    np.testing.assert_allclose(lab.next_token(), shares, atol=1e-5)
    assert lab.loss() == pytest.approx(loss(on).item(), abs=1e-5)
    costs = [loss({*on} - {head}) - loss({*on} | {head}) for head in range(6)]
    np.testing.assert_allclose(lab.costs().ravel(), costs, atol=1e-5)
    for layer in model.layers:
        layer.W_O[[h for h in range(3) if 3 * (layer is model.layers[1]) + h not in on]] = 0
    looks = torch.cat([layer.pattern for layer in model.heads(numbers)])
    np.testing.assert_allclose(lab.patterns(), looks, atol=1e-5)


def test_the_loss_is_that_of_training():
    lab = text_lab()
    numbers = torch.tensor([text_pairs().encode("\n" + lab.text)])
    assert window_loss(lab._model(0), numbers).item() == pytest.approx(lab.loss())


def test_the_model_reads_an_end_of_line_and_what_fits():
    lab = text_lab("a = b\n  c")
    assert "".join(lab.tokens) == "\na = b\n  c"
    assert lab.tokens[lab.query + 1] == lab.tokens[-1]
    lab.text = "x" * 400
    assert lab.tokens == ["\n", *12 * "x"]
    assert lab.patterns().shape == (2, 3, 13, 13)
    lab.text, lab.query = "x", 12
    assert lab.tokens == ["\n", "x"]
    assert "from 1 x" in lab.fallback().caption


def test_by_default_it_shows_the_stored_seeds_up_to_7(tmp_path, monkeypatch, no_shape_checks):
    store_small_seeds(tmp_path, monkeypatch)
    assert TextLab("a")._seeds == ["0", "1", "3"]
    assert TextLab("a")._files == [SITE_FILE.format(seed) for seed in (0, 1, 3)]
    lab = TextLab("self", seeds=[9, 1], seed=1)
    assert lab._seeds == ["9", "1"]
    own = TextLab("self", models={1: text_model(1)})
    assert lab.loss() == pytest.approx(own.loss(), abs=1e-6)
    for seeds, message in (
        ([0, 2], r"seed 2 is not stored; use some of \[0, 1, 3, 9\]"),
        ([True], "seed True is not stored"),
        ([1, 1], "each once"),
        ([], "name one or more"),
        ("01", "seeds is one text"),
    ):
        with pytest.raises(TraitError, match=message):
            TextLab("a", seeds=seeds)


def broken():
    model = text_model(0)
    model.layers[1].W_V[0, 1, 1] = math.nan
    return model


def with_other_heads():
    return TextModel(101, 13, d_model=6, n_heads=2, n_layers=2)


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ([text_model(0)], "models is list; give models by seed"),
        ({}, "models is empty"),
        ({0: torch.nn.Linear(2, 3)}, "the model of seed 0 is Linear; give TextModels"),
        ({0: text_model(0), 7: with_other_heads()}, "seeds 0 and 7 differ in size"),
        ({0: broken()}, r"layers\.1\.W_V holds NaN or infinity"),
    ],
)
def test_models_that_do_not_fit_are_refused(models, message, no_shape_checks):
    with pytest.raises(TraitError, match=message):
        TextLab("a", models=models, pairs=text_pairs())


def test_models_of_other_tokens_are_refused():
    with pytest.raises(TraitError, match="the models know 101 tokens but pairs has 1024"):
        TextLab("a", models={0: text_model(0)})


def test_a_page_that_wants_a_seed_gets_its_weights():
    lab = text_lab()
    assert lab._weights_of is None
    for place, seed in ((2, 42), (0, 11)):
        lab._wanted = place
        assert lab._weights == to_bytes(text_model(seed))
        assert lab._weights_of == place
    lab._wanted = 3
    assert lab._weights_of == 0


def test_a_page_carries_no_weights_and_a_seed_of_the_site_is_light():
    assert_light(bytes_sent(TextLab(seeds=[0]).static_html()), 30_000)
    assert_light(len(seed_script(0)), 400_000)


# ---- On a page of the site -----------------------------------------------------------------


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A page with the widget, as the site has it, with three small seeds; and Python's own."""
    (tmp_path / "stored").mkdir()
    store_small_seeds(tmp_path / "stored", monkeypatch)
    lab = TextLab("self.a = self.b")
    html = with_policy(
        "book/page.html",
        '<!doctype html><html lang="en" data-content_root="../" data-theme="light"><head>\n'
        '<meta charset="utf-8">\n<title>A page</title><link rel="icon" href="data:,"></head>'
        f"<body><main><h1>A page</h1>{lab.static_html()}</main></body></html>",
    )
    folder = tmp_path / "html"
    (folder / "book").mkdir(parents=True)
    (folder / "book" / "page.html").write_text(html, "utf-8")
    model_files.write_model_files(SimpleNamespace(outdir=folder), model_files.seeds_on_page(html))
    return folder, lab


@pytest.fixture(params=["served", "from a file"])
def visit(request, site, browser):
    """Open the page in one of two ways; at the end nothing must have gone wrong."""
    folder, _ = site
    problems, asked = [], []
    with contextlib.ExitStack() as stack:
        served = request.param == "served"
        address = stack.enter_context(serving(folder)) if served else folder.as_uri()
        context = stack.enter_context(contextlib.closing(browser.new_context()))
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: m.type == "error" and problems.append(m.text))
        page.on("request", lambda r: asked.append(r.url.removeprefix(f"{address}/")))
        page.goto(f"{address}/book/page.html")
        yield page, asked, problems
    assert problems == []


def press_run(page, file):
    size = math.ceil(file.stat().st_size / 1000)
    page.get_by_role("button", name=f"Run the model: {size} kB per seed").press("Enter")


def assert_costs_what_python_says(page, lab):
    expect(page.locator(".mh-loss")).to_contain_text(f"is {lab.loss():.2f} nats")


def test_weights_come_with_the_press_from_a_server_and_from_a_file(visit, site):
    (page, asked, _), (folder, lab) = visit, site
    status, widget = page.get_by_role("status"), page.locator("[data-mh-widget]")
    expect(status).to_have_text(
        "The model is not loaded yet: press the button, or change anything."
    )
    assert page.locator(".mh-place").count() == len(lab.tokens)
    assert page.locator("[aria-busy]").count() == 0
    expect(page.get_by_role("button", name="Head 0.0")).to_be_hidden()
    assert asked == ["book/page.html"]
    press_run(page, folder / SITE_FILE.format(0))
    wait_for_status(widget, READY)
    assert asked[1:] == ["_static/real_text/seed-00.js"]
    assert page.locator("script[src]").count() == 0
    assert_costs_what_python_says(page, lab)
    page.get_by_role("textbox").fill("a = [self]")
    page.get_by_role("button", name="Head 0.1").press("Space")
    page.get_by_role("button", name="Seed 3").press("Enter")
    lab.text, lab.heads, lab.seed = "a = [self]", [0, 2, 3, 4, 5], 2
    wait_for_status(widget, "[Ss]eed 3")
    assert asked[2:] == ["_static/real_text/seed-03.js"]
    assert_costs_what_python_says(page, lab)
    page.get_by_role("button", name="Seed 0").press("Enter")
    wait_for_status(widget, "[Ss]eed 0")
    assert asked[3:] == []


def test_a_page_opened_as_a_file_gets_its_weights_in_every_browser(window, site):
    folder, lab = site
    window.go((folder / "book" / "page.html").as_uri())
    window.wait_for("() => document.querySelector('.mh-train') !== null")
    window.ask("() => document.querySelector('.mh-train').click()")
    window.wait_for("() => document.querySelector('[role=status]').textContent.includes('most')")
    loss = window.ask("() => document.querySelector('.mh-loss').textContent")
    assert loss == f"The loss on this line is {lab.loss():.2f} nats per token."


def test_any_control_starts_the_model(visit):
    page, _, _ = visit
    page.get_by_role("button", name="imports").press("Enter")
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    expect(page.get_by_role("button", name="Run the model")).to_be_hidden()


def test_a_file_that_is_missing_is_said_and_can_be_tried_again(visit, site):
    (page, _, problems), (folder, _) = visit, site
    file = folder / SITE_FILE.format(0)
    whole = file.read_bytes()
    for broken in (None, b"<!doctype html>", b"document.currentScript.dataset.weights = 'AAAA';"):
        file.unlink() if broken is None else file.write_bytes(broken)
        page.locator("button.mh-train").press("Enter")
        said = f"could not be loaded: beside the pages, {SITE_FILE.format(0)} is missing or broken."
        expect(page.get_by_role("status")).to_contain_text(said)
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    file.write_bytes(whole)
    page.get_by_role("button", name="Try again").press("Enter")
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    problems.clear()  # the browser's own words about the missing file


# ---- A reader's lines ----------------------------------------------------------------------


def open_lab(static_page, lab=None, **options):
    page = static_page((lab or text_lab()).static_html(), **options)
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    return page


def tokens_shown(page) -> list[str]:
    return page.locator(".mh-place bdi").all_inner_texts()


def test_what_cannot_be_read_is_said_and_stays_in_the_box(static_page):
    page = open_lab(static_page)
    box, problem = page.get_by_role("textbox"), page.locator(".mh-problem")
    before = tokens_shown(page)
    for text, said in (
        ("self.é = 1", "“é” is not a character of the model; use ASCII"),
        (f"{HOSTILE}{'very' * 200}", "is not a character"),
        ("x" * 401, "There are 401 characters; use at most 400"),
        ("", "There is no code yet"),
    ):
        box.fill(text)
        expect(problem).to_contain_text(said)
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(box).to_have_value(text)
        assert tokens_shown(page) == before
    page.get_by_role("button", name="Head 0.0").press("Space")
    expect(box).to_have_value("")
    box.press("Escape")
    expect(box).to_have_value("self.a = self.b")
    expect(problem).to_have_text("")
    assert page.locator("img").count() == 0


def test_focus_follows_the_caret_and_a_long_line_is_cut(static_page):
    page = open_lab(static_page)
    box = page.get_by_role("textbox")
    box.fill("x = y")
    focus = page.locator(".mh-place [aria-pressed=true]")
    expect(focus).to_have_text("5 y")
    expect(page.locator(".mh-next")).not_to_contain_text("✓")
    box.press("Home")
    page.keyboard.type("z")
    expect(focus).to_have_text("1 z")
    expect(page.locator(".mh-next")).to_contain_text("\u2068x\u2069 ✓")
    box.fill("x" * 20)
    expect(
        page.get_by_text("The line has 21 tokens; the model reads the first 13.")
    ).to_be_visible()
    expect(focus).to_have_text("12 x")


def test_a_link_to_a_line_that_is_blank_says_so(static_page):
    page = static_page(text_lab().static_html(), hash="#~TextLab1:text=+++")
    expect(page.get_by_role("status")).to_have_text("There is no code yet.")
    page.get_by_role("textbox").fill("a.b")
    wait_for_status(page.locator("[data-mh-widget]"), READY)


def test_without_a_head_what_was_there_with_all_stays_beside_it(static_page):
    page = open_lab(static_page)
    lab = text_lab()
    beside = page.locator(".mh-next .mh-measure .mh-note")
    expect(beside.first).to_have_text("")
    page.get_by_role("button", name="Head 1.2").press("Space")
    with_all = lab.loss()
    lab.heads = [0, 1, 2, 3, 4]
    change = f"{lab.loss() - with_all:+.2f}"
    loss = f"is {lab.loss():.2f} nats per token; with all heads on {with_all:.2f} ({change})"
    expect(page.locator(".mh-loss")).to_contain_text(loss)
    expect(beside.first).to_contain_text("all heads on: ")
    expect(page.get_by_role("status")).to_contain_text("Head 1.2 is ablated: the loss is")
    costs = [f"{cost:+.2f}" for cost in lab.costs().ravel()]
    expect(page.locator(".mh-costs .mh-number")).to_have_text(costs)
    page.get_by_role("button", name="All heads").press("Enter")
    expect(beside.first).to_have_text("")


# Keys in one task: what each head is worth is worked out after the last alone.
TYPE = """async (keys) => {
  const box = document.querySelector("textarea");
  for (let i = 0; i < keys; i++) {
    box.value = (box.value[0] === "n" ? "m" : "n") + box.value.slice(1);
    box.setSelectionRange(200, 200);
    box.dispatchEvent(new Event("input"));
    for (let j = 0; j < 5; j++) await null;
    document.body.getBoundingClientRect();
  }
}"""


LOOPS = 5  # a key took 2.8 to 3.3 of these loops, on a machine with much else to do


def test_a_key_takes_as_long_as_a_plain_loop_of_the_same_machine(static_page):
    """Both in the page's own processor time: what else the machine does counts for little."""
    text = "name = value + other.name(first, second)\n" * 9
    model = stored_seed(0)[0]
    lab = TextLab(text[:400], models={0: model}, heads=[0, 2, 3, 4, 5, 6, 7])
    assert len(lab.tokens) == 64
    page = open_lab(static_page, lab)
    products = 64 * sum(weights.numel() for weights in model.parameters())
    key, loop = time_and_loop(page, TYPE, products)
    assert loop / 20 < key < LOOPS * loop, (key, loop)


# Another letter at a place of the text, until what each head is worth is there. Each softmax, over
# keys or over tokens, and each share that is shown takes exponentials.
EXPONENTIALS = """async (place) => {
  const box = document.querySelector("textarea"), { exp } = Math;
  let count = 0;
  Math.exp = (x) => {
    count += 1;
    return exp(x);
  };
  box.setRangeText("m", place, place + 1);
  box.dispatchEvent(new Event("input"));
  await null;
  while (document.querySelector("[aria-busy]")) await new Promise((next) => setTimeout(next));
  Math.exp = exp;
  return count;
}"""


def test_what_a_key_does_not_change_is_not_computed_again(static_page):
    """A letter at the end of 60 tokens beside the first letter, with which all is computed."""
    text = "name = value + other.name(first, second)\n" * 5
    page = open_lab(static_page, TextLab(text[:148], models={0: stored_seed(0)[0]}))
    first, last = (page.evaluate(EXPONENTIALS, place) for place in (0, 147))
    assert 0 < last < first / 10
