"""Student code in the jail harms nobody, and what was right in its notebook still counts."""

import os
import shutil
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import hostile
import numpy as np
import psutil
import pytest
import torch
from conftest import ROOT
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks

from exercises import source as exercise_source
from grading.jail import bubblewrap, protocol, seccomp, submission
from grading.jail.causes import NOT_DEFINED
from grading.jail.jail import Jail, JailError
from grading.jail.limits import Limits
from grading.jail.protocol import Question
from grading.jail.submission import Submission

SECRET_SEED = 20_190_705
LIMITS = Limits(seconds=2)
NAMES = ["split_heads", "merge_heads", "new_row"]
CASES = {name: exercises.load(name).cases(exercises.generator(SECRET_SEED)) for name in NAMES}
QUESTIONS = [
    Question("split_heads", CASES["split_heads"]),
    Question("merge_heads", CASES["merge_heads"]),
    Question("new_row", None),
]
SOLUTIONS = {source.name: source.solution for source in exercise_source.read_all()}
START = "import numpy as np\nimport torch\nfrom multihead.checks import check"
SPLIT = exercise_source.code(SOLUTIONS["split_heads"]) + "\ncheck(split_heads)"
MERGE = exercise_source.code(SOLUTIONS["merge_heads"])
ROW = exercises.load("new_row").reference(*CASES["new_row"][0].values()).tolist()
NOTEBOOK = [START, SPLIT, MERGE, f"new_row = {ROW}"]
ALL_RIGHT = dict.fromkeys(NAMES, True)


@pytest.fixture(scope="module")
def jail():
    with Jail(LIMITS) as started:
        yield started


@pytest.fixture
def in_order(monkeypatch):
    """The whole notebook runs, as it does where its outline gives no right answer."""
    monkeypatch.setattr(submission, "OUTLINE", ())


@pytest.fixture
def outside(tmp_path, jail):
    """A folder and two servers that nobody may reach; and no process may be left."""
    (tmp_path / "secret").write_text("41")
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket"))
        unix.listen()
        processes = family(jail)
        yield {"PORT": str(tcp.getsockname()[1]), "FOLDER": str(tmp_path)}
        for server in (tcp, unix):
            server.setblocking(False)
            with pytest.raises(BlockingIOError):
                server.accept()
        assert family(jail) == processes
    assert sorted(os.listdir(tmp_path)) == ["secret", "socket"]
    assert (tmp_path / "secret").read_text() == "41"


def family(jail) -> set[int]:
    warm = psutil.Process(jail._process.pid)
    return {warm.pid, *(child.pid for child in warm.children(recursive=True))}


def still_there(processes: set[int]) -> list[psutil.Process]:
    known = [psutil.Process(pid) for pid in processes if psutil.pid_exists(pid)]
    return psutil.wait_procs(known, timeout=10)[1]


def share(name, given) -> float:
    return float(bool(checks.judge(exercises.sheet(name, SECRET_SEED), given)))


def scores(result) -> dict[str, bool]:
    return {
        name: bool(checks.judge(exercises.sheet(name, SECRET_SEED), result.answers[name]))
        for name in NAMES
    }


def filled(source: str, outside: dict[str, str]) -> str:
    for word, value in outside.items():
        source = source.replace(word, value)
    return source


def with_function(body: str) -> list[str]:
    function = "def split_heads(q, n_heads):\n" + textwrap.indent(body.strip(), "    ")
    return [START, function, *NOTEBOOK[2:]]


def answers_of(jail, body: str) -> list:
    """Return what the function ``f()`` with this body answers."""
    function = "def f():\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return jail.run([START, function], [Question("f", [{}])]).answers["f"]


def test_right_answers_come_out_as_they_are(jail):
    result = jail.run(NOTEBOOK, QUESTIONS)
    assert result.notes == []
    assert scores(result) == ALL_RIGHT
    assert all(type(a) is np.ndarray for given in result.answers.values() for a in given)


@pytest.mark.parametrize("kind", hostile.CELLS)
@pytest.mark.usefixtures("in_order")
def test_a_hostile_cell_costs_no_right_answer_here_or_in_the_next_submission(kind, jail, outside):
    cell = filled(hostile.CELLS[kind], outside)
    cells = [START, SPLIT, cell, START, MERGE, f"new_row = {ROW}"]
    assert scores(jail.run(cells, QUESTIONS, share)) == ALL_RIGHT
    assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT


@pytest.mark.parametrize("kind", hostile.SHELL)
def test_a_cell_that_attacks_the_shell_costs_no_right_answer(kind, jail, outside):
    cell = filled(hostile.SHELL[kind], outside)
    cells = [START, SPLIT, cell, START, MERGE, f"new_row = {ROW}"]
    assert scores(jail.run(cells, QUESTIONS, share)) == ALL_RIGHT
    assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT


