"""The one file of code needs torch alone, and its numbers are those of the library."""

import ast
import re
import time
from contextlib import redirect_stdout
from io import StringIO

import pytest
import torch
from conftest import ROOT
from multihead import heads
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from seed_set import SEED_SET

SOURCE = (ROOT / "book" / "heads.py").read_text("utf-8")
TASK = LookUps((1, 2), n_pos=8, n_content=4)
NUMBER = r"(-?\d+\.\d\d)"
REPORT = re.compile(rf"  (.+?) +{NUMBER}   \({NUMBER} to {NUMBER}\)")


@pytest.fixture(scope="module")
def run():
    """What the file defines and prints, run on seeds of this commit."""
    source = SOURCE.replace("manual_seed(0)", f"manual_seed({SEED_SET})")
    assert source != SOURCE
    before = torch.get_default_dtype(), torch.get_num_threads()
    printed, space, start = StringIO(), {"__name__": "__main__"}, time.process_time()
    try:
        with torch.random.fork_rng(), redirect_stdout(printed):
            exec(compile(source, "heads.py", "exec"), space)
            yield space | {"seconds": time.process_time() - start, "printed": printed.getvalue()}
    finally:
        torch.set_default_dtype(before[0])
        torch.set_num_threads(before[1])


def of_library(stacked, seed: int) -> MultiHeadAttention:
    """Put one seed's matrices of some heads into a layer of the library."""
    layer = MultiHeadAttention(12, len(stacked), 6, d_out=8).double()
    with torch.no_grad():
        for i, name in enumerate(("W_Q", "W_K", "W_V", "W_O")):
            W = torch.stack([head[i][seed, 0] for head in stacked])
            layer.get_parameter(name).copy_(W)
    return layer


def over_seeds(function, stacked, x, y):
    """Call `function(layer, x, y)` on each seed's layer of the library; stack what it returns."""
    with torch.no_grad():
        layers = [of_library(stacked, seed) for seed in range(len(x))]
        return torch.stack([function(*each) for each in zip(layers, x, y, strict=True)])


def cost(layer, x, y):
    return heads.ablation(TASK.loss, layer, x, y)


def size(layer, x, y):
    return heads.mean_square(heads.written(layer, x))


def attention_back(back):
    return lambda layer, x, y: heads.share_back(heads.mean_pattern(layer, x), back)


def reports(printed: str) -> list[tuple[str, list[float]]]:
    """Return what each printed line measures, and its median and range."""
    return [
        (what, [float(mid), float(low), float(high)])
        for what, mid, low, high in REPORT.findall(printed)
    ]


# ---- Its form ----------------------------------------------------------------------------------


def test_it_is_a_page_of_code():
    lines = SOURCE.splitlines()
    assert len(lines) <= 150
    assert max(map(len, lines)) <= 72


def test_it_imports_torch_alone():
    nodes = list(ast.walk(ast.parse(SOURCE)))
    assert [n for n in nodes if isinstance(n, ast.ImportFrom)] == []
    imports = [n for n in nodes if isinstance(n, ast.Import)]
    assert [alias.name for n in imports for alias in n.names] == ["torch"]


@pytest.mark.slow
def test_it_takes_less_than_a_minute_of_one_core(run):
    assert run["seconds"] < 60


@pytest.mark.slow
def test_what_it_prints_fits_a_narrow_window(run):
    assert max(map(len, run["printed"].splitlines())) <= 80
    assert f"{run['SEEDS']} seeds" in run["printed"]


# ---- Its numbers are the library's -------------------------------------------------------------


@pytest.mark.slow
def test_its_task_is_the_two_look_ups(run):
    x, y = run["examples"](3)
    assert x.shape == (run["SEEDS"], 3, TASK.n_pos, TASK.d_model)
    assert y.shape == (run["SEEDS"], 3, TASK.n_pos, TASK.d_out)
    content, position = x.split([TASK.n_content, TASK.n_pos], dim=-1)
    wanted, _ = TASK.sample(1, torch.Generator().manual_seed(0))
    assert torch.equal(position[1, 2], wanted[0, :, TASK.n_content :].double())
    for t in range(TASK.n_pos):
        one_back, two_back = y[:, :, t].chunk(2, dim=-1)
        assert torch.equal(one_back, content[:, :, t - 1])
        assert torch.equal(two_back, content[:, :, t - 2])


