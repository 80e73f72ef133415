"""Let .venv work in the folder where it stands, also if it was moved or copied there.

    .venv/bin/python tools/install/relocate_env.py

Each `make` does it first. pip and uv write the folder in which they install into scripts, so a copy
would run the code of the folder that it was copied from. It fails if the packages were installed
for another Python than the one that is here.
"""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

# Below .venv/lib/python3.11/site-packages: the library, the folders beside it, the repository.
PATH_FILE_LINES = "../../../../book\n../../../../_ext\n../../../..\n"
# What begins a script of pip or uv; the second form is for folders with long names or spaces.
FIXED_SHEBANG = re.compile(rb"""#!(/[^\n]*/python[\d.]*|/bin/sh\n'''exec' ["']?/[^\n]*\n' ''')\n""")
# Python reads the second and third line as text, and a shell starts the Python beside the script.
RELATIVE_SHEBANG = b"""#!/bin/sh
'''exec' "$(dirname -- "$(realpath -- "$0")")/python" "$0" "$@"
' '''
"""


def replace(path: Path, data: bytes) -> None:
    """Write a new file: a copy may share the old one with its model, by a hard link."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(data)
    new.chmod(path.stat().st_mode if path.exists() else 0o644)
    new.replace(path)


def make_scripts_relative(folder: Path) -> None:
    """Let each script start the Python beside it."""
    for path in folder.iterdir():
        with path.open("rb") as file:
            shebang = FIXED_SHEBANG.match(file.read(1000))
        if shebang:
            replace(path, RELATIVE_SHEBANG + path.read_bytes()[shebang.end() :])


def write_path_file(packages: Path) -> None:
    """Let this environment import the library, and the folders beside it."""
    path = packages / "many-heads.pth"
    if not path.exists() or path.read_text("utf-8") != PATH_FILE_LINES:
        replace(path, PATH_FILE_LINES.encode())


def rewrite_activate(environment: Path) -> None:
    """Let `activate` name this folder; venv writes it again, and leaves packages as they are."""
    settings = environment / "pyvenv.cfg"
    if f" {environment}\n" in settings.read_text("utf-8"):
        return
    for path in [settings, *environment.glob("bin/activate*")]:
        replace(path, path.read_bytes())
    command = [sys.executable, "-m", "venv", "--without-pip", environment]
    subprocess.run(command, check=True)


def main() -> None:
    environment, packages = Path(sys.prefix), Path(sysconfig.get_path("purelib"))
    if not packages.is_dir():
        raise SystemExit(f"{environment} has no packages for Python {sys.version.split()[0]}")
    make_scripts_relative(environment / "bin")
    write_path_file(packages)
    rewrite_activate(environment)


if __name__ == "__main__":
    main()
