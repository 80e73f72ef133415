"""Measure our widgets: weight, requests, rendering, a click and memory.

Backs: the budget of a widget, and widgets of our own: DECISIONS.md has what its peers took.

    .venv/bin/python bench/widgets.py

It needs the book's environment (``make env``) and Chromium (on the path, or named by ``CHROMIUM``;
else Playwright's own). HeadExplorer gets 8 heads, float32, softmax of normal scores, no mask. It
has no zeros and no structure to compress, which is the hardest case. Above 16 384 numbers it keeps
weights in steps of 0.005. Pages are served gzipped on loopback.

- gz kB, requests: what the server sent for one visit; hosts: requests that left loopback.
- render: milliseconds from navigation until the picture is there and the page is idle; a busy
  machine makes it longer. CPU: the main thread's part of it.
- toggle: CPU milliseconds of the main thread, until idle, for one mouse click on a head's button.
- heap: MB of JavaScript after the first render and a garbage collection.

HeadToggle has 8 heads, 8 seeds and 3 steps, SentenceLab and SequenceLab 3 seeds of 2 layers of 2
heads, TextLab a stored seed of real text and 64 tokens. There a click on a head runs the model
again. SameHeads has the 80 heads of each layer of the stored models, and IdleHead its five tokens;
they have no heads to switch, so a click is on a measure and on a preset. Below the table is how
long SymmetryLab takes to train its strip, 16 runs of 400 steps, from the click on Train until all
are there, as it is and on a processor that Chromium makes four times slower: seconds, the main
thread's part of them, and how long a key that is pressed meanwhile waits until the page hears it.

Values are medians of 5 visits, or of 6 clicks (controls 1, 2, 3, twice, of fewer round and round).
A page that takes over 5 s is visited once, clicking stops after 30 s, and a page not drawn after 60
s is abandoned; its row says so. The exit status is 1 if HeadExplorer exceeds a budget for 4 layers
of 128 tokens.
"""

import argparse
import gzip
import itertools
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from typing import Any

import numpy as np
import torch
from multihead.language import RELATIONS, Grammar
from multihead.language.naming import naming_loss
from multihead.model import TokenModel
from multihead.real_text import stored_seed, stored_similarity
from multihead.train import train
from multihead.widgets import (
    HeadExplorer,
    HeadToggle,
    IdleHead,
    SameHeads,
    SentenceLab,
    SequenceLab,
    SymmetryLab,
    TextLab,
)
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooSlow

from tools.browser.chromium import launch

HEADS = 8
PICTURE, CONTROLS = "canvas[role=img][aria-label]", ".mh-head"
LAB_PICTURE = "[role=img][aria-label]"
PRESETS, IDLE_PICTURE = "[aria-label='Show'] button", ".mh-idle .mh-panel"
MEASURES = "[aria-label='Similarity of'] button"
VISITS, CLICKS = 5, [1, 2, 3] * 2
SECONDS, SLOW = 60, 5
BUDGET_SIZE, BUDGET = (4, 128), {"gz kB": 200, "toggle": 16, "hosts": 0}
SHELL = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Attention</title>'
    '<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">'
    "<main><h1>Attention</h1>%s</main></html>"
)
IDLE = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  requestIdleCallback(() => done(performance.now())))))"""
DRAWN = f"""async (picture) => {{
  while (!document.querySelector(picture)) await new Promise(requestAnimationFrame);
  return await {IDLE};
}}"""


class Server:
    """Serve gzipped files on loopback and record the size of each response in ``sent``."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.sent: list[int] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = server.files.get(self.path, b"")
                server.sent.append(len(body))
                self.send_response(200 if body else 404)
                kind = "javascript" if self.path.endswith(".js") else "html; charset=utf-8"
                self.send_header("Content-Type", f"text/{kind}")
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{http.server_port}"
        threading.Thread(target=http.serve_forever, daemon=True).start()

    def put(self, path: str, data: bytes) -> None:
        self.files[path] = gzip.compress(data, 9)


# ---- The pages -----------------------------------------------------------------------------


def attention(layers: int, tokens: int) -> np.ndarray:
    """Patterns (layer, head, query, key), float32: the softmax of normal scores, no mask."""
    exps = np.exp(np.random.default_rng(0).normal(size=(layers, HEADS, tokens, tokens)))
    return (exps / exps.sum(axis=-1, keepdims=True)).astype("f4")


