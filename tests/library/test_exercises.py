"""Every exercise that `check` judges: its reference passes, its usual mistakes are named."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest
import torch
from exercise_sources import BY_HAND, BY_NAME, CODE, NAMES, run
from multihead.checks import check
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks

from tools.authors import exercise_source

SEEDS = range(3)
FEWER_SIZES = {"causal_mask": 1, "prune": 1, "followers": 1} | dict.fromkeys(
    ["best_offset", "parameters", "words_before"], 2
)

# Mistakes that were reported in public and that these exercises have to name.
REPORTED = {
    "attention": "not divided, √d_model, by d_head, over the queries, after the softmax, Q and K",
    "split_heads": "reshape without transpose, input is cut",
    "merge_heads": "without transpose, averaged",
    "all_patterns": "√d_model, not divided, over the queries, heads and keys at once, Q and K",
    "project": "input is cut up, projection is shared, by reshape",
    "attend": "after the softmax, head 0 only, over the queries, over heads and keys",
    "write": "W_O is missing, ReLU, averaged, by reshape",
    "multi_head": "W_O is missing, ReLU, input is cut up, projections are shared, averaged, "
    "√d_model, heads and keys at once, one head only, merged without transpose",
}


def right_answer(name: str, seed: int = 0):
    found = exercises.load(name)
    return found.reference(*exercises.variant(found, seed).values())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_reference_and_the_written_solution_pass(name, seed):
    if name in CODE:  # a reference may call what an answer may not
        sheet, reference = exercises.sheet(name, seed), exercises.load(name).reference
        assert checks.judge(sheet, [reference(*case.values()) for case in sheet.cases])
    else:
        assert check(name, right_answer(name, seed), seed=seed)
    solution = exercise_source.code(BY_NAME[name].solution)
    assert bool(solution) == (name in CODE)
    if solution:
        verdict = check(run(solution)[name], seed=seed)
        assert str(verdict) == f"{name}: visible checks pass."


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_answer_is_rejected_with_its_misconception(name):
    found = exercises.load(name)
    drawn = [found.cases(exercises.generator(seed)) for seed in SEEDS]
    survivors = set()
    for misconception, mistaken in found.wrong.items():
        for cases in drawn:
            sheet = exercises.filled(found, cases)
            verdict = checks.judge(sheet, [checks.call(mistaken, case) for case in cases])
            named = f"Likely: {misconception}." in verdict.message
            if not named or verdict.misconception != misconception:
                survivors.add(misconception)
    assert survivors == set()
    assert len(found.wrong) >= 4


@pytest.mark.parametrize("name", REPORTED)
def test_the_mistakes_seen_in_public_are_among_them(name):
    known = " / ".join(exercises.load(name).wrong)
    assert [words for words in REPORTED[name].split(", ") if words not in known] == []


def in_torch(function):
    """Convert the arrays of a case, as an answer in PyTorch does."""

    def answer(*inputs):
        return function(*(torch.from_numpy(x) if isinstance(x, np.ndarray) else x for x in inputs))

    return answer


def merge_in_torch(Z):
    return Z.transpose(0, 1).flatten(1)


def layer_in_torch(x, W_Q, W_K, W_V, W_O, mask=None):
    attend = torch.nn.functional.scaled_dot_product_attention
    return (attend(x @ W_Q, x @ W_K, x @ W_V, mask) @ W_O).sum(dim=0)


def gradient_in_torch(G, W_O):
    Z = torch.zeros(len(W_O), len(G), W_O.shape[1], dtype=G.dtype, requires_grad=True)
    return torch.autograd.grad(((Z @ W_O).sum(dim=0) * G).sum(), Z)[0]


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("merge_heads", merge_in_torch),
        ("multi_head", layer_in_torch),
        ("gradient_z", gradient_in_torch),
    ],
)
def test_an_answer_in_pytorch_is_right_too(name, function):
    assert check(name, in_torch(function))


@pytest.mark.parametrize("name", CODE)
def test_a_code_exercise_takes_arrays_and_imports_no_pytorch(name):
    cases = exercises.load(name).cases(exercises.generator(0))
    inputs = [value for case in cases for value in case.values()]
    assert {type(value) for value in inputs} <= {np.ndarray, int, float, str, type(None)}
    code = [(exercises.folder_of(name) / part).read_text() for part in ("checks.py", "wrong.py")]
    imported = set(re.findall(r"^(?:from|import) (\S+)", "\n".join(code), re.M))
    allowed = {"numpy", "itertools", "scipy.optimize", "multihead.example", "multihead.exercises"}
    counted = {"multihead.attention"} if name == "parameters" else set()  # those of our layer
    assert imported <= allowed | counted


# The same mistakes as others would write them, in PyTorch; they are known by what they compute.


def attention_not_scaled(Q, K, V, mask=None):
    return torch.nn.functional.scaled_dot_product_attention(Q, K, V, mask, scale=1)


def heads_by_view(q, n_heads):
    return q.view(n_heads, q.size(0), q.size(1) // n_heads)


def layer_with_one_projection(x, W_Q, W_K, W_V, W_O, mask=None):
    total = 0
    for block in W_O:
        scores = (x @ W_Q[0]) @ (x @ W_K[0]).T / W_Q.shape[-1] ** 0.5
        scores = scores if mask is None else scores + torch.where(mask, 0.0, -torch.inf)
        total = total + scores.softmax(-1) @ (x @ W_V[0]) @ block
    return total


def each_takes_the_best_left(A, B):
    left, chosen = list(range(len(B))), []
    for head in A:
        chosen.append(min(left, key=lambda other: float(((head - B[other]) ** 2).sum())))
        left.remove(chosen[-1])
    return chosen


def cosine_in_loops(W_Q, W_K):
    def cosine(a, b):
        return torch.cosine_similarity(a.flatten(), b.flatten(), dim=0).item()

    return [
        [(cosine(a, b) + cosine(c, d)) / 2 for b, d in zip(W_Q, W_K, strict=True)]
        for a, c in zip(W_Q, W_K, strict=True)
    ]


def li_as_published(Z, W_O):
    return torch.stack(
        [torch.cosine_similarity(a, b, dim=-1).mean() for a, b in combinations(Z, 2)]
    ).mean()


def cka_of_z(Z, W_O):
    centered = Z - Z.mean(dim=1, keepdim=True)
    cross = (centered[:, None].mT @ centered).square().sum(dim=(2, 3))
    own = cross.diagonal().sqrt()
    return cross / (own[:, None] * own)


def masked_after_in_place(scores, mask):
    pattern = torch.softmax(scores, 2)
    pattern[:, ~mask] = 0
    return pattern


def cut_off_at_0(z, W_O):
    blocks = W_O.view(z.shape[0], z.shape[2], -1)
    return torch.einsum("hpi,hio->po", z, blocks).relu()


def dropout_by_hand(Y, stays, rate):
    kept = [parts[s].mean(dim=0) for parts, s in zip(Y, stays, strict=True)]
    return torch.stack(kept) * Y.shape[1]


@pytest.mark.parametrize(
    ("name", "function", "misconception"),
    [
        ("attention", attention_not_scaled, "not divided by √d_head"),
        ("split_heads", heads_by_view, "reshape without transpose"),
        ("multi_head", layer_with_one_projection, "the projections are shared"),
        ("causal_mask", lambda n: torch.ones(n, n, dtype=torch.bool).triu(1), "True forbids"),
        ("partners", each_takes_the_best_left, "choose one after the other"),
        ("score_cosine", cosine_in_loops, "cosines of W_Q and of W_K are averaged"),
        ("written_likeness", li_as_published, "a sign moved from V into W_O"),
        ("written_cka", cka_of_z, "Z is compared before W_O"),
        ("parameters", lambda d, h, form: float(4 * d * d), "the forms differ"),
        ("attend", masked_after_in_place, "after the softmax; its rows no longer sum to 1"),
        ("write", cut_off_at_0, "the ReLU still"),
        ("words_before", lambda n, back: np.tri(n, k=-1) > np.tri(n, k=-back - 1), "at nothing"),
        ("random_gates", dropout_by_hand, "1 / (1 - rate), however many heads happen to stay"),
    ],
)
def test_a_mistake_is_known_by_what_it_computes(name, function, misconception):
    assert misconception in check(name, in_torch(function)).message


@pytest.mark.parametrize("name", NAMES)
def test_the_stub_as_given_does_not_pass(name):
    space = run(BY_NAME[name].stub)
    verdict = check(name, space[name] if name in CODE else space["answer"])
    assert not verdict
    if "..." in BY_NAME[name].stub:
        assert re.search("answer is None|ellipsis|object", verdict.message)
    else:
        assert "as it was given" in verdict.message, "the bug to find is not named"


def sizes_of(value) -> set[int]:
    return {value} if isinstance(value, int) else set(np.shape(value))


@pytest.mark.parametrize("name", CODE)
def test_sizes_are_odd_and_distinct_and_the_smallest_comes_first(name):
    cases = exercises.load(name).cases(exercises.generator(5))
    sizes = [set().union(*map(sizes_of, case.values())) for case in cases]
    assert all(size % 2 for one in sizes for size in one)
    assert max(map(len, sizes)) >= FEWER_SIZES.get(name, 3)
    assert all(exercises.size(a) <= exercises.size(b) for a, b in pairwise(cases))


@pytest.mark.parametrize("name", BY_HAND)
def test_a_seed_gives_a_fresh_variant_and_always_the_same(name):
    written = [str(checks.numbers(name, seed)) for seed in range(6)]
    assert len(set(written)) >= 5
    assert written == [str(checks.numbers(name, seed)) for seed in range(6)]
    assert not check(name, right_answer(name, 1), seed=0)


@pytest.mark.parametrize("name", BY_HAND)
def test_an_answer_by_hand_is_not_given_away(name):
    right = np.asarray(right_answer(name))
    verdict = check(name, (right + 100).tolist())
    assert "differ from ours" in verdict.message
    assert verdict.inputs == {}
    assert all(answers._number(v) not in verdict.message.split() for v in right.flat if v % 1)
    assert check(name, np.round(right, 2).tolist()), "two decimals are enough"
