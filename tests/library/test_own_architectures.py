"""Heads of other people's models: each is read as that head, in whatever form its layer is."""

import copy
from typing import NamedTuple

import pytest
import torch
import transformers as hf
from multihead.heads import ablation, gradient_importance
from multihead.own_model import OwnModel
from multihead.widgets import HeadExplorer

hf.logging.set_verbosity_error()

LAYERS, BATCH, POS, WORDS = 2, 3, 7, 97
SIZES = {
    "hidden_size": 30,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": 3,
    "intermediate_size": 20,
    "vocab_size": WORDS,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
GROUPED = {"num_attention_heads": 6, "num_key_value_heads": 2, "head_dim": 14}  # 84 from 30
EXPERTS = {"hidden_size": 32, "intermediate_size": 16, "num_experts_per_tok": 2}
LATENT = EXPERTS | {
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "kv_lora_rank": 8,
    "q_lora_rank": 9,
    "qk_nope_head_dim": 6,
    "qk_rope_head_dim": 4,
    "v_head_dim": 5,
    "n_routed_experts": 4,
    "moe_intermediate_size": 8,
    "n_group": 1,
    "topk_group": 1,
    "first_k_dense_replace": 1,
}
GPT = {"n_embd": 30, "n_layer": LAYERS, "n_head": 3, "vocab_size": WORDS}
SLIDING = {"layer_types": ["full_attention", "sliding_attention"], "sliding_window": 3}
IMAGE = {"image_size": 12, "patch_size": 4}
T5 = {"d_model": 30, "d_kv": 7, "d_ff": 20, "num_layers": LAYERS, "num_heads": 4}

# What a module returns, (batch, pos, width), and where the values are in it: (…, head, d_head).
PLAIN = "plain"
VALUES = {
    PLAIN: lambda out, d: out.unflatten(-1, (-1, d)),
    "thirds": lambda out, d: out.chunk(3, -1)[2].unflatten(-1, (-1, d)),
    "interleaved": lambda out, d: out.unflatten(-1, (-1, 3, d))[..., 2, :],
    "one of all": lambda out, d: out[..., -d:].unflatten(-1, (1, d)),
    "last 2 heads": lambda out, d: out[..., -2 * d :].unflatten(-1, (2, d)),
    "after 6 of keys": lambda out, d: out.view(BATCH, POS, -1, 6 + d)[..., 6:],
}


class Case(NamedTuple):
    """An architecture: its classes, sizes, and the module that computes the values."""

    model: str
    config: str
    sizes: dict
    values: str
    layout: str = PLAIN
    kernels: tuple = ("eager", "sdpa")


LLAMA = "model.layers.{}.self_attn.v_proj"
BERT = "encoder.layer.{}.attention.self.value"
ROTARY = {"num_key_value_heads": 1}
CASES = {
    "GPT-2": Case("GPT2LMHeadModel", "GPT2Config", GPT, "transformer.h.{}.attn.c_attn", "thirds"),
    "GPT-J": Case(
        "GPTJForCausalLM", "GPTJConfig", GPT | {"rotary_dim": 4}, "transformer.h.{}.attn.v_proj"
    ),
    "GPTBigCode": Case(
        "GPTBigCodeForCausalLM",
        "GPTBigCodeConfig",
        GPT,
        "transformer.h.{}.attn.c_attn",
        "one of all",
    ),
    "Llama": Case("LlamaForCausalLM", "LlamaConfig", SIZES | GROUPED, LLAMA),
    "Mistral": Case("MistralForCausalLM", "MistralConfig", SIZES | GROUPED, LLAMA),
    "Mixtral": Case(
        "MixtralForCausalLM",
        "MixtralConfig",
        SIZES | EXPERTS | GROUPED | {"num_local_experts": 3},
        LLAMA,
    ),
    "Qwen2": Case("Qwen2ForCausalLM", "Qwen2Config", SIZES | ROTARY, LLAMA),
    "Qwen3": Case("Qwen3ForCausalLM", "Qwen3Config", SIZES | GROUPED, LLAMA),
    "gpt-oss": Case(
        "GptOssForCausalLM",
        "GptOssConfig",
        SIZES | EXPERTS | GROUPED | SLIDING | {"num_local_experts": 3},
        LLAMA,
        kernels=("eager",),
    ),
    "Gemma 2": Case(
        "Gemma2ForCausalLM", "Gemma2Config", SIZES | GROUPED, LLAMA, kernels=("eager",)
    ),
    "Gemma 3": Case("Gemma3ForCausalLM", "Gemma3TextConfig", SIZES | GROUPED | SLIDING, LLAMA),
    "OLMo 2": Case("Olmo2ForCausalLM", "Olmo2Config", SIZES | ROTARY, LLAMA),
    "Cohere 2": Case("Cohere2ForCausalLM", "Cohere2Config", SIZES | ROTARY, LLAMA),
    "Starcoder 2": Case("Starcoder2ForCausalLM", "Starcoder2Config", SIZES | ROTARY, LLAMA),
    "Phi": Case("PhiForCausalLM", "PhiConfig", SIZES | {"hidden_size": 24}, LLAMA),
    "Phi-3": Case(
        "Phi3ForCausalLM",
        "Phi3Config",
        SIZES | {"num_attention_heads": 6, "num_key_value_heads": 2, "hidden_size": 36},
        "model.layers.{}.self_attn.qkv_proj",
        "last 2 heads",
    ),
    "NeoX": Case(
        "GPTNeoXForCausalLM",
        "GPTNeoXConfig",
        SIZES,
        "gpt_neox.layers.{}.attention.query_key_value",
        "interleaved",
    ),
    "Bloom": Case(
        "BloomForCausalLM",
        "BloomConfig",
        {"hidden_size": 30, "n_layer": LAYERS, "n_head": 3, "vocab_size": WORDS},
        "transformer.h.{}.self_attention.query_key_value",
        "interleaved",
        kernels=("eager",),
    ),
    "MPT": Case(
        "MptForCausalLM",
        "MptConfig",
        {"d_model": 30, "n_layers": LAYERS, "n_heads": 3, "vocab_size": WORDS},
        "transformer.blocks.{}.attn.Wqkv",
        "thirds",
        kernels=("eager",),
    ),
    "Falcon": Case(
        "FalconForCausalLM",
        "FalconConfig",
        {k: SIZES[k] for k in ("hidden_size", "num_hidden_layers", "num_attention_heads")}
        | {"vocab_size": WORDS},
        "transformer.h.{}.self_attention.query_key_value",
        "one of all",
    ),
    "DeepSeek V2": Case(
        "DeepseekV2ForCausalLM",
        "DeepseekV2Config",
        SIZES | LATENT,
        "model.layers.{}.self_attn.kv_b_proj",
        "after 6 of keys",
    ),
    "DeepSeek V3": Case(
        "DeepseekV3ForCausalLM",
        "DeepseekV3Config",
        SIZES | LATENT,
        "model.layers.{}.self_attn.kv_b_proj",
        "after 6 of keys",
    ),
    "BERT": Case("BertModel", "BertConfig", SIZES, BERT),
    "RoBERTa": Case("RobertaModel", "RobertaConfig", SIZES, BERT),
    "Electra": Case("ElectraModel", "ElectraConfig", SIZES | {"embedding_size": 11}, BERT),
    "DistilBERT": Case(
        "DistilBertModel",
        "DistilBertConfig",
        {"dim": 30, "n_layers": LAYERS, "n_heads": 3, "hidden_dim": 20, "vocab_size": WORDS},
        "transformer.layer.{}.attention.v_lin",
    ),
    "ALBERT": Case(
        "AlbertModel",
        "AlbertConfig",
        SIZES | {"embedding_size": 11},
        "encoder.albert_layer_groups.0.albert_layers.0.attention.value",
    ),
    "ModernBERT": Case(
        "ModernBertModel", "ModernBertConfig", SIZES, "layers.{}.attn.Wqkv", "thirds"
    ),
    "T5's encoder": Case(
        "T5EncoderModel",
        "T5Config",
        T5 | {"vocab_size": WORDS},
        "encoder.block.{}.layer.0.SelfAttention.v",
    ),
    "ViT": Case("ViTModel", "ViTConfig", SIZES | IMAGE, "layers.{}.attention.v_proj"),
}
EACH = [(name, kernel) for name, case in CASES.items() for kernel in case.kernels]
each_model = pytest.mark.parametrize(("name", "kernel"), EACH)


def made(name, kernel):
    """Return a small random model, whose patterns are not uniform, and what it reads."""
    case = CASES[name]
    torch.manual_seed(5)
    config = getattr(hf, case.config)(**case.sizes, attn_implementation=kernel)
    model = getattr(hf, case.model)(config).eval()
    assert model.config._attn_implementation == kernel
    for weight in model.parameters():
        weight.requires_grad_(False)
        if weight.ndim > 1 or not weight.any():  # matrices, and biases, which begin at 0
            weight.normal_(0, 0.3)
    if name == "ViT":
        return model, torch.randn(BATCH, 3, 12, 12)
    return model, torch.randint(3, WORDS, (BATCH, POS))


def tensor(answer):
    return answer["logits"] if "logits" in answer else answer["last_hidden_state"]


def apart(a, b):
    assert a.shape == b.shape
    return (a - b).abs().max().item() / max(1, b.abs().max().item())


@each_model
def test_outputs_and_bias_sum_to_the_output_of_the_layer(name, kernel):
    model, x = made(name, kernel)
    own = OwnModel(model, x)
    returned = []
    W_O = {
        layer.module_name: model.get_submodule(layer.module_name) for layer in own.look(x).layers
    }
    hooks = [
        module.register_forward_hook(lambda module, args, out: returned.append(out))
        for module in W_O.values()
    ]
    plain = tensor(model(x))
    for hook in hooks:
        hook.remove()
    seen = own.look(x)
    assert len(returned) == len(seen.layers) == LAYERS
    for layer, out in zip(seen.layers, returned, strict=True):
        bias = getattr(W_O[layer.module_name], "bias", None)
        total = layer.written.sum(1) + (0 if bias is None else bias)
        assert apart(total, out.view(total.shape)) < 1e-5
    assert apart(seen.answer, plain) < 1e-5
    assert apart(own(x), plain) == 0


@each_model
def test_gate_0_equals_zeroed_rows(name, kernel):
    model, x = made(name, kernel)
    own = OwnModel(model, x)
    n_heads = own.gate_shape[1]
    off = n_heads - 1
    without = copy.deepcopy(model)
    for W_O in {layer.module_name for layer in own.look(x).layers}:
        module = without.get_submodule(W_O)
        rows = module.weight if type(module).__name__ == "Conv1D" else module.weight.T
        rows.unflatten(0, (n_heads, -1))[off] = 0
    gate = torch.ones(own.gate_shape)
    assert apart(own(x, gate), tensor(model(x))) == 0
    gate[:, off] = 0
    assert apart(own(x, gate), tensor(without(x))) < 1e-5
    assert apart(own(x, gate), tensor(model(x))) > 1e-3


@each_model
def test_patterns_equal_those_of_eager_attention(name, kernel):
    model, x = made(name, kernel)
    seen = OwnModel(model, x).look(x)
    assert apart(seen.pattern.sum(-1), torch.ones(seen.pattern.shape[:-1])) < 1e-5
    eager, x = made(name, "eager")
    theirs = torch.stack(eager(x, output_attentions=True)["attentions"])
    assert apart(seen.pattern[..., : theirs.shape[-1]], theirs) < 1e-5
    assert all(layer.sink == (name == "gpt-oss") for layer in seen.layers)


@each_model
def test_z_is_the_pattern_times_the_values_of_the_same_head(name, kernel):
    model, x = made(name, kernel)
    own = OwnModel(model, x)
    case, seen, values = CASES[name], own.look(x), []

    def keep(module, args, out):
        d_head = seen.layers[0].z.shape[-1]
        values.append(VALUES[case.layout](out, d_head).transpose(1, 2))

    names = dict.fromkeys(case.values.format(i) for i in range(LAYERS))  # ALBERT has one module
    hooks = [model.get_submodule(each).register_forward_hook(keep) for each in names]
    model(x)
    for hook in hooks:
        hook.remove()
    for layer, v in zip(seen.layers, values, strict=True):
        v = v.repeat_interleave(layer.z.shape[1] // v.shape[1], 1)
        assert apart(layer.z, layer.pattern[..., : v.shape[-2]] @ v) < 1e-5


@each_model
def test_changed_values_of_a_head_move_z_of_that_head_alone(name, kernel):
    model, x = made(name, kernel)
    own = OwnModel(model, x)
    case, (first, *_) = CASES[name], own.look(x).layers
    n_heads, d_head = first.z.shape[1], first.z.shape[3]
    V = model.get_submodule(case.values.format(0))

    def change(module, args, out):
        out = out.clone()
        values = VALUES[case.layout](out, d_head)
        values[..., change.head, :] += 1
        change.n_groups = values.shape[-2]
        return out

    change.head, change.n_groups = 0, 1
    while change.head < change.n_groups:
        hook = V.register_forward_hook(change)
        changed = own.look(x).layers[0]
        hook.remove()
        moved = (changed.z != first.z).any(-1).any(-1).any(0).nonzero().flatten().tolist()
        each = n_heads // change.n_groups
        assert moved == list(range(change.head * each, (change.head + 1) * each))
        change.head += 1


def test_a_sink_has_a_place_of_its_own_in_head_explorer():
    model, x = made("gpt-oss", "eager")
    pattern = OwnModel(model, x).look(x).pattern[:, 0]
    words = [str(token) for token in x[0].tolist()]
    explorer = HeadExplorer(pattern, words, axes="layer head query key")
    assert explorer._tokens == [*words, "(sink)"]
    assert pattern[..., -1].min() > 0


def loss(logits, y):
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), y.flatten())


