"""Build what Binder would build; run every chapter in it, in JupyterLab, and try all exercises.

Backs: what README.md says of Binder, and that a chapter stays under 60 s and 1 GB there.

    .venv/bin/python bench/binder.py                     # all, about 15 minutes
    .venv/bin/python bench/binder.py --chapters 03 exercises

jupyter-repo2docker itself says which files of the branch that learners get it would use, and which
commands it would run; this runs them, in its order, into a fresh environment under `--cache`. The
one part that is not the same is the base: repo2docker takes JupyterLab and its server from conda,
here pip installs the same versions of them.

Each chapter then opens in Chromium, in a JupyterLab of its own on one core, and all its cells run.
Its last widget, or one more if it has none, is moved: Python sets a value and the picture changes
(Python → view), then a key moves a control and Python has another value (view → Python).

Printed are the seconds from *Run All Cells* to the end, the kernel's CPU seconds, and the peak of
its memory. A chapter must stay under 60 s and 1 GB, which is what a free Binder server gives. On a
busy machine the CPU seconds say more. An exercise is answered right, then wrong, without a browser,
and `check` has to say so (bench/exercises.py).
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
import repo2docker
from book_site.learners.notebooks_zip import contents
from book_site.learners.packing import lay_out
from playwright.sync_api import sync_playwright
from repo2docker.app import Repo2Docker

from bench.exercises import execute, filled, row
from tools.browser.chromium import launch
from tools.browser.lab import Lab, lab_context, run_all, run_until
from tools.browser.widget_snapshot import snapshot

ROOT = Path(__file__).parents[1]
SECONDS, MB = 60, 1000
BASE = ("jupyterlab", "notebook", "jupyter_server", "ipywidgets", "jupyter-resource-usage")
# By class: what Python sets, to the first value that it has not; then the control that a key moves:
# its role, its name and the key.
MOVES = {
    "HeadExplorer": ("heads", ([0], [1]), "button", "Head 0", "Space"),
    "HeadSlices": ("head", (1, 0), "button", "head 0", "Space"),
    "HeadToggle": ("heads", ([0], [1]), "button", "Head 0", "Space"),
    "IdleHead": ("masked", (True, False), "button", "Mask the null token", "Space"),
    "MoneyBank": ("step", (3, 5), "button", "Next →", "Enter"),
    "SameHeads": ("order", ("cluster", "number"), "button", "head number", "Enter"),
    "SentenceLab": ("heads", ([0], [1]), "button", "Layer 0 head 0", "Space"),
    "SequenceLab": ("heads", ([0], [1]), "button", "Head 0.0", "Space"),
    "SymmetryLab": ("step", (20, 40), "slider", "Step", "PageUp"),
    "TextLab": ("heads", ([0], [1]), "button", "Head 0.0", "Space"),
    "TurnedHead": ("angle", (10, 20), "slider", "Turn head 1", "ArrowRight"),
    "TwoHeads": ("step", (0, 20), "button", "Train", "Enter"),
    "TwoSentences": ("view", ("writes", "attends"), "button", "attends", "Enter"),
}
SHOW = """
import json, re, time
from multihead.widgets import HeadSlices
from multihead.widgets.base.widget import Widget

shown = [each for each in Out.values() if isinstance(each, Widget)] or [HeadSlices()]
last, name = shown[-1], type(shown[-1]).__name__
last
"""
TALK = """
def talk():
    trait, values = MOVES[name]
    value = next(value for value in values if value != getattr(last, trait))
    status = open("/proc/self/status").read()
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) / 1000
    yield f"ran {json.dumps([name, time.process_time(), peak])}"
    setattr(last, trait, value)
    yield "set"
    while True:
        yield "moved" if getattr(last, trait) != value else "not yet moved"

if "talking" not in globals():
    talking = talk()
