"""Your own model: every form of layer that torch can run is read, gated and left as it was."""

import copy
from functools import partial
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from multihead.attention import MultiHeadAttention, SlicedAttention
from multihead.heads import (
    ablation,
    effective_number,
    gradient_importance,
    linear_cka,
    match_heads,
    mean_square,
    pattern_js,
)
from multihead.model import TokenModel
from multihead.own_model import OwnModel
from multihead.widgets import HeadExplorer, HeadToggle
from torch import nn

BATCH, POS, WIDTH, HEADS = 2, 5, 12, 3
D_HEAD = WIDTH // HEADS


def numbers(*shape, seed=3):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def hooks_of(model):
    return sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())


class Written(nn.Module):
    """A layer as people write it by hand, in one of several forms."""

    def __init__(self, form, n_heads=HEADS):
        super().__init__()
        torch.manual_seed(7)
        self.form, self.n_heads = form, n_heads
        self.qkv, self.gate = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.norm = nn.RMSNorm(WIDTH)
        out = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Sequential(out, nn.Dropout(0.1)) if form == "sequential" else out
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        batch, pos, width = x.shape
        q, k, v = (
            t.view(batch, pos, self.n_heads, -1).transpose(1, 2)
            for t in self.qkv(x).split(width, 2)
        )
        self.v = v.detach()
        scores = q @ k.transpose(-2, -1) / D_HEAD**0.5
        causal = torch.ones(pos, pos).tril() == 0
        if self.form == "fused":
            z = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        elif self.form == "grouped":
            z = F.scaled_dot_product_attention(q, k[:, :1], v[:, :1], enable_gqa=True)
        elif self.form == "masked":
            mask = causal.float() * -3.0
            z = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=0.7)
        elif self.form == "batch and head on one axis":
            z = torch.bmm(F.softmax(scores.flatten(0, 1), -1), v.flatten(0, 1))
            z = z.view(batch, self.n_heads, pos, -1)
        elif self.form == "einsum":
            z = torch.einsum("bhqk,bhkd->bhqd", scores.softmax(-1), v)
        else:
            z = self.dropout(nn.Softmax(-1)(scores.masked_fill(causal, -torch.inf))) @ v
        if self.form == "mixed":
            wide = z.permute(0, 2, 3, 1).reshape(batch, pos, width)  # d_head before head
        else:
            wide = z.transpose(1, 2).reshape(batch, pos, width)
        if self.form == "gate":
            wide = wide * self.gate(x).sigmoid()
        elif self.form == "norm":
            wide = self.norm(wide)
        elif self.form == "positions first":
            return self.out(wide.transpose(0, 1)).transpose(0, 1)
        elif self.form == "tokens on one axis":
            return self.out(wide.flatten(0, 1)).view(batch, pos, width)
        return self.out(wide)


PRODUCTS = [
    "fused", "grouped", "masked", "batch and head on one axis", "einsum", "sequential",
    "positions first", "tokens on one axis", "by hand",
]  # fmt: skip


@pytest.mark.parametrize("form", [*PRODUCTS, "gate", "norm"])
def test_a_layer_by_hand_is_read_and_gated(form):
    model, x = Written(form).eval(), numbers(BATCH, POS, WIDTH)
    own = OwnModel(model, x)
    (layer,) = (seen := own.look(x)).layers
    assert own.gate_shape == (1, HEADS)
    assert layer.module_name == "out"
    assert layer.z.shape == (BATCH, HEADS, POS, D_HEAD)
    if form in PRODUCTS:
        v = model.v[:, :1] if form == "grouped" else model.v
        torch.testing.assert_close(layer.z, seen.pattern[0] @ v)
    linear = model.out[0] if form == "sequential" else model.out
    torch.testing.assert_close(layer.written.sum(1) + linear.bias, model(x))
    without = copy.deepcopy(model)
    linear = without.out[0] if form == "sequential" else without.out
    with torch.no_grad():
        linear.weight[:, D_HEAD : 2 * D_HEAD] = 0
    torch.testing.assert_close(own(x, torch.tensor([[1.0, 0, 1]])), without(x))
    torch.testing.assert_close(own(x), model(x), rtol=0, atol=0)


