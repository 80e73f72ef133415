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
KERNEL = Path.cwd()
START_FOLDERS = [Path(globals().get("__vsc_ipynb_file__", KERNEL / "notebook")).parent, KERNEL]
HOW_TO_FIX = (
    f"The kernel runs in {KERNEL}. If {FOLDER}.zip is unpacked elsewhere, type this into a new "
    f"cell, with the path on your machine, run it, then this cell again:\n\n"
    f'    import os; os.chdir(r"path/to/{FOLDER}")\n\n'
    f"If it is not unpacked, put {FOLDER}.zip into {KERNEL} (in Colab: the folder button on the "
    f"left) and run this cell again. {FROM}"
)


def find_library():
    for start in START_FOLDERS:
        for folder in (start, *start.parents):
            for library in (folder, folder / "book"):
                if os.path.isfile(library / "multihead" / "__init__.py"):
                    return library
    return None


def run(*command):
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    try:
        subprocess.run(command, env=quiet, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        output = getattr(error, "stderr", error)
        raise RuntimeError(f"{' '.join(command)} failed: {output}\n{HOW_TO_FIX}") from None


def fetch_library():
    for start in START_FOLDERS:
        library = start / FOLDER / "book"
        archive = start / f"{FOLDER}.zip"
        if not library.is_dir() and archive.is_file():
            shutil.unpack_archive(archive, start)
        if library.is_dir():
            return library
    if not REPOSITORY:
        raise ModuleNotFoundError(f"The library multihead is not found. {HOW_TO_FIX}")
    run("git", "clone", "--quiet", "--depth=1", "--branch=notebooks", REPOSITORY, FOLDER)
    return KERNEL / FOLDER / "book"


def install_missing():
    missing = [
        pin for pin in PACKAGES.split() if not find_spec(pin.split("==")[0].replace("-", "_"))
    ]
    if missing:
        run(sys.executable, "-m", "pip", "install", "--quiet", *missing)


# A folder that is only called multihead has no origin.
if "multihead" not in sys.modules and not getattr(find_spec("multihead"), "origin", None):
    library = find_library()
    if not library:
        library = fetch_library()
        install_missing()
    sys.path.insert(0, str(library))