@pytest.mark.parametrize("name", ["GPT-2", "Llama", "gpt-oss"])
def test_the_functions_of_the_course_take_a_model_of_hugging_face(name):
    model, x = made(name, CASES[name].kernels[-1])
    own, y = OwnModel(model, x), x.roll(1, 1)
    gate = torch.ones(own.gate_shape)
    gate[1, 2] = 0
    cost = ablation(loss, own, x, y)
    assert cost.shape == own.gate_shape
    torch.testing.assert_close(cost[1, 2], loss(own(x, gate), y) - loss(own(x), y))
    slopes = []
    for i in range(BATCH):
        gate = torch.ones(own.gate_shape, requires_grad=True)
        loss(own(x[i : i + 1], gate), y[i : i + 1]).backward()
        slopes.append(gate.grad.abs())
    mean = torch.stack(slopes).mean(0)
    torch.testing.assert_close(gradient_importance(loss, own, x, y), mean, rtol=1e-3, atol=1e-5)


def test_an_encoder_and_a_decoder_have_patterns_of_three_shapes():
    model = hf.T5Model(hf.T5Config(**T5, vocab_size=WORDS)).eval()
    tokens = torch.randint(3, WORDS, (BATCH, POS))
    x = {"input_ids": tokens, "decoder_input_ids": tokens[:, :5]}
    seen = OwnModel(model, x).look(x)
    shapes = [tuple(layer.pattern.shape[2:]) for layer in seen.layers]
    assert shapes == [(POS, POS)] * 2 + [(5, 5), (5, POS)] * 2
    with pytest.raises(ValueError, match="take one layer at a time"):
        _ = seen.pattern


