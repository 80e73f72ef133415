"""What one student may use. The Littlest JupyterHub takes this file as it is.

Other hubs on one machine load it from jupyterhub_config.py; values.yaml says it to Kubernetes.
"""

c = get_config()  # noqa: F821  JupyterHub gives it to this file

# Held for a whole server where systemd or a container starts it, as in The Littlest JupyterHub.
c.Spawner.mem_limit = "2G"
c.Spawner.cpu_limit = 1
c.Spawner.default_url = "/lab"
# When a whole class starts its servers at once, one may take longer than JupyterHub waits.
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
c.Spawner.environment = {"OMP_NUM_THREADS": "1"}
# A kernel that shows nothing new for half an hour is stopped, busy or not: an endless loop too.
c.Spawner.args = [
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_interval=60",
    "--MappingKernelManager.cull_busy=True",
    "--MappingKernelManager.cull_connected=True",
]
