"""An answer may use all of the library but what is the answer itself."""

import cProfile
import pstats
import sys

import numpy as np
import pytest
import torch
from exercise_sources import CODE
from multihead import attention, heads
from multihead.checks import check
from multihead.exercises import borrowed, folders, keys
from multihead.exercises.sheets import call
from multihead.exercises.verdict import judge
from multihead.language import links
from multihead.tasks import squared_error

REFUSED = {name: folders.load(name).answered_by for name in CODE}
REFUSED = {name: refused for name, refused in REFUSED.items() if refused}


def tensors(*arrays):
    return [torch.from_numpy(a) if isinstance(a, np.ndarray) else a for a in arrays]


def whole_layer(x, W_Q, W_K, W_V, W_O, mask=None):
    layer = attention.MultiHeadAttention(x.shape[1], len(W_Q), W_Q.shape[2]).double()
    layer.load_state_dict({"W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O})
    return layer(x, mask)


def counted(d_model, n_heads, form):
    kind = attention.SlicedAttention if form == "sliced" else attention.MultiHeadAttention
    layer = kind(d_model, n_heads, **({"d_head": d_model} if form == "wide" else {}))
    return sum(p.numel() for p in layer.parameters())


def of_pairs(table):
    i, j = torch.triu_indices(*table.shape, offset=1)
    return table[i, j].mean()


class Written(torch.nn.Module):
    def __init__(self, Y):
        super().__init__()
        self.Y, self.gate_shape = Y, (len(Y),)

    def forward(self, x, gate=None):
        return (self.Y if gate is None else gate[:, None, None] * self.Y).sum(0)


def offset_of_one_relation(row, target):
    columns = (a.reshape(-1, 1).expand(-1, len(links.RELATION_OF_LINK)) for a in (row, target))
    sentences = links.Sentences(torch.zeros(row.numel(), 1, dtype=torch.long), *columns)
    return list(links.best_offsets(sentences)["previous word"])


def share(pattern, row, target):
    sentences = links.Sentences(torch.zeros_like(row), row, target)
    return links.at_links(pattern, sentences)[:, row >= 0].mean(1)


# Answers that hand the question on, in the order in which the exercise names what it refuses.
THIN = {
    "attention": [lambda *case: attention.attention(*case)[0]],
    "all_patterns": [lambda q, k: attention.attention(q, k, k)[1]],
    "multi_head": [whole_layer],
    "parameters": [counted],
    "same_space": [lambda W_O: heads.subspace_overlap(W_O.mT)],
    "score_cosine": [
        heads.matching_matrix_cosine,
        lambda W_Q, W_K: heads.pattern_cosine((W_Q @ W_K.mT)[None]),
        lambda W_Q, W_K: heads.output_cosine((W_Q @ W_K.mT).flatten(1)[None, :, None]),
    ],
    "written_cka": [lambda Z, W_O: heads.linear_cka((Z @ W_O)[None])],
    "written_likeness": [
        lambda Z, W_O: of_pairs(heads.output_cosine((Z @ W_O)[None])),
        lambda Z, W_O: of_pairs(heads.pattern_cosine((Z @ W_O).movedim(1, 0).unsqueeze(2))),
    ],
    "removal_cost": [lambda Y, y: heads.ablation(squared_error, Written(Y), y, y)],
    "best_offset": [offset_of_one_relation],
    "share_on_links": [share],
}


def test_every_function_that_is_refused_would_be_the_answer():
    assert {name: len(thin) for name, thin in THIN.items()} == {
        n: len(r) for n, r in REFUSED.items()
    }


@pytest.mark.parametrize("name", THIN)
def test_an_answer_that_is_a_call_of_the_library_is_right_and_refused_with_its_name(name):
    sheet = folders.sheet(name, 0)
    for refused, thin in zip(REFUSED[name], THIN[name], strict=True):

        def answer(*inputs, thin=thin):
            return thin(*tensors(*inputs))

        assert judge(sheet, [call(answer, case) for case in sheet.cases])
        verdict = check(name, answer)
        assert not verdict
        assert verdict.message.startswith(f"{name}: not yet. It uses {refused}, ")
        assert verdict.message.endswith("write it out.")
        assert verdict.misconception == f"uses {refused}"


WAYS = {
    "from": "from multihead.heads.difference import linear_cka as mine",
    "by its name": "from multihead import heads\nmine = getattr(heads, 'linear' + '_cka')",
    "partial": "import functools\nfrom multihead import heads\n"
    "mine = functools.partial(heads.linear_cka, b=None)",
    "hidden": """
from multihead import heads
def mine(Y):
    try:
        heads.linear_cka(None)
    except BaseException:
        return heads.linear_cka(Y)
""",
    "late": """
import sys
def mine(Y):
    sys.modules.pop("multihead.heads.difference", None)
    from multihead.heads.difference import linear_cka
    return linear_cka(Y)
""",
}
USE = "import torch\ndef written_cka(Z, W_O):\n    return mine(torch.from_numpy(Z @ W_O)[None])"


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("way", WAYS)
def test_it_does_not_matter_how_a_function_came_here(way, monkeypatch):
    module = "multihead.heads.difference"
    monkeypatch.setitem(sys.modules, module, sys.modules[module])
    monkeypatch.setattr(heads, "difference", sys.modules[module])
    space = {}
    exec(f"{WAYS[way]}\n{USE}", space)
    assert f"It uses {module}.linear_cka, which" in check(space["written_cka"]).message


@pytest.mark.usefixtures("no_shape_checks")
def test_a_function_of_the_library_is_no_answer_itself():
    message = check("score_cosine", heads.matching_matrix_cosine).message
    assert "It uses multihead.heads.difference.matching_matrix_cosine" in message
    assert "It uses" in check("parameters", attention.MultiHeadAttention).message


def test_nothing_else_of_the_library_is_refused_and_nothing_of_pytorch():
    def with_attention(x, W_Q, W_K, W_V, W_O, mask=None):
        x, W_Q, W_K, W_V, W_O, mask = tensors(x, W_Q, W_K, W_V, W_O, mask)
        return (attention.attention(x @ W_Q, x @ W_K, x @ W_V, mask)[0] @ W_O).sum(0)

    def with_pytorch(q, k, v, mask=None):
        return torch.nn.functional.scaled_dot_product_attention(*tensors(q, k, v, mask))

    def with_match_heads(A, B):
        A, B = tensors(A, B)
        return heads.match_heads(-(A[:, None] - B).square().sum((2, 3)))

    def linear_cka(Z, W_O):
        return folders.load("written_cka").reference(Z, W_O)

    assert check("multi_head", with_attention)
    assert check("attention", with_pytorch)
    assert check("partners", with_match_heads)
    assert check("written_cka", linear_cka)


def test_with_a_key_it_is_refused_in_the_same_words(tmp_path, monkeypatch):
    (tmp_path / "written_cka.json").write_text(keys.written({0: folders.sheet("written_cka", 0)}))
    (thin,) = THIN["written_cka"]
    ours = check("written_cka", lambda *inputs: thin(*tensors(*inputs)))
    monkeypatch.setattr(keys, "FOLDER", tmp_path)
    monkeypatch.setattr(folders, "FOLDER", tmp_path / "none")
    keys.read.cache_clear()
    assert check("written_cka", lambda *inputs: thin(*tensors(*inputs))) == ours
    keys.read.cache_clear()


def test_who_profiled_before_goes_on_after_it():
    def after():
        return 7

    with cProfile.Profile() as profile:
        borrowed.call(max, [3, 5], ["multihead.attention"])
        after()
    assert "after" in {function for _, _, function in pstats.Stats(profile).stats}


def test_an_interrupt_stays_one():
    def interrupted(*_):
        attention.normal(3, 5, generator=None)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        borrowed.call(interrupted, [], ["multihead.attention.normal"])