def of_torch(**options):
    torch.manual_seed(11)
    layer = nn.MultiheadAttention(WIDTH, HEADS, **options)
    if layer.out_proj.bias is not None:
        nn.init.normal_(layer.out_proj.bias)
    return layer.eval()


TORCH = {
    "batch first": ({"batch_first": True}, 3 * [numbers(BATCH, POS, WIDTH)]),
    "positions first": ({}, [numbers(POS, BATCH, WIDTH), *2 * [numbers(7, BATCH, WIDTH)]]),
    "no batch": ({"bias": False}, 3 * [numbers(POS, WIDTH)]),
    "other widths": (
        {"kdim": 8, "vdim": 9, "batch_first": True},
        [numbers(BATCH, POS, WIDTH), numbers(BATCH, 7, 8), numbers(BATCH, 7, 9)],
    ),
    "more keys": ({"add_bias_kv": True, "add_zero_attn": True}, 3 * [numbers(POS, BATCH, WIDTH)]),
}


@pytest.mark.parametrize("form", TORCH)
def test_a_layer_of_torch_is_read_and_gated(form):
    options, x = TORCH[form]
    model, x = of_torch(**options), tuple(x)
    out, pattern = model(*x, average_attn_weights=False)
    own = OwnModel(model, x)
    (layer,) = own.look(x).layers
    batched = out if options.get("batch_first") or out.ndim == 2 else out.transpose(0, 1)
    batched = batched.reshape(-1, POS, WIDTH)
    torch.testing.assert_close(layer.pattern, pattern.reshape(layer.pattern.shape))
    torch.testing.assert_close(layer.output, batched)
    bias = 0 if model.out_proj.bias is None else model.out_proj.bias
    torch.testing.assert_close(layer.written.sum(1) + bias, batched)
    without = copy.deepcopy(model)
    with torch.no_grad():
        without.out_proj.weight[:, :D_HEAD] = 0
    torch.testing.assert_close(own(x, torch.tensor([[0.0, 1, 1]])), without(*x)[0])
    torch.testing.assert_close(own(x), out)


@pytest.mark.parametrize("head", range(HEADS))
def test_values_of_a_head_of_torch_move_its_z_alone(head):
    model, x = of_torch(), tuple(3 * [numbers(POS, BATCH, WIDTH)])
    own = OwnModel(model, x)
    before = own.look(x).layers[0].z
    with torch.no_grad():  # W_Q, W_K and W_V lie below each other
        model.in_proj_weight[2 * WIDTH :].unflatten(0, (HEADS, -1))[head] += 1
    moved = (own.look(x).layers[0].z != before).flatten(2).any(-1).any(0)
    assert moved.nonzero().flatten().tolist() == [head]


def test_the_layer_of_torch_still_returns_the_patterns_that_are_asked_of_it():
    class Asks(nn.Module):
        def __init__(self, **asked):
            super().__init__()
            self.layer, self.asked = of_torch(), asked

        def forward(self, x):
            self.returned = self.layer(x, x, x, **self.asked)
            return self.returned[0]

    x = numbers(POS, BATCH, WIDTH)
    for asked in ({"need_weights": False}, {}, {"average_attn_weights": False}):
        model = Asks(**asked).eval()
        model(x)
        plain = model.returned[1]
        OwnModel(model, x).look(x)
        torch.testing.assert_close(model.returned[1], plain)


