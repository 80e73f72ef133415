"""The system calls that student code may use: files, memory and time, and nothing else.

Threads can be made, but no process and no socket, no namespace entered, no program run; kill, tkill
and tgkill fail like every other call that is not listed.
"""

import tempfile
from typing import Any

ALLOWED = {
    "files": (
        "read readv pread64 preadv write writev pwrite64 pwritev lseek close close_range "
        "dup dup2 dup3 open openat creat access faccessat faccessat2 stat lstat fstat "
        "newfstatat fstatat64 statx statfs fstatfs readlink readlinkat getcwd chdir "
        "fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 truncate "
        "ftruncate fsync fdatasync getdents64 umask chmod fchmod fchmodat utimensat listxattr "
        "llistxattr sendfile fcntl pipe pipe2 poll ppoll select pselect6"
    ),
    "memory": (
        "brk mmap mprotect munmap mremap madvise mincore futex set_robust_list get_robust_list rseq"
    ),
    "itself": (
        "capget getpid getppid gettid getuid geteuid getgid getegid getgroups getrlimit "
        "getrusage rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack "
        "set_tid_address restart_syscall exit exit_group"
    ),
    "machine": (
        "getrandom uname sysinfo sched_yield sched_getaffinity getcpu times time "
        "gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep setitimer"
    ),
}
#: What a new thread shares with its process; of what a new process or namespace asks for, nothing.
THREAD = 0x00010000 | 0x00000100 | 0x00000800  # CLONE_THREAD, CLONE_VM, CLONE_SIGHAND
NO_THREAD = 0x7E020000 | 0x0000E000  # CLONE_NEW..., CLONE_PTRACE, CLONE_VFORK, CLONE_PARENT
MISSING = 38  # ENOSYS: the C library then takes an older way, where there is one


class SeccompError(Exception):
    """libseccomp or its Python binding is missing."""


def program() -> bytes:
    """Compile the filter for this machine's processor, as prctl(PR_SET_SECCOMP) takes it.

    Raises
    ------
    SeccompError
        If libseccomp cannot be loaded.
    """
    made = _filter()
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _filter() -> Any:
    try:
        import pyseccomp
    except (ImportError, RuntimeError) as error:
        raise SeccompError(str(error)) from error
    made = pyseccomp.SyscallFilter(pyseccomp.ERRNO(MISSING))
    for name in " ".join(ALLOWED.values()).split():
        made.add_rule(pyseccomp.ALLOW, name)
    # Limits can be read, but those of others and higher ones cannot be set.
    made.add_rule(pyseccomp.ALLOW, "prlimit64", pyseccomp.Arg(2, pyseccomp.EQ, 0))
    # The C library tries clone3 first, whose flags no filter can read, and then clone.
    flags = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, THREAD | NO_THREAD, THREAD)
    made.add_rule(pyseccomp.ALLOW, "clone", flags)
    return made
