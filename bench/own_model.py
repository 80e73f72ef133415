"""What the questions of *How to* cost on a model of MiniLM's size: `python bench/own_model.py`.

A random BERT of 6 layers of 12 heads, d_model 384, one text, one thread, processor time.
"""

import time

import torch
from multihead.heads import ablation
from multihead.own_model import OwnModel
from torch import Tensor
from transformers import BertConfig, BertModel

D_MODEL, N_LAYERS, N_HEADS = 384, 6, 12
LENGTHS = 64, 256


def loss(answer: Tensor, y: Tensor) -> Tensor:
    return (answer - y).square().mean()


def seconds_by_ablation_and_by_gradient(model: BertModel, n_tokens: int) -> tuple[float, float]:
    x = torch.randint(model.config.vocab_size, (1, n_tokens))
    y = torch.zeros(1, n_tokens, D_MODEL)
    own = OwnModel(model, x)
    gate = torch.ones(own.gate_shape, requires_grad=True)
    begin = time.process_time()
    ablation(loss, own, x, y)
    middle = time.process_time()
    loss(own(x, gate), y).backward()
    return middle - begin, time.process_time() - middle


def main() -> None:
    torch.set_num_threads(1)
    config = BertConfig(
        hidden_size=D_MODEL,
        intermediate_size=4 * D_MODEL,
        num_hidden_layers=N_LAYERS,
        num_attention_heads=N_HEADS,
    )
    model = BertModel(config).eval()
    for n_tokens in LENGTHS:
        ablated, at_once = seconds_by_ablation_and_by_gradient(model, n_tokens)
        print(f"{n_tokens} tokens: all ablated {ablated:.1f} s, one backward {at_once:.2f} s")


if __name__ == "__main__":
    main()
