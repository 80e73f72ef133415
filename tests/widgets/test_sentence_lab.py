"""SentenceLab: its state in Python, its weight and speed, and a reader's sentences in a browser.

Its arithmetic and words are tested in `sentence_lab.test.js`, what all widgets share elsewhere.
"""

import re

import numpy as np
import pytest
import torch
from multihead.language import RELATIONS, Grammar
from multihead.language.grammar import HIDDEN
from multihead.language.links import N_POS
from multihead.model import TokenModel
from multihead.train import train
from multihead.widgets import SentenceLab
from multihead.widgets.base.bundle import bundle
from multihead.widgets.base.widget import BASE
from multihead.widgets.sentence_lab.word_kinds import kinds
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from processor_time import TURN, assert_takes_less_than_a_loop
from small_widgets import lab_run, sentence_lab
from traitlets import TraitError
from widget_steps import HOSTILE, wait_for_status

ANIMAL = "the animal never crossed the street because it was tired"
TELESCOPE = "the man saw the dog with the telescope because it was wide"


def untrained(n_seeds: int = 1, d_out: int = 231, change=None, **sizes):
    """A run of some seeds after one step, with its weights changed."""
    words = {"d_model": 24, "n_heads": 2, "d_head": 8, "n_layers": 2, "norm": True, **sizes}
    n_pos = words.pop("n_pos", N_POS)

    def model(generator):
        return TokenModel(33, n_pos, d_out, generator=generator, **words)

    run = train(lambda g: model(g), _Words(n_pos), seeds=range(n_seeds), steps=1, loss=_loss)
    if change:
        change(run.params)
    return run


class _Words:
    """Sentences of no meaning, for models of any size."""

    def __init__(self, n_pos):
        self.n_pos = n_pos

    def sample(self, n, generator):
        return (torch.randint(33, (n, self.n_pos), generator=generator),)


def _loss(model, tokens):
    return model(tokens).square().mean()


# ---- In Python -----------------------------------------------------------------------------


def test_the_page_runs_the_trained_model_in_two_bytes_a_weight():
    run, lab = lab_run(), sentence_lab(seeds=[2, 0])
    for seed in (2, 0):
        trained, carried = run.model_of(seed).state_dict(), lab.model_of(seed).state_dict()
        for name, weight in trained.items():
            assert torch.equal(carried[name], weight.bfloat16().float()), name
    assert len(lab._weights) == 2 * 2 * sum(w.numel() for w in trained.values())
    with pytest.raises(ValueError, match=r"no seed 1; use one of \[2, 0\]"):
        lab.model_of(1)


@pytest.mark.parametrize("text", [ANIMAL, TELESCOPE, "it it"])
def test_answers_are_those_of_the_model_with_the_other_heads_off(text):
    lab = sentence_lab(text=text, word=1, heads=[0, 4], seed=1)
    gate = torch.tensor([[1.0, 0, 0], [0, 1, 0]])
    with torch.no_grad():
        logits = lab.model_of(1)(Grammar().tokens(text), gate=gate)[0, 1]
    shares = logits.unflatten(0, (7, 33)).softmax(-1)
    for relation, found in lab.answers().items():
        np.testing.assert_allclose(
            list(found.values()), shares[RELATIONS.index(relation)], atol=1e-6
        )
    assert "previous word" in lab.answers()


def test_the_last_pronoun_attends_or_the_word_it_is_told():
    assert sentence_lab().word == 7
    assert sentence_lab(text="the dog saw this map").word == 4
    assert sentence_lab(text="the dog saw this map", word=1).word == 1
    far = sentence_lab(text="it saw", word=16)
    assert [*far.answers()] == ["verb → object", "verb → subject", "previous word"]


def test_text_is_kept_as_its_words():
    lab = sentence_lab(text="  The ANIMAL saw\tit. ".strip())
    assert lab.text == "the animal saw it"


def diverged(params):
    params["layers.1.W_V"][0, 1, 2, 3] = float("nan")


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ({"d_out": 33}, "33 outputs but the grammar needs 231"),
        ({"n_pos": 5}, "5 positions but the grammar needs 17"),
        ({"norm": False}, "norm=True"),
        ({"d_mlp": 3}, "d_mlp=0"),
        ({"residual": False}, "residual=True"),
        ({"change": diverged}, r"layers\.1\.W_V of seed 0 holds NaN"),
    ],
)
def test_a_model_that_the_page_cannot_run_is_refused(run, message):
    with pytest.raises(TraitError, match=message):
        SentenceLab(untrained(**run), Grammar(), seeds=[0])