def test_an_encoder_of_torch_leaves_its_fast_path_and_says_the_same():
    model = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(WIDTH, HEADS, 20, batch_first=True),
        2,
        enable_nested_tensor=False,
    ).eval()
    x = numbers(BATCH, POS, WIDTH)
    own = OwnModel(model, x)
    assert own.look(x).pattern.shape == (2, BATCH, HEADS, POS, POS)
    with torch.no_grad():
        torch.testing.assert_close(own(x), model(x))
        assert not torch.allclose(own(x, torch.tensor([[1.0, 1, 1], [1, 0, 1]])), model(x))


def test_layers_of_an_encoder_and_a_decoder_have_patterns_of_their_own():
    model = nn.Transformer(WIDTH, HEADS, 1, 1, 20, batch_first=True).eval()
    x = numbers(BATCH, 7, WIDTH), numbers(BATCH, POS, WIDTH)
    seen = OwnModel(model, x).look(x)
    assert [layer.pattern.shape[2:] for layer in seen.layers] == [(7, 7), (POS, POS), (POS, 7)]
    for name in ("pattern", "written"):
        match = (
            rf"^{name} has shapes \(2, 3, 7, .*take one layer at a time, seen.layers\[i\].{name}"
        )
        with pytest.raises(ValueError, match=match):
            getattr(seen, name)


@pytest.mark.parametrize("layer", [MultiHeadAttention, SlicedAttention])
def test_a_layer_of_the_course_is_read_as_it_reads_itself(layer):
    model, x = layer(WIDTH, HEADS, d_out=7).eval(), numbers(BATCH, POS, WIDTH)
    own = OwnModel(model, x)
    (seen,) = own.look(x).layers
    z, pattern = model.heads(x)
    torch.testing.assert_close(seen.z, z)
    torch.testing.assert_close(seen.pattern, pattern)
    torch.testing.assert_close(seen.written, model.write(z))
    torch.testing.assert_close(own(x, torch.tensor([[0.0, 1, 0]])), model.write(z)[:, 1])


def loss(prediction, y):
    return F.cross_entropy(prediction.flatten(0, -2), y.flatten())


def test_the_functions_of_the_course_give_what_they_give_without():
    model = TokenModel(11, POS, 7, d_model=WIDTH, n_heads=HEADS, n_layers=2, d_mlp=9).eval()
    rng = torch.Generator().manual_seed(2)
    x = torch.randint(11, (4, POS), generator=rng)
    y = torch.randint(7, (4, POS), generator=rng)
    own = OwnModel(model, x)
    assert own.gate_shape == model.gate_shape
    for measure in (ablation, gradient_importance):
        torch.testing.assert_close(measure(loss, own, x, y), measure(loss, model, x, y))
    gate = torch.ones(2, HEADS, requires_grad=True)
    loss(own(x, gate), y).backward()
    assert gate.grad.abs().min() > 0
    assert all(weight.grad is None for weight in model.parameters())


def test_measures_and_widgets_take_what_is_seen():
    x = numbers(BATCH, POS, WIDTH)
    seen = [OwnModel(Written("fused").eval(), x).look(x) for _ in range(2)]
    outputs = [each.layers[0].written for each in seen]
    assert 1 < effective_number(mean_square(outputs[0])) <= HEADS
    torch.testing.assert_close(match_heads(linear_cka(*outputs)), torch.arange(HEADS))
    assert pattern_js(seen[0].pattern[0]).shape == (HEADS, HEADS)
    words = list("abcde")
    explorer = HeadExplorer(seen[0].pattern[:, 0], words, axes="layer head query key")
    assert explorer.heads == [0, 1, 2]
    toggle = HeadToggle(
        outputs[0][None, None],  # (seed, step, example, head, pos, d_out)
        seen[0].layers[0].output,
        seen[0].pattern[:, 0][None],  # (seed, step, head, query, key)
    )
    assert toggle.heads == [0, 1, 2]


