"""The code in answers and recipes prints what the sentences around it say."""

import io
import re
from contextlib import redirect_stdout

import pytest
import torch
from conftest import ROOT
from torch.nn import MultiheadAttention
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

CELL = re.compile(r"^```\{code-cell\}.*?\n(.*?)^```", re.M | re.S)
SECTIONS = {
    section.partition("\n")[0]: section
    for page in ("questions", "how-to")
    for section in re.split(r"^### ", (ROOT / "book" / f"{page}.md").read_text("utf-8"), flags=re.M)
}


def printed(heading: str) -> str:
    """Run the cells of a section alone, as somebody does who copies them."""
    output = io.StringIO()
    namespace = {}
    with redirect_stdout(output):
        for code in CELL.findall(SECTIONS[heading]):
            exec(code, namespace)
    return output.getvalue()


EXACT = {
    "What is cross-attention, and are its heads different?": """\
self  pattern (2, 3, 5, 5) output (2, 5, 12)
cross pattern (2, 3, 5, 7) output (2, 5, 12)
""",
    "Can the heads of a layer have different widths?": """\
the same with zeros in a wider head: True
""",
    "Is the attention pattern of a narrow head low-rank, too?": """\
rank of the scores: 2
rank of the pattern: 12
rank of the log of the pattern: 3
""",
    "May I average attention patterns over heads?": """\
same average: True
change of the output: 1.4
""",
    "Do I need batch_first=True in nn.MultiheadAttention?": """\
output (2, 5, 12) pattern (5, 2, 2)
first output of text 0, with another word: same True
first output of text 0, with another text: same False
""",
    "Why does nn.MultiheadAttention return NaN, and when zeros?": """\
mask     need_weights: True  False
Boolean  training   nan   0.0
Boolean  in use     nan   nan
float    training   nan   0.0
float    in use     nan   0.0
NaN in the gradient: True
with -1e9: [0.2 0.2 0.2 0.2 0.2]
""",
    "What does a mask do?": """\
the same mask: True
[[1.   0.   0.   0.  ]
 [0.5  0.5  0.   0.  ]
 [0.33 0.33 0.33 0.  ]
 [0.25 0.25 0.25 0.25]]
""",
    "Why transpose, and not view?": """\
view size is not compatible with input tensor's size and stride
the same: True
""",
    "How should heads be initialised so that they stay different?": """\
in_proj_weight  up to 0.153
in_proj_bias    up to 0.000
out_proj.weight up to 0.125
out_proj.bias   up to 0.000
""",
    "Carry a mask over to scaled_dot_product_attention": """\
first query: True
last query, mask not inverted: [0.0, 0.0, 0.0, 0.0]
""",
    "Which rows of in_proj_weight and columns of out_proj.weight belong to one head?": """\
the heads and the bias are the output: True
""",
    "What is repeat_kv for in grouped-query attention?": """\
keys (1, 2, 5, 4) repeated (1, 6, 5, 4)
the same scores without copies: True
""",
    "What do logit softcapping and QK-norm do to attention heads?": """\
capped scores: ['46.1', '41.7', '3.0']
before ['1.000', '0.000', '0.000']
capped ['0.988', '0.012', '0.000']
QK-norm within -1 and 1: True
factor 1: largest weight 0.514 at most
factor 5: largest weight 1.000 at most
""",
    "Share keys and values in groups: repeat_interleave or repeat": """\
repeat_interleave: [0, 0, 0, 1, 1, 1]
repeat:            [0, 1, 0, 1, 0, 1]
repeat_interleave is what enable_gqa does: True
""",
}


@pytest.mark.parametrize("heading", EXACT)
def test_a_cell_prints_what_the_page_was_written_for(heading):
    assert printed(heading) == EXACT[heading]