@pytest.mark.parametrize("plural", [False, True])
def test_every_word_that_a_sentence_may_hold_is_of_one_kind(plural):
    grammar = Grammar(plural=plural)
    offered = [grammar.words[i] for _, ids in kinds(grammar) for i in ids]
    assert sorted(offered) == sorted({*grammar.words} - {"", HIDDEN})


def test_seeds_and_words_that_are_not_there_are_refused():
    with pytest.raises(TraitError, match=r"seed 3 was not trained; use one of \[0, 1, 2\]"):
        sentence_lab(seeds=[0, 3])
    for seeds, message in (([], "no seeds"), ([1, 2, 1], "names a seed twice")):
        with pytest.raises(TraitError, match=message):
            sentence_lab(seeds=seeds)
    with pytest.raises(TraitError, match="words but the grammar needs"):
        SentenceLab(lab_run(), Grammar(plural=True))


def test_three_seeds_and_all_code_weigh_60_kilobytes_beside_what_widgets_share():
    file_stems = ("static", "colours", "elements", "format", "matrix", "model", "theme")
    shared = bundle(*(BASE / f"{name}.js" for name in file_stems))
    shared += (BASE / "style.css").read_text("utf-8")
    page = SentenceLab(untrained(3), Grammar()).static_html()
    assert_light(bytes_sent(page) - bytes_sent(shared), 60_000)


# ---- In the browser ------------------------------------------------------------------------


def open_lab(static_page, lab=None, **options):
    page = static_page((lab or sentence_lab()).static_html(), **options)
    wait_for_status(page.locator("[data-mh-widget]"), "→")
    return page


def typing(page):
    return page.get_by_role("textbox")


def words(page) -> str:
    """The sentence as its lists say it."""
    lists = page.locator(".mh-words select").all()
    return " ".join(each.locator("option:checked").inner_text() for each in lists)


def sentence_in_link(page, text: str) -> None:
    page.wait_for_url(f"**text={text.replace(' ', '_')}*")


ROWS = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText))"


def test_a_sentence_typed_into_the_page_is_answered_as_by_pytorch(static_page):
    """With a head off: the words named, and where the heads of the first layer attend."""
    lab = sentence_lab(seed=1, heads=[0, 1, 3, 4, 5])
    page = open_lab(static_page, lab)
    text = "yesterday this man followed the river with the map"
    typing(page).fill(text)
    page.get_by_label("Attend from").select_option("9 map")
    page.get_by_text("As a table").click()
    page.get_by_role("table").last.get_by_role("cell").last.wait_for()
    answers, heads = page.get_by_role("table").evaluate_all(f"all => all.map({ROWS})")
    lab.text, lab.word = text, 8
    shares = lab.answers()
    assert len(answers) == 1 + 3 * len(shares) == 7
    for relation, word, share in answers[1:]:
        np.testing.assert_allclose(
            float(share) / 100, shares[relation].get(word, shares[relation][""]), atol=0.000051
        )
    with torch.no_grad():
        looks = lab.model_of(1).heads(Grammar().tokens(text))[0].pattern[0, :, 8]
    shown = np.array([row[1:7:2] for row in heads[1:11]], dtype=float) / 100
    expected = torch.cat([looks[:, :9], looks[:, 9:].sum(-1, keepdim=True)], dim=-1)
    np.testing.assert_allclose(shown, expected.T, atol=0.000051)


def test_every_word_can_be_swapped_by_keyboard(static_page):
    page = open_lab(static_page)
    last = page.get_by_label("Word 10")
    last.focus()
    assert last.locator("optgroup").first.locator("option").all_inner_texts() == [
        *("tired", "hungry", "wide", "near")
    ]
    page.keyboard.press("w")
    expect(last).to_be_focused()
    sentence_in_link(page, ANIMAL.replace("tired", "wide"))
    expect(page.get_by_role("status")).to_contain_text("“wide” for “tired”: it →")
    page.get_by_label("Word 2").select_option("with")
    assert words(page) == "the with never crossed the street because it was wide"
    choices = page.get_by_label("Word 1", exact=True).locator("option").all_inner_texts()
    assert sorted(choices) == sorted({*Grammar().words} - {"", HIDDEN})