print(next(talking))
"""


def buildpack(repository: Path):
    """Return what repo2docker finds that it would build."""
    os.chdir(repository)
    app = Repo2Docker()
    found = (kind(app.base_image) for kind in app.buildpacks)
    pack = next(pack for pack in found if pack.detect())
    pack.platform = "linux/amd64"
    return pack


def base_pins(pack) -> list[str]:
    """Read the versions of JupyterLab and its server that repo2docker begins with."""
    (name,) = (name for name in pack.get_build_script_files() if name.endswith(".lock"))
    lock = (Path(repo2docker.__file__).parent / "buildpacks" / name).read_text()
    pins = re.findall(r"/([\w-]+)-(\d[\w.]*)-\w+\.conda", lock)
    return [f"{name}=={version}" for name, version in pins if name in BASE]


def environment(pack, folder: Path) -> Path:
    """Run repo2docker's commands into a fresh environment; return its Python."""
    version = pack.python_version
    same = version == "{}.{}".format(*sys.version_info)
    subprocess.run(
        [sys.executable if same else f"python{version}", "-m", "venv", "--clear", folder],
        check=True,
    )
    python = folder / "bin" / "python"
    base = base_pins(pack)
    print(f"{type(pack).__name__}, {pack.binder_dir}/, Python {version}; base: {' '.join(base)}")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *base], check=True)
    prefix = {"KERNEL_PYTHON_PREFIX": str(folder), "NB_PYTHON_PREFIX": str(folder)}
    scripts = [*pack.get_preassemble_scripts(), *pack.get_assemble_scripts()]
    for script in [*(script for _, script in scripts), *pack.get_post_build_scripts()]:
        print(script, flush=True)
        # Where the index of CPU builds is out of reach, do not wait for it with every package.
        settings = {"PIP_QUIET": "1", "PIP_RETRIES": "0", **prefix}
        subprocess.run(["bash", "-c", script], env=os.environ | settings, check=True)
    assert pack.get_start_script() is None, "this does not yet run a start script"
    subprocess.run([python, "-m", "pip", "check"], check=False)
    return python


def wait_for_change(widget, before: list[str]) -> None:
    """Come back once a widget looks different, whatever its status says."""
    for _ in range(120):
        if snapshot(widget)[1:] != before[1:]:
            return
        time.sleep(0.5)
    raise AssertionError(f"it does not follow Python: {before}")


def run(chapter: Path, python: Path, browser) -> tuple[float, float, float, str]:
    """Run a chapter and move a widget; return wall seconds, CPU seconds, MB and the widget."""
    moves = {name: move[:2] for name, move in MOVES.items()}
    notebook = nbformat.read(chapter, as_version=4)
    notebook.cells += map(nbformat.v4.new_code_cell, (SHOW, f"MOVES = {moves!r}{TALK}"))
    context = lab_context(browser)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "work").symlink_to(chapter.parents[1])
        copy = chapter.with_stem("opened")
        nbformat.write(notebook, copy)
        lab = Lab(python, Path(folder), MANY_HEADS_CLAIMS="strict")
        os.sched_setaffinity(lab.server.pid, {min(os.sched_getaffinity(0))})
        try:
            page = lab.open(context, f"book/{copy.name}")
            run_all(page)
            start = time.perf_counter()
            talk = page.locator(".jp-Notebook .jp-CodeCell").last
            said = talk.locator(".jp-OutputArea-output").filter(has_text="ran ")
            said.wait_for(timeout=600_000)
            seconds = time.perf_counter() - start
            name, cpu, peak = json.loads(said.inner_text().partition(" ")[2])
            widget = page.locator(".jp-OutputArea-output", has=page.locator(".mh-widget")).last
            _, _, role, control, key = MOVES[name]
            before = snapshot(widget)
            run_until(talk, "set")
            wait_for_change(widget, before)
            widget.get_by_role(role, name=control, exact=True).press(key)
            run_until(talk, "moved")
        finally:
            lab.stop()
            context.close()
            copy.unlink()
    return seconds, cpu, peak, name


def try_exercises(page: Path, python: Path) -> str:
    """Try the exercises of a chapter where they lie; return a row of the table."""
    tried = filled(nbformat.read(page, as_version=4))
    copy = page.with_stem("opened")
    nbformat.write(tried.notebook, copy)
    try:
        return row(page.stem, tried, execute(python, copy, **os.environ))
    finally:
        copy.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="beginnings of their names")
    parser.add_argument("--cache", type=Path, default=ROOT / ".binder")
    given = parser.parse_args()
    cache, fine = given.cache.resolve(), True
    repository = cache / "repository"
    lay_out(contents(ROOT), repository)
    python = environment(buildpack(repository), cache / "environment")
    print(f"{'':40} {'wall s':>6} {'CPU s':>6} {'peak MB':>8}   moved both ways")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for chapter in sorted((repository / "book").glob("[0-9]*.ipynb")):
            if chapter.name.startswith(tuple(given.chapters)):
                wall, cpu, peak, name = run(chapter, python, browser)
                print(f"{chapter.stem:40} {wall:6.0f} {cpu:6.0f} {peak:8.0f}   {name}", flush=True)
                fine &= cpu < SECONDS and peak < MB
    for page in sorted((repository / "book").glob("exercises-*.ipynb")):
        if page.name.startswith(tuple(given.chapters)):
            said = try_exercises(page, python)
            print(said, flush=True)
            fine &= " failed\n" not in said
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