def test_progress_is_one_bar_over_the_passes_of_an_ablation(capsys):
    x, y = numbers(BATCH, POS, WIDTH), torch.zeros(BATCH, POS, dtype=torch.long)
    own = OwnModel(nn.Sequential(Written("fused"), Written("einsum")).eval(), x)
    with own.progress():
        cost = ablation(loss, own, x, y)
    assert capsys.readouterr().err == ""  # it took less than two seconds
    torch.testing.assert_close(ablation(loss, own, x, y), cost)
    with own.progress():
        bar = own._bar
        ablation(loss, own, x, y)
        assert (bar.n, bar.total) == (2 * HEADS + 1, 2 * HEADS + 1)
    with pytest.raises(ZeroDivisionError), own.progress():
        1 / 0  # noqa: B018
    assert own._bar is None


@pytest.mark.parametrize("batch", [1, BATCH])
def test_a_layer_of_one_head_is_read(batch):
    own = OwnModel(Written("fused", 1).eval(), x := numbers(batch, POS, WIDTH))
    assert own.look(x).pattern.shape == (1, batch, 1, POS, POS)


def test_layers_beside_those_that_were_read_are_announced():
    class Conv(nn.Conv1d):
        def forward(self, x):
            return super().forward(x.mT).mT

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            conv = Conv(WIDTH, WIDTH, 3, padding=1)
            layer = nn.ModuleList([conv, nn.Linear(WIDTH, WIDTH)])
            self.layers = nn.ModuleList([Written("fused"), conv, layer, Written("einsum")])

        def forward(self, x):
            first, second, (third, fourth), last = self.layers
            return last(fourth(third(second(first(x)))))

    with pytest.warns(UserWarning, match=r"2 W_O were found, but none in layers\.1, layers\.2; "):
        own = OwnModel(Model().eval(), X)
    assert own.gate_shape == (2, HEADS)


def test_mean_ablation_leaves_the_mean_of_z():
    model, x = Written("fused").eval(), numbers(BATCH, POS, WIDTH)
    own = OwnModel(model, x, off="mean")
    other = numbers(BATCH, POS, WIDTH, seed=4)
    z, mean = own.look(other).layers[0].z, own.look(x).layers[0].z.mean((0, 2))
    z[:, 1] = mean[1]
    expected = model.out(z.transpose(1, 2).flatten(2))
    torch.testing.assert_close(own(other, torch.tensor([[1.0, 0, 1]])), expected)


def test_a_module_that_is_called_twice_is_two_layers():
    layer = Written("fused")
    x = numbers(BATCH, POS, WIDTH)
    own = OwnModel(nn.Sequential(layer, layer).eval(), x)
    assert own.gate_shape == (2, HEADS)
    first, second = own(x, torch.tensor([[0.0, 1, 1], [1, 1, 1]])), own(x)
    assert not torch.allclose(first, second)


def test_half_precision_is_gated_and_summed():
    model, x = Written("fused").eval().bfloat16(), numbers(BATCH, POS, WIDTH).bfloat16()
    own = OwnModel(model, x)
    layer = own.look(x).layers[0]
    total = layer.written.sum(1) + model.out.bias
    torch.testing.assert_close(total, layer.output, rtol=0, atol=2e-2)
    assert own(x, torch.ones(1, HEADS)).dtype == torch.bfloat16


def test_a_compiled_model_is_read_as_it_is_without():
    model, x = Written("fused").eval(), numbers(BATCH, POS, WIDTH)
    own = OwnModel(torch.compile(model), x)
    torch.testing.assert_close(own(x), model(x))
    assert own.look(x).layers[0].module_name == "out"


def test_nothing_is_left_behind():
    model, x = Written("fused").eval(), numbers(BATCH, POS, WIDTH)
    weights = {name: weight.clone() for name, weight in model.state_dict().items()}
    own = OwnModel(model, x, off="mean")
    own.look(x)
    own(x, torch.zeros(1, HEADS))
    assert hooks_of(model) == 0
    assert all(torch.equal(weights[name], weight) for name, weight in model.state_dict().items())
    wrong = numbers(BATCH, POS, WIDTH + 1)
    for failing in (own, own.look, partial(OwnModel, model)):
        with pytest.raises(RuntimeError):
            failing(wrong)
        assert hooks_of(model) == 0
    torch.testing.assert_close(own(x), model(x))