QWEN = {
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 6,
    "linear_value_head_dim": 7,
    "num_experts": 2,
    "num_experts_per_tok": 1,
    "moe_intermediate_size": 8,
    "shared_expert_intermediate_size": 12,
    "layer_types": ["linear_attention", "full_attention"],
}
LED = {
    "d_model": 30,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 5,
    "vocab_size": WORDS,
    "attention_window": 4,
}
PARTLY = {
    "Qwen3Next": (
        SIZES | GROUPED | QWEN | {"hidden_size": 32},
        "1 W_O were found, but none in layers.0; ",
    ),
    "Lfm2": (
        SIZES | {"num_key_value_heads": 1, "layer_types": ["full_attention", "conv"]},
        "1 W_O were found, but none in layers.1; ",
    ),
    "LongT5": (
        T5 | {"vocab_size": WORDS, "local_radius": 3, "num_layers": 1},
        r"2 W_O were found, but none in encoder\.block\.0\.layer\.0; ",
    ),
    "LED": (LED, r"2 W_O were found, but none in encoder\.layers\.0\.self_attn; "),
}


@pytest.mark.parametrize("name", PARTLY)
def test_layers_of_which_nothing_is_read_are_announced(name):
    sizes, message = PARTLY[name]
    torch.manual_seed(5)
    model = getattr(hf, f"{name}Model")(getattr(hf, f"{name}Config")(**sizes)).eval()
    tokens = torch.randint(3, WORDS, (BATCH, POS))
    x = {"input_ids": tokens}
    x |= {"decoder_input_ids": tokens[:, :5]} if name in ("LED", "LongT5") else {}
    with pytest.warns(UserWarning, match=f"{name}Model: {message}.*neither read nor gated"):
        own = OwnModel(model, x)
    assert len(own.look(x).layers) == int(message[0])


