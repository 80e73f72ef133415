"""Submissions that harm, by accident or on purpose; the tests fill in FOLDER and PORT."""

# A cell between right answers: they still count, whatever it does.
CELLS = {
    "error": "1 / 0",
    "no Python": "%matplotlib inline\nthis is no Python (",
    "text with a null": "a = 1\0",
    "loop": "while True: pass",
    "null pointer": "import ctypes\nctypes.string_at(0)",
    "os._exit": "import os\nos._exit(0)",
    "SystemExit": "raise SystemExit(0)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "deep recursion": """
import sys
sys.setrecursionlimit(10**9)
class Deep:
    def __getattr__(self, name): return getattr(self, name + "x")
Deep().x
""",
    "output flood": "import sys\nfor _ in range(1000): sys.stdout.write('x' * 1_000_000)",
    "fork bomb": "import os\nwhile True: os.fork()",
    "fork bomb that does not give up": """
import ctypes, os
for _ in range(10_000):
    try: os.fork()
    except OSError: ctypes.CDLL(None).fork(); ctypes.CDLL(None).vfork()
""",
    "thread bomb": """
import threading, time
while True: threading.Thread(target=time.sleep, args=(1,)).start()
""",
    "fork bomb by clone": """
import ctypes
libc = ctypes.CDLL(None)
for _ in range(1000):
    for flags in (17, 17 | 0x100, 17 | 0x4100, 17 | 0x10000000):
        libc.syscall(56, flags, 0, 0, 0, 0)
    libc.syscall(435, bytes(88), 88)
""",
    "background process": "import subprocess\nsubprocess.Popen(['sleep', '1000'])",
    "another program": "import os\nos.execv('/usr/bin/env', ['env'])",
    "50 GB of zeros": "import numpy as np\nx = np.zeros(50 * 2**30, dtype='u1')\nx[::4096] = 1",
    "50 GB of bytes": "x = bytearray(50 * 2**30)",
    "memory bit by bit": "x = []\nwhile True: x.append(bytearray(1 << 20))",
    "memory of a file": "import os\nos.memfd_create('x')",
    "disk flood": """
n = 0
while True:
    with open(f"/tmp/{n}", "wb") as file: file.write(bytes(1 << 22))
    n += 1
""",
    "a million files": "for n in range(10**6): open(f'/tmp/{n}', 'w').close()",
    "NumPy is patched": """
import numpy as np
np.allclose = np.array_equal = np.isclose = lambda *_, **__: True
np.array = np.asarray = np.save = np.load = np.isfinite = None
np.lib.format.write_array = lambda *_, **__: None
""",
    "arrays are patched": "import ctypes, numpy as np\nnp.ndarray.__eq__ = lambda *_: True",
    "JSON and builtins are patched": """
import builtins, json, json.encoder
json.dumps = json.loads = json.encoder.JSONEncoder = None
builtins.isinstance = lambda *_: True
builtins.print = builtins.type = builtins.len = builtins.str = builtins.vars = None
builtins.__import__ = None
""",
    "what reads a cell is patched": "import ast, re\nast.parse = re.match = re.compile = None",
    "the operating system is patched": "import os, select\nos.write = os.read = select.poll = None",
    "PyTorch is replaced": "import sys, types\nsys.modules['torch'] = types.ModuleType('torch')",
    "all modules are gone": "import sys\nsys.modules.clear()",
    "the reply is patched": """
import sys
sys.modules["protocol"].send = sys.modules["answers"].read = lambda *_: None
""",
    "everything is traced": "import sys\nsys.settrace(lambda *_: 1 / 0)",
    "signals are ignored": """
import signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
while True:
    try:
        while True: pass
    except BaseException: pass
""",
    "everyone is killed": """
import ctypes, os, signal
for target in (-1, 0, 1, os.getppid(), 2, 3):
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
        ctypes.CDLL(None).kill(target, number)
""",
    "ptrace": """
import ctypes
for target in range(1, 40):
    if ctypes.CDLL(None).ptrace(16, target, 0, 0) == 0: raise SystemExit
    ctypes.CDLL(None).process_vm_readv(target, 0, 0, 0, 0, 0)
""",
    "namespaces": """
import ctypes
libc = ctypes.CDLL(None)
for call in (lambda: libc.unshare(0x10000000), lambda: libc.umount2(b"/tmp", 2),
             lambda: libc.mount(b"none", b"/tmp", b"proc", 0, None), lambda: libc.chroot(b"/")):
    while call() == 0: pass
""",
    "connection": """
import socket
socket.create_connection(("127.0.0.1", PORT), timeout=1).sendall(b"hello")
""",
    "unix socket": """
import socket
socket.socket(socket.AF_UNIX).connect("FOLDER/socket")
""",
    "every descriptor is written to": """
import os
for number in range(256):
    try: os.write(number, b"\\0\\0\\0\\2\\0\\0\\0\\0{}" * 100)
    except OSError: pass
""",
    "every descriptor is closed": "import os\nos.closerange(0, 256)",
    "the questions are read": """
import os
for number in range(3, 256):
    try: os.read(number, 1)
    except OSError: pass
""",
    "limits are raised": """
import resource
for kind in range(16):
    try: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError): pass
