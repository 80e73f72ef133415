"""Install into .venv exactly what a file of pins names; ``make env`` and ``make grading`` run this.

    .venv/bin/python tools/install/environment.py requirements.txt

uv does it: it takes a tenth of pip's time, and compares each file with requirements-hashes.txt.
Only torch has no hash there, since each index has another build of it. On Linux it comes from
PyTorch's index of builds without CUDA, because every chapter computes on the processor; where that
index cannot be reached, from wherever pip would take it.
"""

import ast
import contextlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
HASHES = "requirements-hashes.txt"
NEEDED_GB = 2.5  # in the folder of the book
PATIENCE_S = 10
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
PYPI = "https://pypi.org/simple"


def uv_settings(pip_config: str) -> dict[str, str]:
    """Translate what ``pip config list`` prints, since uv reads none of pip's settings.

    Like pip, uv then takes a version from any index that has it, but from the main one first.
    """
    matches = re.findall(r"^(global|install|:env:)\.([\w-]+)=('.*')$", pip_config, re.M)
    by_precedence = sorted(matches, key=lambda line: ("global", "install", ":env:").index(line[0]))
    pip = {key: ast.literal_eval(value).split() for _, key, value in by_precedence}
    (index,) = pip.get("index-url", [PYPI])
    uv = {
        "UV_DEFAULT_INDEX": [index],
        "UV_INDEX": [index, *pip.get("extra-index-url", [])],
        "UV_INDEX_STRATEGY": ["unsafe-best-match"],
        "UV_FIND_LINKS": [",".join(pip.get("find-links", []))],
        "SSL_CERT_FILE": pip.get("cert", []),
        "ALL_PROXY": pip.get("proxy", []),
    }
    return {name: " ".join(words) for name, words in uv.items() if any(words)}


def pinned_lines(pins: str, name: str) -> str:
    """Return the lines of one package in a file of pins."""
    match = re.search(rf"^{name}==\S+(?: \\\n +--hash=\S+)*\n", pins, re.M)
    if not match:
        raise SystemExit(f"{name} has no line: run `make pins` to write {HASHES} again")
    return match[0]


def install_uv(hashes: Path) -> Path:
    """Let pip install uv, with its hash, and return its path."""
    pin = Path(sys.prefix) / "uv.txt"
    pin.write_text(pinned_lines(hashes.read_text("utf-8"), "uv"), "utf-8")
    checked = ["--no-deps", "--require-hashes", "-r", str(pin)]
    command = [*PIP, "install", "-qq", "--retries", "1", *checked]
    if subprocess.run(command, check=False).returncode:
        raise SystemExit("pip could not install uv (see above); the first time needs a network")
    return Path(sys.executable).with_name("uv")


def with_cache(settings: dict[str, str], uv: Path) -> dict[str, str]:
    """Keep downloads where uv does, or if nobody may write there, in .venv."""
    completed = subprocess.run([uv, "cache", "dir"], capture_output=True, text=True, env=settings)
    folder = Path(completed.stdout.strip())
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if os.access(folder, os.W_OK):
        return settings
    return settings | {"UV_CACHE_DIR": str(Path(sys.prefix) / "uv-cache")}


def torch_source(torch: str, uv: Path, settings: dict[str, str]) -> list[str]:
    """Choose PyTorch's index of builds without CUDA if it answers at once: retries take minutes."""
    if sys.platform != "linux":
        return []
    backend = ["--torch-backend", "cpu"]
    ask = [str(uv), "pip", "compile", "--quiet", "--no-deps", *backend, "-"]
    no_retries = settings | {"UV_HTTP_RETRIES": "0"}
    try:
        subprocess.run(
            ask,
            input=torch,
            text=True,
            capture_output=True,
            env=no_retries,
            timeout=PATIENCE_S,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        print("No answer from download.pytorch.org: torch comes from where pip looks, maybe larger")
        return []
    return backend


def install(pins: Path, hashes: Path, uv: Path, options: list[str], settings: dict) -> None:
    """Install the pins, and stop at a file whose hash is not one of its hashes."""
    command = [uv, "pip", "install", "--quiet", "--no-build", "--python", sys.executable]
    command += ["-r", pins, "-c", hashes, *options]
    if subprocess.run(command, env=settings, check=False).returncode:
        raise SystemExit(f"Nothing is installed from {pins.name}; the reason is above")


def main() -> None:
    free = shutil.disk_usage(ROOT).free / 1e9
    if free < NEEDED_GB:
        raise SystemExit(f"{ROOT} has {free:.1f} GB of free disk; the packages need {NEEDED_GB} GB")
    hashes = ROOT / HASHES
    uv = install_uv(hashes)
    config = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True)
    settings = with_cache(uv_settings(config.stdout) | os.environ, uv)
    torch = pinned_lines((ROOT / "requirements.txt").read_text("utf-8"), "torch")
    install(ROOT / sys.argv[1], hashes, uv, torch_source(torch, uv, settings), settings)
    path_file = Path(sysconfig.get_path("purelib"), "many-heads.pth")
    path_file.write_text("../../../../book\n../../../../_ext\n../../../..\n")  # plain in any locale


if __name__ == "__main__":
    main()
