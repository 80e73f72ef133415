"""A class on one machine, where each student has an account: bench/hub.py measures it.

Run it behind a web server that speaks HTTPS, or set ssl_key and ssl_cert.
"""

import sys
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub gives both to this file
load_subconfig(str(Path(__file__).resolve().with_name("limits.py")))  # noqa: F821

# Linux holds each process to the memory, and to an hour of computing: a loop that prints always
# shows something new. A student with three kernels may take three times the memory.
c.Spawner.cmd = ["prlimit", f"--data={2 * 1024**3}", "--cpu=3600", "jupyterhub-singleuser"]
c.Authenticator.allow_all = True  # whoever has an account here
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            *(sys.executable, "-m", "jupyterhub_idle_culler"),
            *("--timeout=3600", "--cull-every=300", "--max-age=28800"),
        ],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