def test_one_click_tries_another_sentence(static_page):
    page = open_lab(static_page)
    wide = page.get_by_role("button", name="it was wide")
    expect(page.get_by_role("button", name="it was tired")).to_have_attribute(
        "aria-pressed", "true"
    )
    wide.press("Enter")
    expect(wide).to_have_attribute("aria-pressed", "true")
    expect(wide).to_be_focused()
    assert words(page) == ANIMAL.replace("tired", "wide")
    page.get_by_role("button", name="the telescope").click()
    expect(page.get_by_label("Attend from")).to_have_value("7")
    assert page.locator(".mh-relation").all_inner_texts() == [
        "phrase → verb or noun",
        "previous word",
    ]


def test_typing_suggests_words_and_a_mistyped_word_loses_nothing(static_page):
    page = open_lab(static_page)
    box, problem = typing(page), page.locator(".mh-problem")
    box.fill("the a")
    assert words(page) == ANIMAL
    expect(problem).to_have_text("")
    offers = page.get_by_role("group", name="Suggested words").get_by_role("button")
    assert offers.all_inner_texts() == ["animal", "astronomer"]
    offers.last.focus()
    expect(problem).to_have_text("")
    offers.last.press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_value("the astronomer ")
    assert words(page) == "the astronomer"
    page.keyboard.type("swa it")
    expect(problem).to_contain_text("“swa” is not one of the model's 31 words; near: saw")
    expect(problem).to_contain_text("stays as it is")
    expect(box).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(box).to_have_value("the astronomer swa it")
    assert words(page) == "the astronomer"
    box.press("Escape")
    expect(box).to_have_value("the astronomer")
    expect(problem).to_have_text("")
    box.fill("")
    box.press("Enter")
    expect(problem).to_contain_text("Type 1 to 17 words")
    assert words(page) == "the astronomer"


def test_what_is_typed_is_only_text(static_page):
    page = open_lab(static_page, width=360)
    typing(page).fill(f"{HOSTILE} {'very' * 200}")
    expect(page.locator(".mh-problem")).to_contain_text("</script><img")
    assert page.locator("img").count() == 0
    assert page.title() == "A page"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_a_head_the_answer_with_all_heads_stays_beside_it(static_page):
    page = open_lab(static_page)
    with_all = page.locator(".mh-answer > b").first.inner_text()
    expect(page.locator(".mh-before").first).to_be_hidden()
    page.get_by_role("button", name="Layer 1 head 2").press("Space")
    expect(page.locator(".mh-before").first).to_be_visible()
    expect(page.locator(".mh-before").first).to_have_text(f"With all heads: {with_all}")
    expect(page.get_by_role("status")).to_contain_text("Layer 1 head 2 is ablated: it →")
    assert page.locator(".mh-adds .mh-number").all_inner_texts()[5] == "off"
    page.get_by_role("button", name="Layer 1 head 2").press("Space")
    expect(page.locator(".mh-before").first).to_be_hidden()
    expect(page.locator(".mh-answer > b").first).to_have_text(with_all)


def test_words_are_shaded_by_what_they_give_and_end_stands_for_all_blanks(static_page):
    page = open_lab(static_page)
    line = page.locator(".mh-shaded").first
    assert line.locator("span").all_inner_texts()[-1].startswith("end")
    numbers = re.findall(r"(\d+)\s%", line.get_attribute("aria-label"))
    looks = line.inner_html()
    page.get_by_role("button", name="what it writes").click()
    expect(line).to_have_attribute("aria-label", re.compile("writes from"))
    assert line.inner_html() != looks
    assert len(numbers) == 3
    typing(page).fill("near " * N_POS)
    expect(line.locator("span")).to_have_count(N_POS)
    expect(page.locator(".mh-note")).not_to_contain_text("blanks")


SWAP = """{
  const list = document.querySelectorAll('.mh-words select')[1];
  list.selectedIndex = i % 20;
  list.dispatchEvent(new Event('change'));
}"""


@pytest.mark.parametrize("change", [TURN, SWAP], ids=["head", "word"])
def test_a_change_takes_less_than_a_plain_loop_of_the_same_machine(static_page, change):
    page = open_lab(static_page, SentenceLab(untrained(3), Grammar()))
    assert_takes_less_than_a_loop(page, change)