def test_remarks_that_a_cell_writes_itself_are_as_few_and_short_as_others(jail):
    cell = "get_ipython().remarks.update({f'{n:07}' * 43: None for n in range(150)})"
    result = jail.run([cell, "answer = 7"], [Question("answer", None)])
    assert len(result.notes) == protocol.MOST_REMARKS
    assert {len(note) for note in result.notes} == {len("cell 1: ") + protocol.LONGEST_REMARK}


@pytest.mark.long
@pytest.mark.parametrize("kind", hostile.FUNCTIONS)
def test_a_hostile_function_fails_alone(kind, jail, outside):
    cells = with_function(filled(hostile.FUNCTIONS[kind], outside))
    assert scores(jail.run(cells, QUESTIONS, share)) == ALL_RIGHT | {"split_heads": False}
    assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT


def test_a_forged_reply_is_no_better_than_the_answer_in_it(jail, outside):
    body = """
        import sys
        frame = sys._getframe()
        while "answering" not in frame.f_locals: frame = frame.f_back
        token, pipe = frame.f_locals["request"]["token"], frame.f_locals["answering"]
        message = {"token": token, "passed": True, "score": 100}
        sys.modules["protocol"].send(pipe, message, [np.zeros((1, 1, 1))])
        return q.reshape(len(q), n_heads, -1).swapaxes(0, 1)
    """
    result = jail.run(with_function(textwrap.dedent(body)), QUESTIONS)
    assert np.array_equal(result.answers["split_heads"][0], [[[0]]]), "the forged one has come"
    assert scores(result) == ALL_RIGHT | {"split_heads": False}
    assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT


def test_nothing_outside_can_be_read(jail, outside):
    closed = ["/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/cpuinfo", "/sys/kernel"]
    closed += [outside["FOLDER"], str(ROOT / "exercises"), str(ROOT / "book"), str(Path.home())]
    assert all(os.path.exists(path) for path in closed)
    python = Path(os.path.realpath(sys.executable))
    if python.is_relative_to(Path.home()):  # then the way there is open, and nothing beside it
        closed.remove(str(Path.home()))
        closed += [str(path) for path in Path.home().iterdir() if path not in python.parents]
    (seen,) = answers_of(jail, f"import os\nreturn [os.path.exists(path) for path in {closed}]")
    assert dict(zip(closed, seen.tolist(), strict=True)) == dict.fromkeys(closed, False)


def test_nothing_can_be_written_but_a_private_folder(jail, outside):
    folders = ["/", "/dev", "/dev/shm", "/jail", "/usr", "/proc", "/home", "/var/tmp", sys.prefix]
    folders += [sys.base_prefix, outside["FOLDER"], str(ROOT), "/tmp"]
    body = f"""
        written = []
        for folder in {folders}:
            try:
                open(folder + "/note-to-the-next", "w").close()
                written.append(True)
            except OSError:
                written.append(False)
        return written
    """
    for _ in range(2):
        (written,) = answers_of(jail, body)
        assert [folder for folder, done in zip(folders, written, strict=True) if done] == ["/tmp"]
        (left,) = answers_of(
            jail, "import os\nreturn [[len(d), len(f)] for _, d, f in os.walk('/tmp')]"
        )
        assert left.tolist() == [[1, 0], [1, 0], [0, 0]]


def test_the_process_is_alone_and_holds_nothing_but_its_two_pipes(jail):
    (held,) = answers_of(
        jail,
        """
        import os, stat
        held = {}
        for number in range(256):
            try: held[number] = os.fstat(number).st_mode
            except OSError: pass
        assert all(stat.S_ISCHR(held.pop(number)) for number in range(3))
        return [os.getpid(), os.getppid(), len(held), sum(map(stat.S_ISFIFO, held.values()))]
        """,
    )
    assert held.tolist() == [1, 0, 2, 2]


def test_student_code_runs_as_an_unprivileged_user_without_capabilities(jail):
    body = """
        import ctypes, os
        found = (ctypes.c_uint32 * 6)()
        assert ctypes.CDLL(None).capget((ctypes.c_uint32 * 2)(0x20080522, 0), found) == 0
        return [os.getuid(), *found]
    """
    (found,) = answers_of(jail, body)
    assert found[0] == (int(bubblewrap.NOBODY) if os.geteuid() == 0 else os.geteuid())
    assert found[1:].tolist() == [0] * 6


