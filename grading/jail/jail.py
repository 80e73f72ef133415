"""A jail for student code: its answers come out as numbers, and nothing else does.

One fork server behind bubblewrap's walls has PyTorch loaded and makes the workers that run
submissions. The grader keeps the clock, asks for one cell or one call at a time, and goes on in
another worker where one was lost.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Self

from multihead.exercises import answers

from grading.jail import bubblewrap, cores, protocol, seccomp
from grading.jail.client import Client
from grading.jail.limits import Limits
from grading.jail.protocol import Question
from grading.jail.submission import Result, Share, Submission, unjudged

HELP = """Grading needs Linux with bubblewrap and libseccomp, and user namespaces:
  Debian or Ubuntu: sudo apt install bubblewrap libseccomp2 util-linux
  .venv/bin/pip install -r grading/requirements.txt
  root grades as user 65534, who must be able to read the interpreter, .venv and grading/"""
START = 120.0  # seconds; loading PyTorch from a cold disk is most of it
MOST_STARTS = 6  # of the fork server for one submission
COMPUTING = 3600  # seconds; the grader ends a worker long before, unless it is lost itself


class JailError(Exception):
    """The jail cannot be had on this machine."""

    def __str__(self) -> str:
        return f"The jail does not start: {self.args[0]}\n{HELP}"


class Jail:
    """Run submissions, each in a worker of its own: ``with Jail() as jail: jail.run(...)``.

    A jail belongs to the thread that starts it and ends with it; several may work side by side.
    """

    def __init__(self, limits: Limits | None = None):
        self.limits = limits or Limits()
        self._process: subprocess.Popen[str] | None = None
        self._said = ""  # what the last fork server complained of

    def __enter__(self) -> Self:
        trial = self.run(["answer = [3, 5]"], [Question("answer", None)])
        if not answers.agree(trial.answers["answer"][0], [3, 5], 0.0):
            self._stop()
            raise JailError(self._said or "; ".join(trial.notes))
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def run(self, cells: list[str], questions: list[Question], share: Share = unjudged) -> Result:
        """Run the cells and answer the questions; what student code does raises no error here.

        ``share`` says what share of an answer is right; one that is all right is not asked again.

        Raises
        ------
        JailError
            If the fork server is lost, by no fault of a student, and does not come back.
        """
        for _ in range(MOST_STARTS):
            if not self._process:
                self._start()
            submission = Submission(cells, questions, self.limits, share)
            while not submission.done():
                with self._worker() as worker:
                    submission.go_on(worker)
                if not self._process:  # the fork server is lost, by no fault of the student
                    break
            else:
                return submission.result()
        raise JailError(self._said or "its process is lost again and again")

    @contextlib.contextmanager
    def _worker(self) -> Iterator[Client]:
        (its_asking, asking), (answering, its_answering) = os.pipe(), os.pipe()
        with contextlib.suppress(OSError):
            socket.send_fds(self._control, [b"n"], [its_asking, its_answering])
        os.close(its_asking)
        os.close(its_answering)
        try:
            yield Client(asking, answering)
        finally:
            os.close(asking)
            os.close(answering)
            self._end_worker()

    def _end_worker(self) -> None:
        try:
            self._control.send(b"e")
            if self._control.recv(1):
                return
        except OSError:
            pass
        self._stop()

    def _start(self) -> None:
        bwrap = shutil.which(os.environ.get("BWRAP", "bwrap"))
        if not bwrap:
            raise JailError("there is no bwrap")
        try:
            rules, command = seccomp.program(), bubblewrap.command(bwrap)
        except (seccomp.SeccompError, OSError) as error:
            raise JailError(str(error)) from error
        settings = {"filter": rules.hex(), "seconds": COMPUTING}
        settings |= {"memory": self.limits.memory, "disk": self.limits.disk}
        self._core, its_cores = cores.claim()
        settings |= {"may_import": self.limits.may_import, "cores": its_cores}
        self._control, its = socket.socketpair()
        self._control.settimeout(START)
        with its:
            self._process = subprocess.Popen(command, stdin=its, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + START
        try:
            protocol.send(self._control.fileno(), settings, [], end)
            protocol.receive(self._control.fileno(), end)
        except (OSError, EOFError, protocol.GarbageError) as error:
            self._stop()
            raise JailError(self._said or repr(error)) from error

    def _stop(self) -> None:
        if self._process:
            self._control.close()
            self._core.close()
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._said = self._process.communicate(timeout=START)[1].strip()[-1000:]
            self._process = None
