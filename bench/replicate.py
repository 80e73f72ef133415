"""Run the chapters on fresh seeds and with other kernels, and store the results of every claim.

Backs: the page *How sure are we?*, through book/replications.json.

    make replicate                                        # all chapters, 20 sets: about an hour
    .venv/bin/python bench/replicate.py --chapters 05 --sets 4 --look  # hold? store nothing
    .venv/bin/python bench/replicate.py --chapters 05 --stated  # new names or bounds: one run

The pages show seed set 0. The other sets use the ways to compute in `paths` in turn. Running a
chapter again replaces its part of `book/replications.json`, which the page *How sure are we?*
reads. The tests say when a part is out of date.
"""

import argparse
import math
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nbformat
from book_site import fingerprint
from dask.distributed import Client, LocalCluster, as_completed
from multihead import numerics
from multihead.claims import replications
from multihead.claims.statement import MIME, STORED, Claim
from nbclient import NotebookClient


def paths() -> dict[str, dict[str, str]]:
    """Return the ways to compute by name, each with the variables that select it."""
    best = (
        "avx512"
        if numerics.wide()
        else numerics.kernel_variables().get("ATEN_CPU_CAPABILITY", "default")
    )
    return {
        "pinned": {},
        "native": {"ATEN_CPU_CAPABILITY": best, "MKL_CBWR": "AUTO"},
        "default": {"ATEN_CPU_CAPABILITY": "default"},
        "two threads": {"OMP_WAIT_POLICY": "PASSIVE"},  # no busy waiting on few cores
    }


def run_chapter(path: Path, seed_set: int, variables: dict[str, str], threads: int) -> dict:
    """Run one chapter in its own kernel; return the results of its claims and its errors."""
    nb = nbformat.read(path, as_version=4)
    if threads > 1:
        count = nbformat.v4.new_code_cell(f"import torch\ntorch.set_num_threads({threads})")
        first = next(i for i, cell in enumerate(nb.cells) if cell.cell_type == "code")
        nb.cells.insert(first + 1, count)
    environment = {k: v for k, v in os.environ.items() if k not in numerics.kernel_variables()}
    environment |= variables | {"MANY_HEADS_SEED_SET": str(seed_set), "TQDM_DISABLE": "1"}
    client = NotebookClient(
        nb, timeout=1200, allow_errors=True, resources={"metadata": {"path": path.parent}}
    )
    client.execute(env=environment)
    outputs = [out for cell in nb.cells if cell.cell_type == "code" for out in cell.outputs]
    claims = [out.data[MIME] for out in outputs if MIME in out.get("data", {})]
    for claim in claims:  # JSON has no NaN
        claim["found"] = math.nan if claim["found"] is None else claim["found"]
    return {
        "claims": claims,
        "errors": [f"{out.ename}: {out.evalue}" for out in outputs if out.output_type == "error"],
    }


def run_all(
    chapters: list[Path], sets: int, first: int, workers: int
) -> Iterator[tuple[str, list[dict]]]:
    """Run every chapter on set 0 and on fresh sets; yield its runs when all of them are done."""
    ways = paths()
    names = [*ways]
    plan = [(0, "pinned"), *((first + i, names[i % len(names)]) for i in range(sets))]
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        jobs = {}
        for chapter in chapters:
            for place, (seed_set, way) in enumerate(plan):
                threads = 2 if way == "two threads" else 1
                asked = chapter, seed_set, ways[way], threads
                job = client.submit(run_chapter, *asked, pure=False, retries=2)
                jobs[job] = chapter.stem, place
        found = {chapter.stem: {} for chapter in chapters}
        for done, job in enumerate(as_completed(jobs), 1):
            name, place = jobs[job]
            seed_set, way = plan[place]
            found[name][place] = {"set": seed_set, "path": way} | job.result()
            print(f"{done} of {len(jobs)}: {name}, set {seed_set}, {way}", flush=True)
            for error in found[name][place]["errors"]:
                print(f"    a cell failed: {error}", flush=True)
            if len(found[name]) == len(plan):
                yield name, [found[name][i] for i in range(len(plan))]


def gather(runs: list[dict]) -> list[Claim]:
    """Join the runs of one chapter by claim."""
    values = [{claim["id"]: claim["found"] for claim in run["claims"]} for run in runs]
    return [
        Claim.stored(claim | {"found": [_rounded(of.get(claim["id"])) for of in values]})
        for claim in runs[0]["claims"]
    ]


def _rounded(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.{STORED}g}")


def report(name: str, claims: list[Claim]) -> None:
    print(f"\n{name}\n{'margin':>8} {'holds':>6}  {'on the page':>11}  {'range':>22}  claim")
    for claim in sorted(claims, key=lambda claim: claim.margin):
        low, high = claim.ends
        print(
            f"{claim.margin:8.1f} {claim.times / len(claim.values):6.0%}  "
            f"{claim.values[0]:11.4g}  {low:10.4g} {high:11.4g}  {claim.what} {claim.bounds()}"
        )


def as_stated(stored: list[Claim], now: list[Claim]) -> list[Claim]:
    """Return the stored claims with the names and bounds that their chapter has now."""
    said = {c.id: {"what": c.what, "above": c.above, "below": c.below} for c in now}
    if {*said} != {claim.id for claim in stored}:
        sys.exit("the chapter has other claims than the stored; run it without --stated")
    return [replace(claim, **said[claim.id]) for claim in stored]


def has_room(claim: Claim) -> bool:
    """Ask more than that it holds, to which a few fresh sets would often say no by chance alone."""
    return claim.margin > replications.ENOUGH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="numbers, e.g. 05 07")
    parser.add_argument("--sets", type=int, default=20, help="number of fresh seed sets")
    parser.add_argument("--first", type=int, default=1, help="number of the first fresh set")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--look", action="store_true", help="only see whether claims hold")
    parser.add_argument("--stated", action="store_true", help="run once; store names and bounds")
    asked = parser.parse_args()
    chapters = [
        path
        for path in sorted(replications.BOOK.glob("*.ipynb"))
        if path.name.startswith(tuple(asked.chapters)) and "claim(" in path.read_text("utf-8")
    ]
    if not chapters:
        parser.error(f"no chapter with claims has the number {' or '.join(asked.chapters)}")
    before = {path.stem: fingerprint.digest(path) for path in chapters}
    fine = True
    sets = 0 if asked.stated else asked.sets
    for name, runs in run_all(chapters, sets, asked.first, asked.workers):
        claims = gather(runs)
        if asked.stated:
            claims = as_stated(replications.load()[name]["claims"], claims)
        report(name, claims)
        fine &= not any(run["errors"] for run in runs)
        fine &= all(claim.holds if asked.look else has_room(claim) for claim in claims)
        if fingerprint.digest(replications.BOOK / f"{name}.ipynb") != before[name]:
            print(f"{name} or the library changed during the run; its results are not stored")
        elif asked.stated:
            kept = replications.load()[name]
            replications.keep(name, kept["made_from"], kept["runs"], claims)
        elif not asked.look:
            plan = [[run["set"], run["path"]] for run in runs]
            replications.keep(name, before[name], plan, claims)
    failed = "a claim does not hold" if asked.look else "a claim has too little room"
    sys.exit(0 if fine else f"a cell failed, or {failed}")


if __name__ == "__main__":
    main()
