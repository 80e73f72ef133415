"""Compare HeadExplorer with BertViz, CircuitsVis and Inspectus on pages of the same attention.

Backs: widgets of our own, within a budget, instead of one of its peers.

    .venv/bin/python bench/widgets.py                 # 9 sizes × 4 tools, some minutes
    .venv/bin/python bench/widgets.py --size 4x128    # one size

It needs the book's environment (``make env``), Chromium (on the path, or named by ``CHROMIUM``;
else Playwright's own) and, the first time, PyPI and npm. The peers named in
widgets-requirements.txt are installed into a separate folder (``--cache``), without their
dependencies; the book's environment has all that are needed. This repository contains none of their
code.

All tools get the same array: 8 heads, float32, softmax of normal scores, no mask. It has no zeros
and no structure to compress, which is the hardest case for us. Above 16 384 numbers, HeadExplorer
keeps weights in steps of 0.005; the others send what they are given. Pages are served gzipped on
loopback.

- gz kB, requests: what the server sent for one visit. BertViz's libraries come from npm instead
  of cdnjs (jQuery 2.1.0, as npm lacks 2.0.0). CircuitsVis has its bundle in the page, as it does
  offline, instead of loading it from unpkg.
- hosts: requests that left loopback. All libraries are local here; by default, BertViz loads three
  files from cdnjs and CircuitsVis one from unpkg.
- render: milliseconds from navigation until the picture is there and the page is idle; a busy
  machine makes it longer. CPU: the main thread's part of it.
- toggle: CPU milliseconds of the main thread, until idle, for one mouse click on the tool's control
  for a head. BertViz: a coloured square that fades a head's lines out or in. CircuitsVis: a small
  picture that shows its head enlarged. Inspectus: a number under "Head" that removes a head from
  the mean or adds it. Ours: a head's button, which hides or shows its picture.
- heap: MB of JavaScript after the first render and a garbage collection.
- axe: number of rules that axe-core finds broken. keys: number of head controls, out of all, that
  Tab reaches and that both Enter and Space operate. Neither depends on the size; they are measured
  with 16 tokens only.

HeadToggle, SentenceLab, SequenceLab and TextLab, which have no peers, come last: the first with 8
heads, 8 seeds and 3 steps, the next two with 3 seeds of 2 layers of 2 heads, the last with a stored
seed of real text and 64 tokens. There a click on a head runs the model again.
Below the table is how long SymmetryLab takes to train its strip, 16 runs of 400 steps, from the
click on Train until all are there, as it is and on a processor that Chromium makes four times
slower: seconds, the main thread's part of them, and how long a key that is pressed meanwhile waits
until the page hears it.

Values are medians of 5 visits, or of 6 clicks (heads 1, 2, 3, twice). A page that takes over 5 s is
visited once, clicking stops after 30 s, and a page not drawn after 60 s is abandoned; its row says
so. The exit status is 1 if HeadExplorer exceeds a budget for 4 layers of 128 tokens.
"""

import argparse
import gzip
import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooSlow

from bench.peers import (
    TOOLS,
    Tool,
    attention,
    get_peers,
    lab_page,
    sentence_page,
    sequence_page,
    text_page,
    three,
    toggle_page,
)
from tools.browser.chromium import launch

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


# ---- What is measured --------------------------------------------------------------------------


def visit(page: Page, server: Server, tool: Tool) -> tuple[Callable[[str], float], dict]:
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
    render = page.wait_for_function(DRAWN, arg=tool.picture).json_value()
    figures = {"render": render, "CPU": 1000 * meter("TaskDuration")}
    session.send("HeapProfiler.collectGarbage")
    figures |= {"gz kB": sum(server.sent) / 1000, "requests": len(server.sent)}
    figures |= {"hosts": len(strangers), "heap": meter("JSHeapUsedSize") / 1e6}
    return meter, figures


def toggle(page: Page, meter: Callable[[str], float], tool: Tool, head: int) -> float:
    """Return the main thread's CPU milliseconds for one click on a head's control."""
    control = page.locator(tool.controls).nth(head)
    control.scroll_into_view_if_needed()
    page.evaluate(IDLE)
    box = control.bounding_box()
    start = meter("TaskDuration")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(IDLE)
    return 1000 * (meter("TaskDuration") - start)