@pytest.mark.slow
def test_its_heads_start_as_the_librarys(run):
    drawn = [of_library([run["new_head"](5) for _ in range(5)], seed) for seed in range(20)]
    rng = torch.Generator().manual_seed(0)
    ours = [MultiHeadAttention(12, 5, 6, d_out=8, generator=rng) for _ in range(20)]
    for name, W in ours[0].named_parameters():
        theirs, own = (
            torch.stack([layer.get_parameter(name) for layer in layers]).std().item()
            for layers in (drawn, ours)
        )
        assert W.shape == drawn[0].get_parameter(name).shape
        assert theirs == pytest.approx(own, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two", "eight"])
def test_its_layer_ablation_and_sizes_are_the_librarys(run, name):
    layer, x, y = run[name], run["x"], run["y"]
    compared = {
        "output": (run["layer"](layer, x), lambda m, x, y: m(x)),
        "cost": (run["ablation"](layer), cost),
        "size": (run["sizes"](layer), size),
        "one back": (run["attention"](layer, 1), attention_back(1)),
        "two back": (run["attention"](layer, 2), attention_back(2)),
    }
    for what, (found, function) in compared.items():
        expected = over_seeds(function, layer, x, y)
        torch.testing.assert_close(found.detach(), expected, rtol=0, atol=1e-10, msg=what)
    sizes = run["sizes"](layer).detach()
    effective = heads.effective_number(sizes)
    assert run["effective_number"](sizes).numpy() == pytest.approx(effective.numpy(), rel=1e-12)


@pytest.mark.slow
def test_it_prints_what_the_library_measures(run):
    """From `two` and `eight` as they were trained, and the last pair of twins."""
    x, y, two, eight = (run[name] for name in ("x", "y", "two", "eight"))
    twins = [run["head"], run["twin"]]
    pattern = over_seeds(lambda m, x, y: m.heads(x).pattern, twins, x, y)
    one, other = pattern.unbind(2)
    on = torch.stack([over_seeds(attention_back(back), two, x, y) for back in (1, 2)], dim=-1)

    def cost_by_look_up(layer, x, y):
        parts = [
            heads.ablation(lambda p, t, s=s: TASK.loss(p[..., s], t[..., s]), layer, x, y)
            for s in (slice(0, 4), slice(4, 8))
        ]
        return torch.stack(parts, dim=-1)  # (head, look-up)

    lost, own = over_seeds(cost_by_look_up, two, x, y), on.argmax(dim=-1, keepdim=True)
    costs, sizes = over_seeds(cost, eight, x, y), over_seeds(size, eight, x, y)
    ranked = costs.sort(dim=1, descending=True).values
    expected = [
        ("largest difference of patterns", (one - other).abs().amax(dim=(1, 2, 3))),
        ("R² (1 is perfect)", over_seeds(lambda m, x, y: TASK.score(m(x), y), twins, x, y)),
        ("attention on that token", on.amax(dim=-1)),
        ("on its own look-up", lost.gather(2, own)),
        ("on the other look-up", lost.gather(2, 1 - own)),
        ("effective number, trained", heads.effective_number(sizes)),
        *[(f"rise of the loss without head of rank {i + 1}", ranked[:, i]) for i in range(8)],
        ("gap to mean square of its output", (costs - sizes).abs()),
    ]
    printed = [line for line in reports(run["printed"]) if "untrained" not in line[0]]
    assert [what for what, _ in printed[2:]] == [what for what, _ in expected]
    at = torch.tensor([0.5, 0.05, 0.95], dtype=torch.double)
    for (what, numbers), (_, values) in zip(printed[2:], expected, strict=True):
        # Its variance divides by 4095 numbers instead of 4096: nothing in two digits.
        assert numbers == pytest.approx(values.quantile(at).tolist(), abs=0.0051), what
    for head in (0, 1):
        digits = " ".join(str(1 + int(back)) for back in own[:, head])
        assert f"  head {head}: {digits}\n" in run["printed"]


# ---- Its findings hold on other seeds ----------------------------------------------------------


@pytest.mark.slow
def test_identical_heads_are_equal_to_the_last_bit_after_training(run):
    head = run["new_head"](2)
    start = [W.clone() for W in head]
    twin = [W.clone() for W in head]
    run["train"]([head, twin])
    for one, other, W in zip(head, twin, start, strict=True):
        assert torch.equal(one, other)
        assert not torch.isclose(one, W).any(dim=(1, 2, 3)).all()


@pytest.mark.slow
def test_its_findings_hold(run):
    (gap, identical), (nudged_gap, nudged) = (
        [numbers for _, numbers in reports(run["printed"])[i : i + 2]] for i in (0, 2)
    )
    assert gap == [0, 0, 0]
    assert 0.4 < identical[0] < 0.6
    assert nudged_gap[0] > 0.8
    assert nudged[0] > 0.98

    role = run["role"]
    assert (role[:, 0] != role[:, 1]).double().mean() > 0.9
    assert 0.15 < (role[:, 0] == 1).double().mean() < 0.85

    found = {what: numbers[0] for what, numbers in reports(run["printed"])[4:]}
    assert 0.9 < found["on its own look-up"] < 1.1
    assert found["on the other look-up"] < 0.06
    assert found["effective number, untrained"] > 5.5
    assert 1.8 < found["effective number, trained"] < 4
    assert found["gap to mean square of its output"] < 0.02
