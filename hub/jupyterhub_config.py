"""A class on one machine. bench/hub.py measures it; book/for-instructors.md says how to use it.

The first part is for every hub. The Littlest JupyterHub reads it from
/opt/tljh/config/jupyterhub_config.d/ and brings its own form of the second part, so leave that out.
"""

import sys

c = get_config()  # noqa: F821  JupyterHub gives it to this file

HOUR = 3600
MEMORY = 2 * 1024**3

# The Littlest JupyterHub holds a whole server to these two; plain processes need the second part.
c.Spawner.mem_limit = MEMORY
c.Spawner.cpu_limit = 1
c.Spawner.default_url = "/lab"
c.Spawner.environment = {"OMP_NUM_THREADS": "1"}
# A kernel that shows nothing new for half an hour is stopped, busy or not: an endless loop too.
c.Spawner.args = [
    f"--MappingKernelManager.cull_idle_timeout={HOUR // 2}",
    "--MappingKernelManager.cull_interval=60",
    "--MappingKernelManager.cull_busy=True",
    "--MappingKernelManager.cull_connected=True",
]

# The second part. Linux holds each process to the memory and to an hour of computing: a loop that
# prints always shows something new. Three kernels of one student may take three times the memory.
c.Spawner.cmd = ["prlimit", f"--data={MEMORY}", f"--cpu={HOUR}", "jupyterhub-singleuser"]
c.Authenticator.allow_all = True  # whoever has an account on this machine
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            *(sys.executable, "-m", "jupyterhub_idle_culler"),
            *(f"--timeout={HOUR}", "--cull-every=300", f"--max-age={8 * HOUR}"),
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
