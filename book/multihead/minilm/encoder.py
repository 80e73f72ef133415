"""The arithmetic of MiniLM, a BERT: six layers of twelve heads, each followed by an MLP."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import gelu, layer_norm

from multihead.minilm.weights import D_HEAD, N_HEADS, N_LAYERS, trained_weights
from multihead.minilm.word_pieces import LONGEST_TEXT, vocabulary

EPSILON = 1e-12  # of BERT's layer norms


class Encoding(NamedTuple):
    """What the 72 heads compute in one run, and the vectors of the last layer."""

    head_queries: Float[Tensor, "layer batch head query d_head"]
    head_keys: Float[Tensor, "layer batch head key d_head"]
    head_scores: Float[Tensor, "layer batch head query key"]
    head_patterns: Float[Tensor, "layer batch head query key"]
    head_values: Float[Tensor, "layer batch head key d_head"]
    head_z: Float[Tensor, "layer batch head query d_head"]
    token_vectors: Float[Tensor, "batch pos d_model"]


@torch.no_grad()
def encode(
    ids: Int[Tensor, "batch pos"],
    gate: Float[Tensor, "layer head"] | None = None,
    filling: Float[Tensor, "layer head d_head"] | None = None,
    weights: Mapping[str, Tensor] | None = None,
    n_layers: int = N_LAYERS,
) -> Encoding:
    r"""Run MiniLM on texts of equally many tokens.

    .. math:: x' = \text{norm}\Big(x + \sum_i Z_i W_O^i + b_O\Big), \qquad
              x'' = \text{norm}\big(x' + \text{MLP}(x')\big) \quad\text{(each layer)}

    Each head reads the whole token, and has biases: :math:`q = x W_Q^i + b_Q^i`, likewise k and v.
    The layer norm stands *behind* each sum, whereas most layers of today have it before the heads.

    Parameters
    ----------
    ids
        The numbers of the tokens, from :func:`multihead.minilm.to_ids`.
    gate
        1 for a head that is kept, 0 for one that is ablated.
    filling
        What stands in place of z where the gate is 0: for mean ablation the mean of the head's z;
        by default zeros.
    weights
        By default :func:`multihead.minilm.trained_weights`.
    n_layers
        How many layers to run; a head of layer 3 is read in two thirds of the time with 4.

    Returns
    -------
    encoding
        Queries, keys, scores, patterns, values and z of all heads, layer by layer, and the vectors
        behind the last layer that ran. Head i of layer l writes ``head_z[l, :, i] @ W_O[l, i]``,
        without gate; z is that before the gate.

    Raises
    ------
    TypeError
        If ``ids`` are no whole numbers.
    ValueError
        If a shape does not match, a token has no number, or there are more than 512 tokens.

    Notes
    -----
    Devlin et al. (2019), "BERT"; Reimers and Gurevych (2019), "Sentence-BERT".
    """
    _check(ids, gate, filling, n_layers)
    w = trained_weights() if weights is None else weights
    norms = iter(range(2 * N_LAYERS + 1))

    def norm(x: Tensor) -> Tensor:
        i = next(norms)
        return layer_norm(x, x.shape[-1:], w[f"scale_{i}"], w[f"shift_{i}"], EPSILON)

    runs = []
    x = norm(w["E"][ids] + w["P"][: ids.shape[1]] + w["segment"])
    for i in range(n_layers):
        q, k, v = (
            x[:, None] @ w[f"W_{name}"][i] + w[f"b_{name}"][i][:, None] for name in "QKV"
        )  # (batch, head, pos, d_head)
        scores = q @ k.transpose(-2, -1) / math.sqrt(D_HEAD)  # (batch, head, query, key)
        pattern = scores.softmax(dim=-1)
        z = pattern @ v
        runs.append((q, k, scores, pattern, v, z))
        if gate is not None:
            kept = gate[i][:, None, None]
            z = kept * z + (0 if filling is None else (1 - kept) * filling[i][:, None])
        # (batch, head, pos, d_head) -> (batch, pos, d_model): the sum over the heads of z @ W_O
        x = norm(x + z.transpose(1, 2).flatten(2) @ w["W_O"][i].flatten(0, 1) + w["b_O"][i])
        hidden = gelu(x @ w["W_in"][i] + w["b_in"][i])
        x = norm(x + hidden @ w["W_out"][i] + w["b_out"][i])
    q, k, scores, pattern, v, z = (torch.stack(each) for each in zip(*runs, strict=True))
    return Encoding(q, k, scores, pattern, v, z, x)


def sentence_vector(token_vectors: Float[Tensor, "batch pos d_model"]) -> Tensor:
    """Return the vector of each text: the mean over its tokens, of length 1.

    It is what this model was trained for: two texts are similar if the product of their vectors,
    the cosine, is large.
    """
    return torch.nn.functional.normalize(token_vectors.mean(dim=1), dim=-1)


def _check(ids: Tensor, gate: Tensor | None, filling: Tensor | None, n_layers: int) -> None:
    if n_layers not in range(1, N_LAYERS + 1):
        raise ValueError(f"n_layers={n_layers}; give a whole number from 1 to {N_LAYERS}")
    if ids.is_floating_point():
        raise TypeError("ids are floating-point numbers; give those of to_ids")
    if ids.ndim != 2 or not 1 <= ids.shape[1] <= LONGEST_TEXT:
        raise ValueError(
            f"ids have the shape {tuple(ids.shape)}; give (texts, tokens), with 1 to "
            f"{LONGEST_TEXT} tokens"
        )
    if ids.numel() and not (ids.min() >= 0 and ids.max() < len(vocabulary())):
        raise ValueError(f"ids must be from 0 to {len(vocabulary()) - 1}; give those of to_ids")
    if gate is not None and gate.shape != (N_LAYERS, N_HEADS):
        raise ValueError(
            f"gate has the shape {tuple(gate.shape)}; give (layers, heads) = "
            f"({N_LAYERS}, {N_HEADS})"
        )
    if filling is not None and filling.shape != (N_LAYERS, N_HEADS, D_HEAD):
        raise ValueError(
            f"filling has the shape {tuple(filling.shape)}; give (layers, heads, d_head) = "
            f"({N_LAYERS}, {N_HEADS}, {D_HEAD})"
        )