@pytest.mark.filterwarnings("error:.*W_O were found")
@pytest.mark.parametrize("name", CASES)
def test_of_a_model_that_is_read_wholly_nothing_is_announced(name):
    OwnModel(*made(name, "eager"))


@pytest.mark.parametrize(
    ("model", "config"), [("DiffLlamaModel", "DiffLlamaConfig"), ("XLNetModel", "XLNetConfig")]
)
def test_heads_that_cannot_be_told_apart_are_refused(model, config):
    sizes = SIZES | {"hidden_size": 36, "num_attention_heads": 6, "num_key_value_heads": 2}
    xlnet = {"d_model": 30, "n_layer": LAYERS, "n_head": 3, "d_inner": 20, "vocab_size": WORDS}
    sizes = xlnet if model == "XLNetModel" else sizes
    torch.manual_seed(5)
    other = getattr(hf, model)(getattr(hf, config)(**sizes)).eval()
    with pytest.raises(ValueError, match="has the width of a W_O"):
        OwnModel(other, torch.randint(3, WORDS, (BATCH, POS)))


def test_input_is_tokens_or_what_a_tokenizer_returns():
    model, x = made("Llama", "sdpa")
    with pytest.raises(TypeError, match=r"tokenizer\(text, return_tensors='pt'\)"):
        OwnModel(model, "the cat sat")
    with pytest.raises(IndexError, match="an embedding of 97 rows is asked for rows"):
        OwnModel(model, x + WORDS)
    own = OwnModel(model, {"input_ids": x, "attention_mask": torch.ones_like(x)})
    torch.testing.assert_close(own({"input_ids": x}), model(x).logits)