def keyboard(page: Page, controls: str) -> str:
    """Count the heads' controls that Tab reaches and that both Enter and Space operate."""
    count, reached, rounds = page.locator(controls).count(), set(), 0
    where = "s => [...document.querySelectorAll(s)].findIndex((e) => e.matches(':focus-within'))"
    for _ in range(60):
        page.keyboard.press("Tab")
        head = page.evaluate(where, controls)
        rounds += page.evaluate("document.activeElement === document.body")
        if rounds == 2:
            break
        if head < 0 or head in reached:
            continue
        seen = [page.content()]
        for key in ("Enter", "Space"):
            page.keyboard.press(key)
            page.evaluate(IDLE)
            seen.append(page.content())
        if seen[0] != seen[1] != seen[2]:
            reached.add(head)
    return f"{len(reached)}/{count}"


def measure(browser: Browser, server: Server, tool: Tool, html: str, small: bool) -> dict:
    server.put("/page", (SHELL % html).encode())
    visits, clicks, context = [], [], None
    try:
        while len(visits) < VISITS and (not visits or visits[0]["render"] < 1000 * SLOW):
            if context:
                context.close()
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            meter, figures = visit(page, server, tool)
            visits.append(figures)
        result = {name: median(v[name] for v in visits) for name in visits[0]}
        start = time.perf_counter()
        for head in CLICKS:
            clicks.append(toggle(page, meter, tool, head))
            if time.perf_counter() - start > SECONDS / 2:
                break
        result |= {"toggle": median(clicks), "of": (len(visits), len(clicks))}
        if small:
            result["axe"] = len(Axe().run(page).response["violations"])
            result["keys"] = keyboard(page, tool.controls)
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
    meter, _ = visit(page, server, Tool("SymmetryLab", lab_page, ".mh-numbered canvas", ""))
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
    seen = f"{figures.get('axe', ''):>6}{figures.get('keys', ''):>7}"
    return f"{size:>6}  {name:14}{numbers}{seen}{fewer}"


def not_first(size: str, results: dict[str, dict]) -> list[str]:
    """Say where a peer's figure is better than ours."""
    return [
        f"{size} {column}: ours {results['ours'][column]:.1f}, {name} {figures[column]:.1f}"
        for name, figures in results.items()
        for column in (*COLUMNS, "axe")
        if column in figures and figures[column] < results["ours"][column]
    ]


def main() -> int:
    arguments = argparse.ArgumentParser(description="Compare HeadExplorer with its peers")
    arguments.add_argument("--size", help="layers x tokens, e.g. 4x128")
    arguments.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir(), "peers"))
    chosen = arguments.parse_args()
    sizes = list(itertools.product((1, 2, 4), (16, 64, 128)))
    if chosen.size:
        sizes = [tuple(int(part) for part in chosen.size.split("x"))]
    server, behind, over = Server(), [], []
    for address, data in get_peers(chosen.cache).items():
        server.put(address, data)
    print(" " * 22 + "".join(f"{c:>9}" for c in COLUMNS) + f"{'axe':>6}{'keys':>7}", flush=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for layers, n in sizes:
            size, results = f"{layers}x{n}", {}
            pattern, tokens = attention(layers, n), [f"word{i}" for i in range(n)]
            for tool in TOOLS:
                html = tool.draw(pattern, tokens)
                results[tool.name] = measure(browser, server, tool, html, n == 16)
                print(row(tool.name, size, results[tool.name]), flush=True)
            behind += not_first(size, results)
            if (layers, n) == BUDGET_SIZE:
                over = [f"{c} over {top}" for c, top in BUDGET.items() if results["ours"][c] > top]
                for name, html in three(pattern, tokens).items():
                    figures = measure(browser, server, TOOLS[0], html, False)
                    print(row(name, size, figures), flush=True)
        figures = measure(browser, server, TOOLS[0], toggle_page(), True)
        print(row("HeadToggle", "8x3", figures), flush=True)
        for name, size, page in (
            ("SentenceLab", "2x2", sentence_page),
            ("SequenceLab", "2x2", sequence_page),
            ("TextLab", "2x4", text_page),
        ):
            tool = Tool(name, page, "[role=img][aria-label]", ".mh-head")
            print(row(name, size, measure(browser, server, tool, page(), True)), flush=True)
        for slower in (1, 4):
            print(train_strip(browser, server, slower), flush=True)
        browser.close()
    print("\n".join(["", "Ours is not first:", *(behind or ["nowhere"])]))
    print(f"Budgets at 4x128 ({', '.join(f'{c} {v}' for c, v in BUDGET.items())}):", over or "met")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
