"""The filter of system calls: its list holds nothing that leads out, and it is compiled."""

import pytest

from grading.jail import seccomp

OUT = {
    "processes": "clone clone3 fork vfork execve execveat ptrace process_vm_readv pidfd_open",
    "signals": "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal",
    "network": "socket socketpair connect bind listen accept accept4 sendto sendmsg recvmsg",
    "namespaces": "unshare setns mount umount2 pivot_root chroot",
    "kernel": "bpf keyctl io_uring_setup io_uring_enter prctl seccomp perf_event_open memfd_create",
    "limits": "setrlimit prlimit64 setpriority sched_setaffinity",
}


@pytest.mark.parametrize("kind", OUT)
def test_no_call_is_allowed_that_leads_out(kind):
    allowed = " ".join(seccomp.ALLOWED.values()).split()
    assert sorted({*allowed} & {*OUT[kind].split()}) == []
    assert len(allowed) == len({*allowed})


def test_the_program_is_rules_of_eight_bytes_and_the_same_each_time():
    program = seccomp.program()
    assert len(program) % 8 == 0
    assert len(program) > 8 * len(" ".join(seccomp.ALLOWED.values()).split())
    assert seccomp.program() == program
