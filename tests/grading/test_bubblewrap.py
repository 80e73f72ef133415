"""The walls: what the command of bubblewrap shows of this machine, and to whom."""

import os
from pathlib import Path

from conftest import ROOT

from grading.jail import bubblewrap


def shown(kind: str, command: list[str]) -> dict[str, str]:
    """Return by source what the command binds."""
    places = [place for place, word in enumerate(command) if word == kind]
    return {command[place + 1]: command[place + 2] for place in places}


def test_no_network_no_environment_and_no_capability_is_left():
    command = bubblewrap.command("bwrap")
    walls = command[: command.index("--")]
    wanted = {"--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--clearenv"}
    assert wanted - {*walls} == set()
    assert walls[walls.index("--cap-drop") + 1] == "ALL"
    assert "--die-with-parent" in walls


def test_of_the_repository_the_jail_sees_its_own_code_and_the_library_without_right_answers():
    bound = shown("--ro-bind", bubblewrap.command("bwrap"))
    ours = {Path(source) for source in bound if Path(source).is_relative_to(ROOT)}
    code = {path for path in ours if ".venv" not in path.relative_to(ROOT).parts}
    library = code & {*bubblewrap.SHOWN}
    assert code - library == {*bubblewrap.CODE}
    assert {path.parent for path in library} == {ROOT / "book/multihead"}
    assert not {"exercises", "checks.py"} & {path.name for path in library}
    assert sorted(path.name for path in code if "multihead" not in path.parts) == [
        "event_loop.py",
        "fork_server.py",
        "import_guard.py",
        "isolation.py",
        "outline.py",
        "protocol.py",
        "shell.py",
        "stand_ins.py",
        "worker.py",
    ]


def test_only_three_devices_can_be_written_to():
    command = bubblewrap.command("bwrap")
    assert {*shown("--dev-bind", command)} == {"/dev/null", "/dev/zero", "/dev/urandom"}
    assert "--bind" not in command


def test_root_becomes_nobody(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    words = " ".join(bubblewrap.command("bwrap"))
    assert f"--reuid {bubblewrap.NOBODY} --regid {bubblewrap.NOBODY} --clear-groups" in words
