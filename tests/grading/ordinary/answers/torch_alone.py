import torch


def attention(q, k, v, mask=None):
    q, k, v = (torch.tensor(x)[None] for x in (q, k, v))
    allowed = None if mask is None else torch.tensor(mask)[None]
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=allowed)[0]
