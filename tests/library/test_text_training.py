"""A training goes on to the same bits, learns from its own text, and its measures are right."""

import io

import pytest
import torch
from multihead.real_text import TextModel, TextTraining, copying_costs, repeated, text_training
from multihead.real_text.text_training import measured
from torch.nn.functional import cross_entropy

SHORT = {"n_symbols": 11, "n_pos": 7, "d_model": 6, "n_heads": 2, "n_layers": 2}


@pytest.fixture
def short(monkeypatch) -> None:
    """A training of seconds."""
    monkeypatch.setattr(text_training, "TEXT_SIZES", SHORT)
    monkeypatch.setattr(text_training, "PASSAGE", 3)
    for name, value in {"batch": 5, "steps": 300, "warm": 7, "rate": 0.02}.items():
        monkeypatch.setattr(TextTraining, name, value)


@pytest.fixture
def text() -> torch.Tensor:
    """Lines of 2 to 4 tokens, each next token one more; 0 begins a line."""
    generator = torch.Generator().manual_seed(5)
    lines = []
    for _ in range(100):
        first, length = (int(torch.randint(2, 5, (), generator=generator)) for _ in range(2))
        lines += [0, *range(first, first + length)]
    return torch.tensor(lines, dtype=torch.int16)


def training(seed: int, text: torch.Tensor) -> TextTraining:
    return TextTraining(seed, text, (text == 0).nonzero().flatten())


def bits(run: TextTraining) -> list[torch.Tensor]:
    return [*run.model.state_dict().values(), run.losses]


def test_a_training_goes_on_to_the_same_bits(short, text):
    full, first, second = (training(3, text) for _ in range(3))
    for _ in range(7):
        full.advance()
    for _ in range(4):
        first.advance()
    torch.save(first.state(), saved := io.BytesIO())
    saved.seek(0)
    second.go_on(torch.load(saved))
    for _ in range(3):
        second.advance()
    assert second.step == 7
    assert all(map(torch.equal, bits(second), bits(full)))
    assert not torch.equal(first.model.E, full.model.E)


def test_seeds_differ_in_their_start_and_in_their_windows(short, text):
    run, other = training(3, text), training(4, text)
    assert not torch.equal(run.model.E, other.model.E)
    other.model.load_state_dict(run.model.state_dict())
    run.advance()
    other.advance()
    assert run.losses[0] != other.losses[0]


def test_it_learns_what_can_be_known(short, text):
    """After a token comes one more, or a new line; nothing else is learnt here."""
    run = training(3, text)
    for _ in range(run.steps):
        run.advance()
    assert run.losses[:10].mean() > 2.5
    assert run.losses[-10:].mean() < 1.0
    assert run.adam.param_groups[0]["lr"] == pytest.approx(0.02 / 300)


def test_windows_begin_with_lines_and_end_within_the_text(short, text, monkeypatch):
    read_windows = []
    saved = text_training.window_loss
    monkeypatch.setattr(
        text_training,
        "window_loss",
        lambda model, tokens: read_windows.append(tokens) or saved(model, tokens),
    )
    run = training(3, text)
    for _ in range(30):
        run.advance()
    windows = torch.cat(read_windows)
    assert windows.shape == (150, 8)
    assert (windows[:, 0] == 0).all()
    assert len(windows.unique(dim=0)) > 20


def test_the_costs_of_copying_are_the_loss_where_they_say(short):
    model = TextModel(**SHORT, generator=torch.Generator().manual_seed(1))
    tokens = torch.tensor([[0, 4, 9, 1], [0, 7, 2, 1]])
    assert repeated(tokens).tolist() == [[0, 4, 9, 0, 4, 9], [0, 7, 2, 0, 7, 2]]
    logits = model(repeated(tokens)).detach()
    expected = [
        torch.stack([cross_entropy(logits[:, at], tokens[:, at % 3 + 1]) for at in places]).mean()
        for places in ((0, 1), (3, 4))
    ]
    torch.testing.assert_close(copying_costs(model, tokens), torch.stack(expected))


def test_heads_that_look_back_are_measured_where_they_look(short):
    """One head of each layer looks one back; with passages of 3, two back is after the earlier."""
    model = TextModel(**SHORT, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        for layer in model.layers:
            layer.W_Q.zero_()
            layer.bias[0, 1] = layer.bias[1, 2] = 40
    measures = measured(model, torch.tensor([[0, 4, 9, 1, 2, 2, 3, 1]]))
    torch.testing.assert_close(measures["one_back"], torch.tensor([[1, 0.1], [1, 0.1]]))
    torch.testing.assert_close(measures["after_earlier"], torch.tensor([[0.0, 1], [0, 1]]))
    assert measures["loss"].shape == ()
    assert measures["copying"].shape == (2,)


def test_an_untrained_model_is_the_one_that_its_training_begins_with(short, text):
    begins = training(3, text).model.state_dict()
    model = text_training.untrained_model(3).state_dict()
    assert all(torch.equal(model[name], begins[name]) for name in begins)
    other = text_training.untrained_model(4).state_dict()
    assert not torch.equal(other["E"], begins["E"])


def test_rises_by_token_are_those_of_a_loss_without_each_head():
    sizes = {**SHORT, "n_heads": 3}
    model = TextModel(**sizes, generator=torch.Generator().manual_seed(2)).requires_grad_(False)
    windows = torch.randint(11, (5, 8), generator=torch.Generator().manual_seed(4))
    rises = text_training.rises_by_token(model, windows)
    assert rises.shape == (2, 3, 5, 7)
    gate = torch.ones(2, 3)
    gate[1, 2] = 0
    at = 4, 6  # the last token of the last window
    losses = [
        -model(windows[:, :-1], gate=g)[at].log_softmax(-1)[windows[4, 7]]
        for g in (gate, gate * 0 + 1)
    ]
    torch.testing.assert_close(rises[1, 2, 4, 6], losses[0] - losses[1], atol=1e-5, rtol=0)
    assert abs(rises[1, 2, 4, 6]) > 1e-3
