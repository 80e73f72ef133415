"""Does every pin have a wheel for a system and a Python? The package index says; nothing is run.

Backs: the rows of README.md's table of systems that were not built.

    .venv/bin/python bench/wheels.py            # about a minute, most of it waiting for the index
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tools.install.environment import PIP, torch_source, uv_settings

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux, x86-64": "x86_64-manylinux_2_28",
    "Linux, ARM": "aarch64-manylinux_2_28",
    "macOS 14, Apple's processors": "aarch64-apple-darwin",
    "macOS 14, Intel's processors": "x86_64-apple-darwin",
    "Windows without WSL": "x86_64-pc-windows-msvc",
}


def here() -> tuple[dict[str, str], list[str]]:
    """Return uv's settings on this machine, and where torch comes from."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True)
    environment = uv_settings(listed.stdout) | os.environ
    return environment, torch_source("torch==2.13.0", UV, environment)


def wheels(version: str, environment: dict[str, str], source: list[str], system: str = "") -> str:
    """Return what uv would install for a Python and a system, or its error."""
    command = [UV, "pip", "compile", "--quiet", "--no-build", "--no-header", "--no-annotate"]
    command += ["--python-version", version, *source, ROOT / "requirements.txt"]
    command += ["--python-platform", system] if system else []
    environment = environment | {"MACOSX_DEPLOYMENT_TARGET": "14.0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout or "no: " + done.stderr.partition("Because ")[2].partition(" and you")[0]


def main() -> None:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    for name, system in SYSTEMS.items():
        for version in PYTHONS:
            found = wheels(version, dict(os.environ), [], system)
            text = found.strip() if found.startswith("no: ") else "a wheel for every pin"
            print(f"{name:30}Python {version}: {text}", flush=True)


if __name__ == "__main__":
    main()