x = bytearray(50 * 2**30)
""",
    "names are deleted": "for n in set(globals()) - {'split_heads'}: del globals()[n]",
}

# The same for cells that attack IPython's shell, in which all of them run.
SHELL = {
    "what runs before and after a cell": """
import os
shell = get_ipython()
for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
    shell.events.register(event, lambda *_: os._exit(0))
""",
    "a tree that loses its branches": """
import ast
class Nothing(ast.NodeTransformer):
    def visit_Module(self, node): return ast.Module([], [])
get_ipython().ast_transformers.append(Nothing())
""",
    "a tree that is rejected": """
from IPython.core.error import InputRejected
class Rejected:
    def visit(self, node): raise InputRejected("no")
get_ipython().ast_transformers.append(Rejected())
""",
    "cells that lose their lines": """
shell = get_ipython()
shell.input_transformers_cleanup.append(lambda lines: [])
shell.input_transformers_post.append(lambda lines: 1 / 0)
shell.input_transformer_manager = None
""",
    "what shows a value": """
import os, sys
shell = get_ipython()
shell.display_formatter = shell.displayhook = shell.display_pub = None
sys.displayhook = os._exit
3
""",
    "magics of one's own": """
import os
shell = get_ipython()
for name in ("time", "run", "load_ext", "writefile"):
    shell.register_magic_function(lambda *_: os._exit(0), "line_cell", name)
shell.run_line_magic = shell.run_cell_magic = lambda *_: os._exit(0)
%time 3
""",
    "an extension": """
import pathlib
pathlib.Path("evil.py").write_text('''
def load_ipython_extension(shell):
    shell.run_cell = shell.run = shell.run_code = lambda *_, **__: None
    shell.user_ns.clear()
''')
%load_ext evil
""",
    "programs": """
import os
shell = get_ipython()
for way in (shell.system_raw, shell.system_piped, shell.system, shell.getoutput, os.system):
    try: way("touch FOLDER/touched; sleep 1000")
    except Exception: pass
%sx touch FOLDER/touched
get_ipython().run_cell_magic("script", "sh", "touch FOLDER/touched")
get_ipython().run_cell_magic("bash", "--bg", "sleep 1000")
!touch FOLDER/touched
""",
    "what the shell imports": """
import os, pathlib, sys
for module in [*sys.modules.values()]:
    for name in ("system", "getoutput", "getoutputerror", "process_handler", "spawn", "popen"):
        way = getattr(module, name, None)
        if callable(way):
            try: way("touch FOLDER/touched")
            except BaseException: pass
def attack():
    import IPython.lib.backgroundjobs, pexpect, sqlite3, urllib.request, webbrowser
    for way in (webbrowser.open, urllib.request.urlopen):
        try: way("http://127.0.0.1:PORT/")
        except Exception: pass
    try: sqlite3.connect("FOLDER/touched").execute("create table t (x)")
    except Exception: pass
    pexpect.spawn("touch FOLDER/touched")
attack()
""",
    "a remark without end": "%" + "x" * 1_000_000 + "\n%%" + "y" * 1_000_000,
    "a patched class": """
kind = type(get_ipython())
for name in ("run", "run_cell", "_run_cell", "run_cell_async", "run_ast_nodes", "run_code"):
    setattr(kind, name, lambda *_, **__: None)
kind.user_ns = property(lambda _: {})
""",
    "a patched shell": """
shell = get_ipython()
shell.run = shell.run_cell = shell.transform_cell = shell.remark = lambda *_, **__: None
shell.functions = shell.numbers = shell.remarks = shell.compile = None
""",
    "another namespace": "get_ipython().user_ns = get_ipython().user_module.__dict__.copy()",
    "names that are reset": "%reset -f\n%xdel split_heads",
    "errors that are swallowed": """
get_ipython().set_custom_exc((BaseException,), lambda *_, **__: None)
while True: pass
""",
    "a loop that never ends": """
