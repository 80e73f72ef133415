"""Install into .venv exactly what a file of pins names; ``make env`` and ``make grading`` run this.

    .venv/bin/python tools/install/environment.py requirements.txt

uv does it: it takes a tenth of pip's time, and compares each file with requirements-hashes.txt. Only
torch has no hash there, since its builds differ by index. On Linux it comes from PyTorch's index of
builds without CUDA, because every chapter computes on the processor; where that index cannot be
reached, from wherever pip would take it.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HASHES = "requirements-hashes.txt"
NEEDED = 2.5  # GB in the folder of the book
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
# uv reads none of pip's settings, which name a mirror, a proxy or a folder of wheels.
UV_NAMES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
}


def settings(listed: str) -> dict[str, str]:
    """Translate what ``pip config list`` prints to variables for uv."""
    lines = re.findall(r"^(global|install|:env:)\.([\w-]+)=('.*')$", listed, re.M)
    ours = sorted(lines, key=lambda line: ("global", "install", ":env:").index(line[0]))
    values = {key: ast.literal_eval(value).split() for _, key, value in ours}
    separators = {"find-links": ","}
    found = {
        name: separators.get(key, " ").join(values[key])
        for key, name in UV_NAMES.items()
        if key in values
    }
    # Like pip, take a version from any index that has it; the hash says whether it is the right one.
    return found | {"UV_INDEX_STRATEGY": "unsafe-best-match"}


def entry(pins: str, name: str) -> str:
    """Return the lines of one package in a file of pins."""
    found = re.search(rf"^{name}==(?:.*\\\n)*.*\n", pins, re.M)
    if not found:
        raise SystemExit(f"{name} has no line: run `make pins` to write {HASHES} again")
    return found[0]


def install_uv(root: Path) -> Path:
    """Let pip install uv, with its hash, and return its path."""
    pin = Path(sys.prefix) / "uv.txt"
    pin.write_text(entry((root / HASHES).read_text("utf-8"), "uv"), "utf-8")
    command = [*PIP, "install", "-qq", "--no-deps", "--require-hashes", "-r", str(pin)]
    if subprocess.run(command, check=False).returncode:
        raise SystemExit("pip cannot install uv; is there a network? Then run the same command again")
    return Path(sys.executable).with_name("uv")


def with_cache(environment: dict[str, str], uv: Path) -> dict[str, str]:
    """Keep downloads where uv does, or if nobody may write there, in .venv."""
    asked = subprocess.run([uv, "cache", "dir"], capture_output=True, text=True, env=environment)
    folder = Path(asked.stdout.strip())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        pass
    if os.access(folder, os.W_OK):
        return environment
    return environment | {"UV_CACHE_DIR": str(Path(sys.prefix) / "uv-cache")}


def torch_source(torch: str, uv: Path, environment: dict[str, str]) -> list[str]:
    """Choose PyTorch's index of builds without CUDA if it answers at once: retries take minutes."""
    if sys.platform != "linux":
        return []
    backend = ["--torch-backend", "cpu"]
    ask = [str(uv), "pip", "compile", "--quiet", "--no-deps", *backend, "-"]
    once = environment | {"UV_HTTP_RETRIES": "0"}
    try:
        subprocess.run(
            ask, input=torch, text=True, capture_output=True, env=once, timeout=10, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        print("download.pytorch.org does not answer; torch comes from where pip would look")
        return []
    return backend


def install(pins: Path, root: Path, uv: Path, environment: dict[str, str]) -> None:
    """Install the pins, and stop at a file whose hash is not the one in the file of hashes."""
    torch = entry((root / "requirements.txt").read_text("utf-8"), "torch")
    command = [uv, "pip", "install", "--quiet", "--no-build", "--python", sys.executable]
    command += ["-r", pins, "-c", root / HASHES, *torch_source(torch, uv, environment)]
    if subprocess.run(command, env=environment, check=False).returncode:
        raise SystemExit(f"Nothing is installed from {pins.name}: the reason stands above")


def main() -> None:
    free = shutil.disk_usage(ROOT).free / 1e9
    if free < NEEDED:
        raise SystemExit(f"{ROOT} has {free:.1f} GB of free disk; the packages need {NEEDED} GB")
    uv = install_uv(ROOT)
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True)
    environment = with_cache(settings(listed.stdout) | os.environ, uv)
    install(ROOT / sys.argv[1], ROOT, uv, environment)


if __name__ == "__main__":
    main()
