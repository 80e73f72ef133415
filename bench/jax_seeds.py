"""Time the step of the two look-ups in JAX's `jit(vmap)`, the mark `bench/seeds.py` looks up to.

    python3 -m venv .jax && .jax/bin/pip install -r bench/jax-requirements.txt
    python bench/seeds.py --jax .jax/bin/python

Same model, same task, same loss, same Adam, one thread on one core, CPU seconds. Data are drawn
within the step, and counted, but by JAX's own generator. Compilation and making the models are not
counted. (Nor are equal bits on all processors asked of JAX, as they are of `train`.)
"""

import json
import math
import os
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp

SEEDS, HEADS, TOKENS, CONTENT = 128, 2, 8, 4
D_MODEL, D_OUT, D_HEAD = CONTENT + TOKENS, 2 * CONTENT, (CONTENT + TOKENS) // HEADS
RATE, BETA_1, BETA_2, TINY = 0.03, 0.9, 0.999, 1e-8


def start(key):
    """One seed's matrices, from N(0, 1/fan_in), and what Adam remembers."""
    keys = dict(zip(("W_Q", "W_K", "W_V", "W_O"), jax.random.split(key, 4), strict=True))
    shapes = dict.fromkeys(("W_Q", "W_K", "W_V"), (HEADS, D_MODEL, D_HEAD))
    shapes["W_O"] = (HEADS, D_HEAD, D_OUT)
    params = {
        n: jax.random.normal(keys[n], s) / math.sqrt(HEADS * D_HEAD) for n, s in shapes.items()
    }
    zeros = jax.tree.map(jnp.zeros_like, params)
    return params, zeros, zeros


def sample(key, batch):
    """Tokens, and at each position the contents one and two positions before."""
    content = jax.random.normal(key, (batch, TOKENS, CONTENT))
    place = jnp.broadcast_to(jnp.eye(TOKENS), (batch, TOKENS, TOKENS))
    answers = [jnp.roll(content, offset, axis=1) for offset in (1, 2)]
    return jnp.concatenate([content, place], -1), jnp.concatenate(answers, -1)


def loss(params, x, y):
    q, k, v = (jnp.einsum("btd,hdk->bhtk", x, params[n]) for n in ("W_Q", "W_K", "W_V"))
    scores = jnp.einsum("bhqk,bhjk->bhqj", q / math.sqrt(D_HEAD), k)
    z = jnp.einsum("bhqj,bhjk->bhqk", jax.nn.softmax(scores, axis=-1), v)
    return jnp.square(jnp.einsum("bhtk,hko->bto", z, params["W_O"]) - y).mean()


def step(state, key, number, batch):
    """One seed's step: draw, loss, gradient, Adam."""
    params, mean, square = state
    value, gradient = jax.value_and_grad(loss)(params, *sample(key, batch))
    mean = jax.tree.map(lambda m, g: BETA_1 * m + (1 - BETA_1) * g, mean, gradient)
    square = jax.tree.map(lambda s, g: BETA_2 * s + (1 - BETA_2) * g * g, square, gradient)
    rate, scale = RATE / (1 - BETA_1**number), 1 / (1 - BETA_2**number)
    params = jax.tree.map(
        lambda p, m, s: p - rate * m / (jnp.sqrt(s * scale) + TINY), params, mean, square
    )
    return (params, mean, square), value


def train(state, keys, batch, steps):
    """Train all seeds in one compiled loop; (step, seed) losses."""

    def all_seeds(state, number):
        key_of = jax.vmap(jax.random.fold_in, (0, None))
        one_seed = jax.vmap(lambda s, key: step(s, key, number, batch))
        return one_seed(state, key_of(keys, number))

    return jax.lax.scan(all_seeds, state, jnp.arange(1, steps + 1))


def measure(batch, rounds=5):
    """Best CPU seconds a seed-step, and the mean of the last losses."""
    steps = 1024 // batch
    keys = jax.random.split(jax.random.key(0), SEEDS)
    state = jax.vmap(start)(keys)
    compiled = jax.jit(train, static_argnums=(2, 3)).lower(state, keys, batch, steps).compile()
    best = math.inf
    for _ in range(rounds):
        begin = time.process_time()
        losses = jax.block_until_ready(compiled(state, keys))[1]
        best = min(best, (time.process_time() - begin) / (steps * SEEDS))
    return best, float(losses[-1].mean())


def main():
    if hasattr(os, "sched_setaffinity"):  # Linux; before JAX starts its threads
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    measured = {batch: measure(batch) for batch in (4, 32)}
    seconds = {batch: best for batch, (best, _) in measured.items()}
    last = {batch: end for batch, (_, end) in measured.items()}
    print(json.dumps({"jax": jax.__version__, "seconds": seconds, "last losses": last}))


if __name__ == "__main__":
    main()