def explorer_page(pattern: np.ndarray, tokens: list[str]) -> str:
    return HeadExplorer(pattern, tokens, axes="layer head query key").static_html()


def toggle_page() -> str:
    """Return HeadToggle with 8 heads, and with 8 seeds and 3 steps as in chapter 11."""
    noise = np.random.default_rng(0)
    writes = noise.normal(size=(8, 3, 32, HEADS, 8, 8)).astype("f4")
    pattern = noise.dirichlet(np.ones(8), size=(8, 3, HEADS, 8))
    return HeadToggle(writes, writes[0, -1].sum(axis=1), pattern).static_html()


def lab_page() -> str:
    """Return SymmetryLab with 16 runs that no one has trained yet."""
    return SymmetryLab(step=0, speed="fast").static_html()


def sentence_page() -> str:
    """Return SentenceLab with 3 seeds of two layers of two heads, as chapter 17 trains them."""
    grammar = Grammar()
    sizes = (grammar.n_symbols, grammar.n_pos, grammar.n_symbols * len(RELATIONS))
    small = {"d_model": 24, "n_heads": 2, "d_head": 8, "n_layers": 2, "norm": True}
    run = train(
        lambda generator: TokenModel(*sizes, **small, generator=generator),
        grammar,
        seeds=range(3),
        steps=400,
        batch=16,
        loss=naming_loss,
        optimizer=partial(torch.optim.Adam, lr=0.02, fused=True),
    )
    return SentenceLab(run, grammar).static_html()


def sequence_page() -> str:
    """Return SequenceLab with 3 seeds of two layers of two heads at 24 positions, not trained."""
    noise = torch.Generator().manual_seed(0)
    models = [TokenModel(16, 24, 16, d_model=32, n_layers=2, generator=noise) for _ in range(3)]
    weights = [model.state_dict() for model in models]
    params = {name: torch.stack([each[name] for each in weights]) for name in weights[0]}
    return SequenceLab(params, [*range(12), *range(12)]).static_html()


def text_page() -> str:
    """Return TextLab with one stored seed in the page, on a line of 64 tokens."""
    return TextLab("x = " * 100, models={0: stored_seed(0)[0]}).static_html()


def idle_page() -> str:
    """Return IdleHead as chapter 16 shows it."""
    return IdleHead().static_html()


def same_heads_page() -> str:
    """Return SameHeads with the heads of the twenty stored models, as chapter 19 shows it."""
    kept = stored_similarity()
    patterns = kept.patterns, kept.untrained_patterns
    return SameHeads(kept.similarity, kept.clusters, *patterns, kept.tokens).static_html()


# ---- What is measured --------------------------------------------------------------------------


def visit(page: Page, server: Server, picture: str) -> tuple[Callable[[str], float], dict]:
    """Open ``/page`` in a browser with an empty cache; return the page's meter and its figures."""
    page.set_default_timeout(1000 * SECONDS)
    own, strangers = (server.address, "blob:", "data:"), []
    page.on("request", lambda r: r.url.startswith(own) or strangers.append(r.url))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU, not wall

    def meter(name: str) -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == name)

    server.sent.clear()
    page.goto(f"{server.address}/page", wait_until="commit")
    render = page.wait_for_function(DRAWN, arg=picture).json_value()
    figures = {"render": render, "CPU": 1000 * meter("TaskDuration")}
    session.send("HeapProfiler.collectGarbage")
    figures |= {"gz kB": sum(server.sent) / 1000, "requests": len(server.sent)}
    figures |= {"hosts": len(strangers), "heap": meter("JSHeapUsedSize") / 1e6}
    return meter, figures


def toggle(page: Page, meter: Callable[[str], float], controls: str, place: int) -> float:
    """Return the main thread's CPU milliseconds for one click on a control."""
    all_controls = page.locator(controls)
    control = all_controls.nth(place % all_controls.count())
    control.scroll_into_view_if_needed()
    page.evaluate(IDLE)
    box = control.bounding_box()
    start = meter("TaskDuration")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(IDLE)
    return 1000 * (meter("TaskDuration") - start)


