"""The walls of the jail: what bubblewrap shows of this machine to the process that it starts."""

import os
import shutil
import stat
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
#: What the jail runs, beside the code of the answers, which is the reader's as well.
PARTS = ("fork_server", "worker", "protocol", "shell", "stand_ins", "event_loop", "outline")
PARTS += ("import_guard", "isolation")
LIBRARY = HERE.parents[1] / "book/multihead"
CODE = [HERE / f"{part}.py" for part in PARTS]
CODE += [LIBRARY / f"exercises/{part}.py" for part in ("answers", "borrowed", "imports")]
HIDDEN = {"exercises", "checks", "__pycache__", "ruff"}
#: Of the library all but what knows right answers; a `check` that does nothing stands for it.
SHOWN = [path for path in sorted(LIBRARY.glob("[a-z_]*")) if path.stem not in HIDDEN]
PYTHON = Path(os.path.realpath(sys.executable))
NOBODY = "65534"
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
VARIABLES = dict.fromkeys(ONE_THREAD, "1") | {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "1",  # each thread would else take 64 MB of what may be had
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "PATH": "/jail",  # where no program is
}


def command(bwrap: str) -> list[str]:
    """Write the command that starts the fork server, without network, home or repository.

    Raises
    ------
    PermissionError
        If root grades and the unprivileged user cannot read what the jail needs.
    """
    walls = [bwrap, "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
    walls += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    for name, value in VARIABLES.items():
        walls += ["--setenv", name, value]
    walls += ["--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp"]
    for folder in ("/jail", "/jail/multihead", "/dev"):
        walls += ["--dir", folder]
    for device in ("null", "zero", "urandom"):
        walls += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    for file in map(_readable, CODE):
        walls += ["--ro-bind", str(file), f"/jail/{file.name}"]
    for path in map(_readable, SHOWN):
        walls += ["--ro-bind", str(path), f"/jail/multihead/{path.name}"]
    found = ["/jail"]
    for kind in ("purelib", "platlib"):
        walls += ["--ro-bind", str(_readable(Path(sysconfig.get_path(kind)))), f"/jail/{kind}"]
        found += [f"/jail/{kind}"]
    walls += [*_system(), *_interpreter(), "--remount-ro", "/"]
    start = f"import sys; sys.path[:0] = {found}; import fork_server; fork_server.main()"
    return [*walls, *_user(), str(PYTHON), "-I", "-S", "-B", "-c", start]


def _system() -> list[str]:
    """Show /usr, and the short names of its folders as this machine has them."""
    shown = ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for name in ("/lib", "/lib64"):
        if os.path.islink(name):
            shown += ["--symlink", os.readlink(name), name]
        else:
            shown += ["--ro-bind-try", name, name]
    return shown


def _interpreter() -> list[str]:
    """Show Python where it is installed; what lies above it is empty, and anyone may pass."""
    home = _readable(PYTHON.parents[1])
    if home.is_relative_to("/usr"):
        return []
    shown = ["--ro-bind", str(home), str(home)]
    for above in list(home.parents)[:-1]:
        shown = ["--dir", str(above), *shown]
    return shown


def _readable(path: Path) -> Path:
    """Return the path if it can be shown; folders above it may be closed."""
    if os.geteuid() == 0 and not path.stat().st_mode & stat.S_IROTH:
        raise PermissionError(f"user {NOBODY} cannot read {path}; run: chmod -R o+rX {path}")
    return path


def _user() -> list[str]:
    """Become an unprivileged user: root itself is bound by no limit on processes."""
    if os.geteuid() != 0:
        return ["--unshare-user", "--"]
    setpriv = shutil.which("setpriv") or "setpriv"
    become = [setpriv, "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    return ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--", *become]
