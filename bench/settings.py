"""Run the chapters in other settings, one thing changed at a time and then all at once.

Backs: in which settings a claim holds, in book/settings.json; no page shows it yet.

    .venv/bin/python bench/settings.py               # all chapters: about an hour on 2 cores
    .venv/bin/python bench/settings.py --chapters 05 10

A failing claim is no fault here: it says where the claim ends. What was run is kept in
_build/settings, so that a run that was stopped goes on where it was.
"""

import argparse
import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path

import nbformat
import numpy as np
from dask.distributed import Client, LocalCluster, as_completed
from multihead import numerics
from multihead.claims import fingerprint, replications
from multihead.claims.statement import MIME
from nbclient import NotebookClient

from bench.changed_training import IN_PLACE_OF_ADAM, Setting

FILE = replications.BOOK / "settings.json"
KEPT = replications.BOOK.parent / "_build" / "settings"
DRAWS = 4  # settings in which all is changed at once


def settings() -> dict[str, Setting]:
    """Return what is tried, by the name that the page shows."""
    single = {
        "rate ÷ 3": Setting(rate=1 / 3),
        "rate × 3": Setting(rate=3),
        "batch ÷ 4": Setting(batch=1 / 4),
        "batch × 3": Setting(batch=3),
        "start × 0.3": Setting(start=0.3),
        "start × 3": Setting(start=3),
        "AdamW": Setting(optimiser="AdamW"),
        "SGD": Setting(optimiser="SGD"),
    }
    return single | {f"all at once, {i + 1}": drawn(i) for i in range(DRAWS)}


def drawn(number: int) -> Setting:
    """Draw a setting in which everything may differ."""
    rng = np.random.default_rng(number)
    rate, batch, start = (float(f"{3 ** rng.uniform(-1, 1):.2g}") for _ in range(3))
    return Setting(rate, batch, start, str(rng.choice(["", "", *IN_PLACE_OF_ADAM])))


def run_chapter(path: Path, setting: Setting) -> dict:
    """Run one chapter in one setting; return what its claims found, and which cells failed."""
    nb = nbformat.read(path, as_version=4)
    call = f"change(Setting(**{asdict(setting)!r}))"
    code = f"from bench.changed_training import Setting, change\n{call}"
    nb.cells.insert(0, nbformat.v4.new_code_cell(code))
    wanted = numerics.wanted()
    environment = {k: v for k, v in os.environ.items() if k not in wanted} | {"TQDM_DISABLE": "1"}
    client = NotebookClient(
        nb, timeout=1800, allow_errors=True, resources={"metadata": {"path": path.parent}}
    )
    asyncio.run(client.async_execute(env=environment))
    outputs = [out for cell in nb.cells if cell.cell_type == "code" for out in cell.outputs]
    claims = [out.data[MIME] for out in outputs if MIME in out.get("data", {})]
    errors = [f"{out.ename}: {out.evalue}" for out in outputs if out.output_type == "error"]
    return {"found": {c["what"]: c["found"] for c in claims}, "errors": errors}


def kept(chapter: str, name: str) -> Path:
    return KEPT / f"{chapter} {name.replace('÷', 'over')}.json"


def run_all(chapters: list[Path], workers: int) -> None:
    """Run each chapter in every setting that it was not run in yet, as it is now."""
    KEPT.mkdir(parents=True, exist_ok=True)
    made_from = {path: fingerprint.digest(path) for path in chapters}
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        jobs = {}
        for path in chapters:
            for name, setting in settings().items():
                file, what = kept(path.stem, name), [made_from[path], asdict(setting)]
                if file.exists() and json.loads(file.read_text("utf-8"))["of"] == what:
                    continue
                job = client.submit(run_chapter, path, setting, pure=False, retries=2)
                jobs[job] = path.stem, name, file, what
        for done, job in enumerate(as_completed(jobs), 1):
            chapter, name, file, what = jobs[job]
            result = job.result()
            file.write_text(json.dumps({"of": what} | result, ensure_ascii=False), "utf-8")
            print(f"{done} of {len(jobs)}: {chapter}, {name}", *result["errors"][:3], flush=True)


def gather(chapters: list[Path]) -> dict[str, dict]:
    """Join what was found, by chapter: for each claim a value for each setting, null without."""
    made = {}
    for path in chapters:
        runs = [json.loads(kept(path.stem, name).read_text("utf-8")) for name in settings()]
        names = list(dict.fromkeys(what for run in runs for what in run["found"]))
        made[path.stem] = {
            "made_from": fingerprint.digest(path),
            "found": {what: [_short(run["found"].get(what)) for run in runs] for what in names},
            "errors": [run["errors"] for run in runs],
        }
    return made


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.5g}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="numbers, e.g. 05 07")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    chapters = [
        path
        for path in sorted(replications.BOOK.glob("*.ipynb"))
        if path.name.startswith(tuple(asked.chapters)) and "claim(" in path.read_text("utf-8")
    ]
    run_all(chapters, asked.workers)
    before = json.loads(FILE.read_text("utf-8"))["chapters"] if FILE.exists() else {}
    whole = {
        "settings": {name: asdict(setting) for name, setting in settings().items()},
        "chapters": dict(sorted((before | gather(chapters)).items())),
    }
    FILE.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
