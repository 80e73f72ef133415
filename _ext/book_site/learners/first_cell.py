# @title In Colab, run this first. Beside the library it does nothing.
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

REPOSITORY = ""
PACKAGES = ""
FOLDER = "many-heads-notebooks"
FROM = "The download button of a chapter gives it."
OR_ELSE = (
    f"If that does not help, put {FOLDER}.zip beside this notebook (in Colab: the folder button "
    f"on the left) and run this cell again. {FROM}"
)


def run(*command):
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    try:
        subprocess.run(command, env=quiet, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", error)
        raise RuntimeError(f"{' '.join(command)} failed: {said}\n{OR_ELSE}") from None


def fetch_library():
    if Path(f"{FOLDER}.zip").is_file():
        shutil.unpack_archive(f"{FOLDER}.zip")
    elif REPOSITORY:
        run("git", "clone", "--quiet", "--depth=1", "--branch=notebooks", REPOSITORY, FOLDER)
    else:
        raise ModuleNotFoundError(f"The folder multihead is not beside this notebook. {OR_ELSE}")


if "multihead" not in sys.modules and not find_spec("multihead"):
    if not Path(FOLDER, "book", "multihead").is_dir():
        fetch_library()
    missing = [pin for pin in PACKAGES.split() if not find_spec(pin.split("==")[0])]
    if missing:
        run(sys.executable, "-m", "pip", "install", "--quiet", *missing)
    sys.path.insert(0, str(Path(FOLDER, "book").resolve()))