def measure(
    browser: Browser,
    server: Server,
    html: str,
    picture: str = PICTURE,
    controls: str = CONTROLS,
) -> dict:
    server.put("/page", (SHELL % html).encode())
    visits, clicks, context = [], [], None
    try:
        while len(visits) < VISITS and (not visits or visits[0]["render"] < 1000 * SLOW):
            if context:
                context.close()
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            meter, figures = visit(page, server, picture)
            visits.append(figures)
        result = {name: median(v[name] for v in visits) for name in visits[0]}
        start = time.perf_counter()
        for place in CLICKS:
            clicks.append(toggle(page, meter, controls, place))
            if time.perf_counter() - start > SECONDS / 2:
                break
        result |= {"toggle": median(clicks), "of": (len(visits), len(clicks))}
        return result
    except TooSlow:
        return {"note": f"not drawn in {SECONDS} s"}
    finally:
        context.close()


TRAIN = """() => {
  const train = document.querySelector(".mh-train"), begin = performance.now();
  Object.assign(window, { waits: [], took: 0 });
  addEventListener("keydown", (e) => window.waits.push(performance.now() - e.timeStamp), true);
  const look = (now) => {
    if (train.textContent === "Train again") window.took = now - begin;
    else requestAnimationFrame(look);
  };
  train.click();
  requestAnimationFrame(look);
}"""


def train_strip(browser: Browser, server: Server, slower: int) -> str:
    """Train SymmetryLab's strip once, pressing a key all the time, and say how long it took."""
    server.put("/page", (SHELL % lab_page()).encode())
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    meter, _ = visit(page, server, ".mh-numbered canvas")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    start = meter("TaskDuration")
    page.evaluate(TRAIN)
    while not (took := page.evaluate("window.took")):
        page.keyboard.press("Shift")
        page.wait_for_timeout(40)
    cpu = meter("TaskDuration") - start
    waits = sorted(page.evaluate("window.waits"))
    page.close()
    return (
        f"SymmetryLab's 16 runs of 400 steps, processor {slower}x slower: {took / 1000:.1f} s, "
        f"CPU {cpu:.1f} s; a key waits {median(waits):.0f} ms, 95 % of {len(waits)} keys at most "
        f"{waits[int(0.95 * len(waits))]:.0f} ms"
    )


# ---- The table ---------------------------------------------------------------------------------

COLUMNS = {"gz kB": 1, "requests": 0, "hosts": 0, "render": 0, "CPU": 0, "toggle": 1, "heap": 1}


def row(name: str, size: str, figures: dict) -> str:
    if "note" in figures:
        return f"{size:>6}  {name:14} {figures['note']}"
    numbers = "".join(f"{figures[column]:9.{digits}f}" for column, digits in COLUMNS.items())
    if figures["of"] != (VISITS, len(CLICKS)):
        fewer = "   of {} visits, {} clicks".format(*figures["of"])
    else:
        fewer = ""
    return f"{size:>6}  {name:14}{numbers}{fewer}"


def main() -> int:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    server, over = Server(), []
    print(" " * 22 + "".join(f"{c:>9}" for c in COLUMNS), flush=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)

        def tell(name: str, size: str, html: str, *selectors: str) -> dict:
            figures = measure(browser, server, html, *selectors)
            print(row(name, size, figures), flush=True)
            return figures

        for layers, n in itertools.product((1, 2, 4), (16, 64, 128)):
            pattern, tokens = attention(layers, n), [f"word{i}" for i in range(n)]
            html = explorer_page(pattern, tokens)
            figures = tell("HeadExplorer", f"{layers}x{n}", html)
            if (layers, n) == BUDGET_SIZE:
                over = [f"{c} over {most}" for c, most in BUDGET.items() if figures[c] > most]
        tell("HeadToggle", "8x3", toggle_page())
        tell("SentenceLab", "2x2", sentence_page(), LAB_PICTURE)
        tell("SequenceLab", "2x2", sequence_page(), LAB_PICTURE)
        tell("TextLab", "2x4", text_page(), LAB_PICTURE)
        tell("IdleHead", "1x5", idle_page(), IDLE_PICTURE, PRESETS)
        tell("SameHeads", "2x80", same_heads_page(), LAB_PICTURE, MEASURES)
        for slower in (1, 4):
            print(train_strip(browser, server, slower), flush=True)
        browser.close()
    print(f"Budgets at 4x128 ({', '.join(f'{c} {v}' for c, v in BUDGET.items())}):", over or "met")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