def numbers(line: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.\d*", line)]


def test_weight_decay_takes_singular_values_from_a_product_and_not_from_one_matrix():
    single, product = printed("Does weight decay make heads low-rank?").splitlines()
    assert "rank 6 to 6" in single
    assert "rank 4 to 4" in product
    targets = (2, 1.6, 1.2, 0.8, 0.4, 0.2)
    assert numbers(single) == pytest.approx([value * 2 / 3 for value in targets], abs=0.01)
    assert numbers(product) == pytest.approx([max(v - 0.5, 0) for v in targets], abs=0.01)


def test_one_head_is_enough_in_each_early_layer_of_minilm_and_not_in_all_layers():
    rows = [
        numbers(line) for line in printed("Is one attention head per layer enough?").split("\n")
    ]
    (*one, one_last, one_in_all), (*none, none_last, none_in_all), _ = rows
    assert len(one) == len(none) == 5
    assert min(one) > 0.95
    assert max(one_last, none_last) < 0.8
    assert all(0 <= kept - left < 0.03 for kept, left in zip(one, none, strict=True))
    assert none_in_all < one_in_all < 0.65


def test_the_costs_of_zero_and_mean_ablation_differ_by_the_square_of_the_average():
    heading = "What does it mean if zero ablation and mean ablation disagree?"
    for line in printed(heading).splitlines():
        zero, mean, square = numbers(line)
        assert zero == pytest.approx(mean + square, abs=0.0011)
        assert mean < zero / 2


def test_rows_of_attention_weights_sum_to_one_only_without_dropout():
    text = printed("What does need_weights return, and why do its rows not sum to 1?")
    training, in_use, shape = text.splitlines()
    low, high = numbers(training)
    assert low < 0.9 < 1.1 < high
    assert numbers(in_use) == [1, 1]
    assert shape == "shape (2, 3, 5, 5)"


def test_the_key_of_zeros_takes_attention_and_prevents_nan():
    shape, seen, hidden, nan, causal = printed("What does add_zero_attn do?").splitlines()
    assert shape == "shape (2, 5, 6)"
    assert max(numbers(seen)) < 1
    assert numbers(hidden) == [0, 0]
    assert nan == "NaN: False"
    assert causal == "causal: True"


def test_small_tokens_have_nearly_equal_attention_weights_and_large_ones_have_not():
    small, usual, large = (
        [float(number) for number in line.split("weights")[1].split("to")]
        for line in printed("Why are all my attention weights nearly equal?").splitlines()
    )
    assert 0.09 < small[0] < 0.1 < small[1] < 0.11
    assert small[1] < usual[1] < large[1]
    assert large[1] > 0.99


def test_padding_gets_no_attention_and_changes_no_output_of_the_text():
    *pattern, same = printed("Mask padding: attn_mask or key_padding_mask").splitlines()
    rows = [numbers(line) for line in pattern]
    assert rows[0] == [1, 0, 0, 0, 0]  # by the causal mask
    assert all(row[3:] == [0, 0] for row in rows)
    assert [sum(row) for row in rows] == pytest.approx([1] * 5, abs=0.02)
    assert same == "same outputs: True"


def test_is_causal_does_with_a_mask_what_the_recipe_says():
    recipe = SECTIONS["Carry a mask over to scaled_dot_product_attention"]
    for function in ("scaled_dot_product_attention", "nn.MultiheadAttention"):
        assert f"`{function}`" in recipe
    causal = torch.ones(5, 5, dtype=torch.bool).triu(1)
    nothing = torch.zeros_like(causal)
    layer = MultiheadAttention(12, 3, batch_first=True)
    x = torch.randn(2, 5, 12)
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        layer(x, x, x, is_causal=True)
    ignoring, _ = layer(x, x, x, attn_mask=nothing, is_causal=True, need_weights=False)
    torch.testing.assert_close(ignoring, layer(x, x, x, attn_mask=causal)[0])

    q, k, v = torch.randn(3, 2, 3, 5, 4)
    masks = {"attn_mask": torch.rand(5, 5) > 0.4, "is_causal": True}
    masks["attn_mask"].fill_diagonal_(True)
    with sdpa_kernel(SDPBackend.MATH), pytest.raises(RuntimeError, match="is_causal"):
        scaled_dot_product_attention(q, k, v, **masks)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        both = scaled_dot_product_attention(q, k, v, **masks)
    either = masks["attn_mask"] & ~causal
    torch.testing.assert_close(both, scaled_dot_product_attention(q, k, v, attn_mask=either))