X = numbers(BATCH, POS, WIDTH)


def fails(error, match, model, x=X, **options):
    with pytest.raises(error, match=match):
        OwnModel(model, x, **options)
    if isinstance(model, nn.Module):
        assert hooks_of(model) == 0


@pytest.mark.usefixtures("no_shape_checks")
def test_a_name_is_no_model():
    fails(TypeError, r"'gpt2', a str; give the model itself.*from_pretrained", "gpt2")


def test_a_model_in_training_mode_is_told_to_evaluate():
    model = Written("fused")
    fails(ValueError, r"Written is in training mode.*call model\.eval\(\)", model)
    model.eval().dropout.train()
    fails(ValueError, "dropout is in training mode", model)
    assert model.dropout.training
    own = OwnModel(model.eval(), X)
    model.train()
    for use in (own, own.look):
        with pytest.raises(ValueError, match=r"call model\.eval\(\)"):
            use(X)


@pytest.mark.parametrize("x", ["a text", ["a", "b"], {"input_ids": [3, 4]}])
def test_text_and_lists_are_no_tokens(x):
    fails(TypeError, r"give tokens as a tensor.*return_tensors='pt'", Written("fused").eval(), x)


def test_without_attention_the_linear_modules_are_listed():
    model = nn.Sequential(nn.Linear(WIDTH, 7), nn.Softmax(-1), nn.Linear(7, WIDTH)).eval()
    fails(ValueError, r"no attention was found in Sequential.*outputs=.*modules: 0, 2$", model)
    many = nn.Sequential(*(nn.Linear(WIDTH, WIDTH) for _ in range(15))).eval()
    fails(ValueError, r"10, 11 and 3 more$", many)


def test_a_kernel_that_hides_its_softmax_is_named():
    model = nn.Sequential(nn.Linear(WIDTH, WIDTH)).eval()
    model.config = SimpleNamespace(_attn_implementation="flex_attention")
    fails(ValueError, r"'flex_attention', which hides.*set_attn_implementation\('sdpa'\)", model)


def test_heads_that_are_mixed_before_W_O_are_refused():  # noqa: N802
    fails(
        ValueError, "out has the width of a W_O.*does not empty its part", Written("mixed").eval()
    )


@pytest.mark.parametrize("shape", [(HEADS,), (1, HEADS + 1), (2, HEADS)])
@pytest.mark.usefixtures("no_shape_checks")
def test_a_gate_has_one_number_for_each_head(shape):
    own = OwnModel(Written("fused").eval(), X)
    for use in (own, own.look):
        with pytest.raises(ValueError, match=rf"gate has shape .*{shape[-1]}.*give \(1, 3\)"):
            use(X, torch.ones(shape))


def test_a_wrong_number_of_heads_is_refused():
    model = Written("fused").eval()
    fails(ValueError, r"n_heads=5 does not divide the 12 .* out; use 1, 2, 3", model, n_heads=5)
    fails(ValueError, "n_heads=4, but the softmax before out has 3", model, n_heads=4)
    assert OwnModel(model, X, n_heads=3).gate_shape == (1, 3)
    torch_layer = of_torch()
    x = (X, X, X)
    fails(ValueError, "n_heads=4, but the softmax before out_proj has 3", torch_layer, x, n_heads=4)


class Hidden(nn.Module):
    """An attention of which torch sees no softmax."""

    def __init__(self):
        super().__init__()
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        scores = (x @ x.mT).exp()
        return self.out(scores / scores.sum(-1, keepdim=True) @ x)