import asyncio
get_ipython().loop_runner = lambda coro: 1 / 0
asyncio.get_event_loop().stop()
asyncio.get_event_loop().close()
await asyncio.sleep(99)
""",
    "another shell": """
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.clear_instance()
type(get_ipython()).clear_instance()
other = InteractiveShell.instance()
other.run_cell("split_heads = None")
""",
    "what a worker calls": """
import sys, types
worker = sys.modules["worker"]
worker._obey = worker._put_back = worker._ring_after = worker.ZMQInteractiveShell = None
sys.setprofile = sys.settrace = sys.getprofile = lambda *_: 1 / 0
""",
    "what the shell keeps of cells": """
class Closed(dict):
    def __setitem__(self, *_): raise SystemExit
get_ipython().functions = Closed()
get_ipython().numbers = get_ipython().programs = get_ipython().installers = None
""",
    "what a shell holds": """
shell = get_ipython()
shell.history_manager = shell.logger = shell.hooks = shell.builtin_trap = None
del shell.user_ns_hidden
""",
}

# The body of a function that has to return heads: it earns nothing, and the others still count.
FUNCTIONS = {
    "nothing": "pass",
    "loop": "while True: pass",
    "crash": "import ctypes\nctypes.string_at(0)",
    "os._exit": "import os\nos._exit(0)",
    "SystemExit": "raise SystemExit(0)",
    "generator": "yield q",
    "text": "return 'passed'",
    "module": "import torch\nreturn torch",
    "NaN": "return torch.full((n_heads, len(q), q.shape[1] // n_heads), torch.nan)",
    "objects": "return np.array([object(), q, print], dtype=object)",
    "records": "return np.zeros(3, dtype=[('a', 'f8'), ('b', 'O')])",
    "too many numbers": "return np.zeros(10**8, dtype='u1')",
    "more numbers than memory": "return np.broadcast_to(np.float64(1), (10**6, 10**6))",
    "endless list": "x = []\nx.append(x)\nreturn x",
    "pickle": """
import os
class Evil:
    def __reduce__(self): return os.system, ("touch FOLDER/touched",)
return np.array([Evil()], dtype=object)
""",
    "array that says yes to everything": """
class Yes(np.ndarray):
    def __eq__(self, other): return True
    def __array__(self, *_, **__): raise SystemExit
    def __getattribute__(self, name): raise SystemExit
return np.zeros(3).view(Yes)
""",
    "object without a class": """
class Hostile:
    @property
    def __class__(self): raise SystemExit
    def __repr__(self): raise SystemExit
return Hostile()
""",
    "error that cannot be shown": """
class Bad(Exception):
    def __str__(self): raise SystemExit
raise Bad
""",
    "error with a page in it": "raise ValueError('<script>\\ud800\\x1b[2J' * 10**6)",
    "right, but only once": """
global calls
calls = globals().get("calls", 0) + 1
return q.reshape(len(q), n_heads, -1).swapaxes(0, 1) * (calls == 1)
""",
    "any array that can be found": """
import gc, sys
seen = [thing for thing in gc.get_objects() if isinstance(thing, (np.ndarray, torch.Tensor))]
frame = sys._getframe()
while frame:
    seen += [value for value in frame.f_locals.values() if isinstance(value, np.ndarray)]
    frame = frame.f_back
want = (n_heads, len(q), q.shape[1] // n_heads)
return next(x for x in seen if tuple(x.shape) == want and x is not q)
""",
}

# Cells whose threads go on when the next cells run and answers are asked for.
THREADS = {
    "replies are forged": """
import sys, threading
main, send = threading.get_ident(), sys.modules["protocol"].send
def forge():
    while True:
        frame = sys._current_frames()[main]
        while frame and "answering" not in frame.f_locals: frame = frame.f_back
        if frame:
            token, pipe = frame.f_locals["request"]["token"], frame.f_locals["answering"]
            send(pipe, {"token": token, "passed": True, "score": 1}, [np.ones((1, 1, 1))])
threading.Thread(target=forge, daemon=True).start()
""",
    "every descriptor is written to": """
import os, threading
def write():
    while True:
        for number in range(3, 64):
            try: os.write(number, b"\\0\\0\\0\\2\\0\\0\\0\\0{}")
            except OSError: pass
threading.Thread(target=write, daemon=True).start()
""",
    "modules are patched again and again": """
import json, os, sys, threading
def patch():
    while True:
        json.dumps = os.write = np.asarray = sys.modules["answers"].read = lambda *_, **__: b"{}"
threading.Thread(target=patch, daemon=True).start()
""",
    "all threads compute": """
import threading
def spin():
    a = torch.ones(300, 300)
    while True: a @ a
for _ in range(30): threading.Thread(target=spin, daemon=True).start()
""",
}