def test_all_that_a_solution_may_need_works(jail, monkeypatch):
    monkeypatch.setattr(jail, "limits", Limits(60))  # the first optimizer takes PyTorch seconds
    body = """
        from dataclasses import dataclass
        import math
        @dataclass
        class Sizes:
            heads: int = 3
        layer = torch.nn.Linear(5, 7)
        loss = layer(torch.randn(3, 5, requires_grad=True)).softmax(-1).pow(2).sum()
        loss.backward()
        torch.optim.Adam(layer.parameters()).step()
        np.linalg.svd(np.random.default_rng(0).normal(size=(5, 7)))
        return torch.ones(Sizes().heads, requires_grad=True) * math.e
    """
    (answer,) = answers_of(jail, body)
    assert np.allclose(answer, [np.e] * 3)


def test_arguments_arrive_as_they_were_sent(jail):
    case = {"a": 3, "b": 0.1, "c": None, "d": "paper", "e": True, "f": np.int64(5)}
    case |= {"g": np.arange(15.0).reshape(3, 5).T, "h": torch.ones(3, 5, dtype=torch.bool)}
    body = """def f(a, b, c, d, e, f, g, h):
        assert (a, b, c, d, e, f) == (3, 0.1, None, "paper", True, 5)
        assert g.shape == (5, 3) and g[4, 2] == 14 and h.dtype == torch.bool
        g += 1
        return type(g) is np.ndarray, type(h) is torch.Tensor"""
    result = jail.run([START, body], [Question("f", [case, case])])
    assert [given.tolist() for given in result.answers["f"]] == [[True, True]] * 2
    assert case["g"][0, 0] == 0


def test_each_case_is_sent_only_when_its_turn_comes(jail):
    """What a function notes of its inputs is never more than those of the calls so far."""
    body = "seen = []\ndef f(n):\n    seen.append(n)\n    return seen"
    question = Question("f", [{"n": n} for n in (3, 5, 7)])
    given = jail.run([body], [question], lambda *_: 1.0).answers["f"]
    assert [answer.tolist() for answer in given] == [[3], [3, 5], [3, 5, 7]]


def test_what_is_no_array_says_what_it_is(jail):
    cells = ["text = 'seven'\nstub = [..., ...]\ndef bad(): raise ValueError('no\\x1b[2J idea')"]
    names = [("text", None), ("stub", None), ("bad", [{}]), ("gone", None), ("text", [{}])]
    said = [jail.run(cells, [Question(*name)]).answers[name[0]][0] for name in names]
    verdicts = [answers.fault(one, np.zeros(2), 0.01) for one in said]
    assert verdicts[0].startswith("The answer is a str; give an array, a tensor or a list; ")
    assert verdicts[1].startswith("The answer holds `...`; write a number in its place; expected")
    assert verdicts[2].startswith("It raised ValueError: no?[2J idea\nexpected")
    assert verdicts[3].startswith(
        "There is no answer: the notebook defines no `gone`; keep the task"
    )
    assert verdicts[4].startswith("It raised TypeError: 'str' object is not callable")


def test_the_time_of_a_notebook_is_bounded(jail, monkeypatch):
    monkeypatch.setattr(jail, "limits", Limits(seconds=0.5))
    start = time.monotonic()
    deaf = "while True:\n    try: time.sleep(9)\n    except BaseException: pass"
    lost = jail.run(["import time", deaf, *["time.sleep(9)"] * 50], [Question("a", None)])
    assert time.monotonic() - start < 15
    assert lost.causes["a"].kind == NOT_DEFINED
    assert lost.notes[0] == "cell 2 took longer than 0.5 s and was left out"
    assert jail.run(["a = 7"], [Question("a", None)]).answers["a"][0] == 7