def test_a_hidden_softmax_needs_the_module_and_the_number_of_heads():
    model = Hidden().eval()
    fails(ValueError, "its linear modules: out$", model)
    fails(ValueError, r"no softmax was seen before out.*n_heads=…", model, outputs=["out"])
    own = OwnModel(model, X, outputs=["out"], n_heads=3)
    seen = own.look(X)
    assert seen.layers[0].z.shape == (BATCH, HEADS, POS, D_HEAD)
    with pytest.raises(ValueError, match=r"no softmax was seen before out \(1 of 1 layers\)"):
        _ = seen.pattern


def test_outputs_are_names_of_modules():
    model = nn.Sequential(Written("fused"), Written("fused", 2)).eval()
    fails(TypeError, r"give a list of names, outputs=\['0\.out'\]", model, outputs="0.out")
    fails(ValueError, r"no module 'out'.*similar names are 0\.out, 1\.out", model, outputs=["out"])
    fails(ValueError, "0 is not called with|0.qkv", model, outputs=["0.qkv"])
    assert OwnModel(model, X, outputs=["1.out"]).gate_shape == (1, 2)


def test_layers_of_different_numbers_of_heads_are_read_but_have_no_gate():
    model = nn.Sequential(Written("fused"), Written("fused", 2)).eval()
    own = OwnModel(model, X)
    assert [layer.z.shape[1] for layer in own.look(X).layers] == [3, 2]
    for use in (lambda: own.gate_shape, lambda: own(X, torch.ones(2, 3))):
        with pytest.raises(ValueError, match=r"3 at 0\.out; 2 at 1\.out.*outputs="):
            use()


def test_tokens_outside_the_vocabulary_are_named():
    model = nn.Sequential(nn.Embedding(9, WIDTH), Written("fused")).eval()
    tokens = torch.arange(10).view(2, 5)
    fails(IndexError, "an embedding of 9 rows is asked for rows 0 to 9; use 0 to 8", model, tokens)


def test_another_way_through_the_model_is_noticed():
    class Twice(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = Written("fused")

        def forward(self, x):
            return self.layer(self.layer(x)) if len(x) == BATCH else self.layer(x)

    model = Twice().eval()
    with pytest.raises(ValueError, match=r"called 2 times.*make a new OwnModel"):
        OwnModel(model, X)(X[:1])
    with pytest.raises(ValueError, match=r"called 1 times.*make a new OwnModel"):
        OwnModel(model, X[:1])(X)


@pytest.mark.usefixtures("no_shape_checks")
def test_a_head_is_switched_off_to_zero_or_to_its_mean():
    fails(ValueError, "off='median'; use 'zero' or 'mean'", Written("fused").eval(), off="median")


class Rounded(nn.Linear):
    """What dynamic int8 is like."""

    def forward(self, x):
        return super().forward(x).mul(9).round()


def test_heads_that_enter_what_is_not_linear_are_read_if_it_is_named():
    model = Written("fused").eval()
    model.out = Rounded(WIDTH, WIDTH).eval()
    fails(ValueError, r"heads enter out side by side, but it is not linear.*outputs=\[…\]", model)
    seen = OwnModel(model, X, outputs=["out"]).look(X)
    torch.testing.assert_close(seen.layers[0].z, seen.pattern[0] @ model.v)
    with pytest.raises(ValueError, match=r"heads' outputs miss what out returns.*is not linear"):
        _ = seen.layers[0].written


def test_as_many_texts_as_positions_are_not_mistaken_for_each_other():
    x = numbers(POS, POS, WIDTH)
    for form in ("fused", "positions first"):
        model = Written(form).eval()
        seen = OwnModel(model, x).look(x)
        torch.testing.assert_close(seen.layers[0].z, seen.pattern[0] @ model.v)


def test_an_output_that_is_not_linear_is_noticed():
    model = Written("fused").eval()
    own = OwnModel(model, X, outputs=["out"])
    layer = own.look(X).layers[0]
    model.out.register_forward_hook(lambda module, args, out: out.round())
    with pytest.raises(ValueError, match=r"heads' outputs miss what out returns.*is not linear"):
        _ = layer.written
