"""Why do attention heads that read the same input become different?

Run `python heads.py`. It needs PyTorch alone, and less than a minute
on one processor core. It trains small attention layers, each of them
from 32 random initialisations (seeds), and prints what it finds.
It is a page of the course Many Heads. Licence: BSD-3-Clause.
"""

import torch

torch.manual_seed(0)  # with other numbers, the findings are the same
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
SEEDS, N_POS, N_CONTENT, D_HEAD = 32, 8, 4, 6
D_MODEL, D_OUT = N_CONTENT + N_POS, 2 * N_CONTENT


# The task is two look-ups. Eight tokens form a ring. Each has a content
# of four random numbers, beside its position as a one-hot vector. The
# target at a token is the content one step back and two steps back.
def examples(n):
    content = torch.randn(SEEDS, n, N_POS, N_CONTENT)
    position = torch.eye(N_POS).expand(SEEDS, n, -1, -1)
    x = torch.cat([content, position], dim=-1)
    y = torch.cat([content.roll(1, 2), content.roll(2, 2)], dim=-1)
    return x, y  # (seed, n, pos, d_model), (seed, n, pos, d_out)


# A head is four matrices: W_Q and W_K decide where it attends, W_V and
# W_O what it writes. Each has the shape (seed, 1, rows, columns).
def new_head(n_heads):
    read = D_MODEL, D_HEAD, D_MODEL  # rows, columns, fan-in
    write = D_HEAD, D_OUT, n_heads * D_HEAD
    return [
        torch.randn(SEEDS, 1, rows, columns) / fan_in**0.5
        for rows, columns, fan_in in (read, read, read, write)
    ]


def pattern(head, x):
    W_Q, W_K, _, _ = head
    scores = (x @ W_Q) @ (x @ W_K).mT / D_HEAD**0.5
    return scores.softmax(dim=-1)  # (seed, n, query, key)


def written(head, x):
    _, _, W_V, W_O = head
    return pattern(head, x) @ (x @ W_V) @ W_O  # (seed, n, pos, d_out)


# Every head reads all of x, and the layer adds up what they write.
def layer(heads, x):
    return sum(written(head, x) for head in heads)


def mean_square(numbers):
    return numbers.square().mean(dim=(1, 2, 3))  # (seed,)


# All seeds train side by side. No number of one seed ever meets one of
# another, so each seed learns as if it were alone.
def train(heads):
    weights = [W.requires_grad_() for head in heads for W in head]
    adam = torch.optim.Adam(weights, lr=0.03)
    for _ in range(300):
        x, y = examples(4)
        adam.zero_grad()
        mean_square(layer(heads, x) - y).sum().backward()
        adam.step()


def report(what, numbers):
    low, mid, high = numbers.quantile(torch.tensor([0.05, 0.5, 0.95]))
    print(f"  {what:45}{mid:5.2f}   ({low:.2f} to {high:.2f})")


print("Medians over 32 seeds, and the range of the middle 90 %.")
x, y = examples(64)  # new ones, on which all that follows is measured

# Identical heads stay identical. They write the same, so they get the
# same gradient and take the same step, again and again, and R² stays
# near one half. But if we nudge the weights of one by about a hundred-
# millionth before training, the two heads divide the task.
for nudge in (0, 1e-8):
    head = new_head(n_heads=2)
    twin = [W + nudge * torch.randn_like(W) for W in head]
    train([head, twin])
    gap = (pattern(head, x) - pattern(twin, x)).abs()
    print(f"\nTwo heads whose weights begin {nudge} apart")
    report("largest difference of patterns", gap.amax(dim=(1, 2, 3)))
    error = mean_square(layer([head, twin], x) - y)
    report("R² (1 is perfect)", 1 - error / y.var(dim=(1, 2, 3)))


# Who does what? Draw both heads at random, as one usually does. Each
# learns one look-up, nearly always. Which one is a coin toss: what is
# true of head 0 in one training may be true of head 1 in the next.
def attention(heads, back):
    query = torch.arange(N_POS)
    patterns = torch.stack([pattern(head, x) for head in heads], 1)
    return patterns[..., query, query - back].mean(dim=(2, 3))


two = [new_head(n_heads=2) for _ in range(2)]
train(two)
one_back, two_back = attention(two, back=1), attention(two, back=2)
role = torch.where(one_back > two_back, 1, 2)  # (seed, head)
print("\nTwo random heads: how far back each attends, seed by seed")
for i in (0, 1):
    print(f"  head {i}:", *role[:, i].tolist())
report("attention on that token", torch.maximum(one_back, two_back))


# What is a head worth? Ablate it: leave it out, and train nothing. The
# loss rises by about 1 on its own look-up, and hardly on the other.
def ablation(heads, part=slice(None)):
    rest = [heads[:i] + heads[i + 1 :] for i in range(len(heads))]
    errors = [(layer(h, x) - y)[..., part] for h in (heads, *rest)]
    loss, *without = [mean_square(error) for error in errors]
    return torch.stack(without, dim=1) - loss[:, None]


first, second = ablation(two, slice(0, 4)), ablation(two, slice(4, 8))
print("\nIf one head is left out, the loss rises (1: all is lost)")
report("on its own look-up", first.where(role == 1, second))
report("on the other look-up", second.where(role == 1, first))


# How many heads work? Let w be the mean square of what a head writes.
# (Σw)² / Σw² is n if n heads write equally much and the others nothing.
# Of eight heads, usually two to four do nearly all the work. To ablate
# a head costs very nearly its w: a forward pass says what it is worth.
def sizes(heads):
    return torch.stack([mean_square(written(h, x)) for h in heads], 1)


def effective_number(w):
    return w.sum(dim=1).square() / w.square().sum(dim=1)


eight = [new_head(n_heads=8) for _ in range(8)]
print("\nEight heads on the same task")
report("effective number, untrained", effective_number(sizes(eight)))
train(eight)
report("effective number, trained", effective_number(sizes(eight)))
cost = ablation(eight)
for rank, rise in enumerate(cost.sort(1, descending=True)[0].T, 1):
    report(f"rise of the loss without head of rank {rank}", rise)
report("gap to mean square of its output", (cost - sizes(eight)).abs())