@pytest.fixture
def closed_checkout(tmp_path, monkeypatch):
    """The jail's code in a folder that only its owner can enter."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    code = [Path(shutil.copy(file, folder)) for file in bubblewrap.CODE]
    monkeypatch.setattr(bubblewrap, "CODE", code)
    return code


@pytest.mark.usefixtures("closed_checkout")
def test_another_jail_from_a_closed_folder_works_beside_and_sees_no_environment(jail, monkeypatch):
    monkeypatch.setenv("SECRET", "41")
    body = "import os\nreturn [ord(c) for c in ' '.join(os.environ)]"
    with Jail(LIMITS) as other:
        assert not family(jail) & family(other)
        assert scores(other.run(NOTEBOOK, QUESTIONS)) == ALL_RIGHT
        assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT
        (names,) = answers_of(other, body)
    pinned = {"ATEN_CPU_CAPABILITY", "MKL_CBWR", "PWD"}
    assert set("".join(map(chr, names)).split()) <= {*bubblewrap.VARIABLES, *pinned}


def test_files_that_only_root_can_read_are_refused_with_the_fix(closed_checkout, monkeypatch):
    closed_checkout[1].chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(JailError, match=f"chmod -R o.rX {closed_checkout[1]}"), Jail(LIMITS):
        pass


def test_a_lost_warm_process_costs_no_answer_and_no_process_is_left_at_the_end():
    with Jail(LIMITS) as fragile:
        processes = family(fragile)
        fragile._process.kill()
        assert scores(fragile.run(NOTEBOOK, QUESTIONS)) == ALL_RIGHT
        processes |= family(fragile)
    assert len(processes) >= 4
    assert still_there(processes) == []


def test_a_warm_process_that_is_always_lost_is_an_error_and_no_zero(monkeypatch):
    monkeypatch.setattr("grading.jail.jail.MOST_STARTS", 2)  # each takes seconds
    with Jail(LIMITS) as fragile:
        monkeypatch.setattr(Submission, "go_on", lambda *_: fragile._process.kill())
        with pytest.raises(JailError, match="again and again"):
            fragile.run(NOTEBOOK, QUESTIONS)


def test_a_grader_that_is_killed_leaves_no_jail_behind():
    code = """if True:
        import os
        from grading.jail.jail import Jail
        with Jail() as jail:
            print(jail._process.pid, flush=True)
            os.kill(os.getpid(), 9)
    """
    run = [sys.executable, "-c", code]
    grader = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert still_there({int(grader.stdout)}) == []


@pytest.mark.parametrize("missing", ["bwrap", "libseccomp", "namespaces"])
def test_where_the_jail_cannot_be_had_it_says_how_to_get_it(missing, monkeypatch, tmp_path):
    if missing == "bwrap":
        monkeypatch.setenv("BWRAP", "no-such-bwrap")
    elif missing == "libseccomp":
        monkeypatch.setitem(sys.modules, "pyseccomp", None)
    else:
        fake = tmp_path / "bwrap"
        fake.write_text("#!/bin/sh\necho 'No permissions to create a new namespace' >&2; exit 1\n")
        fake.chmod(0o755)
        monkeypatch.setenv("BWRAP", str(fake))
    words = {
        "bwrap": "there is no bwrap",
        "libseccomp": "pyseccomp",
        "namespaces": "No permissions",
    }
    with pytest.raises(JailError, match=words[missing]) as refusal, Jail(LIMITS):
        pass
    assert "sudo apt install bubblewrap libseccomp2" in str(refusal.value)


def test_the_filter_lets_no_call_through_that_leads_out(jail):
    body = """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        calls = [libc.fork, libc.vfork, libc.socket, libc.socketpair, libc.unshare, libc.mount]
        calls += [libc.kill, libc.tgkill, libc.ptrace, libc.execve, libc.prctl]
        calls += [libc.memfd_create, libc.chroot]
        found = []
        for call in calls:
            ctypes.set_errno(0)
            call(0, 0, 0, 0, 0)
            found.append(ctypes.get_errno())
        return found
    """
    (found,) = answers_of(jail, body)
    assert found.tolist() == [seccomp.MISSING] * 13


def test_of_what_clone_can_make_only_threads_are_made(jail):
    """A stack of 0 is a crash for any that were made, and clone3 tells no filter what it makes."""
    thread, process, namespace, traced = 0x10900, 17, 0x10000000, 0x2000
    flags = [process, process | namespace, 0x100 | process, 0x4100 | process, 0x900 | process]
    flags += [thread | namespace, thread | traced, thread | 0x8000, thread | 0x20000]
    body = f"""
        import ctypes, platform
        libc = ctypes.CDLL(None, use_errno=True)
        clone = 56 if platform.machine() == "x86_64" else 220
        found = []
        for call in [(clone, flags, 0, 0, 0, 0) for flags in {flags}] + [(435, 0, 0)]:
            ctypes.set_errno(0)
            libc.syscall(*call)
            found.append(ctypes.get_errno())
        return found
    """
    (found,) = answers_of(jail, body)
    assert found.tolist() == [seccomp.MISSING] * 10


@pytest.mark.parametrize("kind", hostile.THREADS)
@pytest.mark.usefixtures("in_order")
def test_threads_that_go_on_gain_nothing_and_end_with_their_notebook(kind, jail, outside):
    """They may spoil the answers of their own notebook, which is what its author asked for."""
    wrong = "def split_heads(q, n_heads):\n    return np.zeros((3, 5, 7))"
    result = jail.run([START, wrong, hostile.THREADS[kind], *NOTEBOOK[2:]], QUESTIONS)
    assert not scores(result)["split_heads"]
    assert scores(jail.run(NOTEBOOK, QUESTIONS, share)) == ALL_RIGHT
