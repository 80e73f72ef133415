"""hub/jupyterhub_config.py for bench/hub.py: on loopback, made-up students, shorter times."""

import os
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub gives both to this file
load_subconfig(os.environ["CLASS_CONFIG"])  # noqa: F821

SECONDS = {
    "--MappingKernelManager.cull_idle_timeout": 240,
    "--MappingKernelManager.cull_interval": 10,
    "--cpu": 60,
    "--timeout": 180,
    "--cull-every": 10,
}


def sooner(arguments: list[str]) -> list[str]:
    """Replace hours by seconds: the bench does not wait for hours."""
    names = [argument.partition("=")[0] for argument in arguments]
    return [
        f"{name}={SECONDS[name]}" if name in SECONDS else argument
        for name, argument in zip(names, arguments, strict=True)
    ]


folder = Path(os.environ["CLASS_FOLDER"])
c.JupyterHub.bind_url = os.environ["CLASS_HUB"]
c.JupyterHub.hub_port = int(os.environ["CLASS_HUB_PORT"])
c.JupyterHub.db_url = f"sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = f"{folder}/cookie_secret"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['CLASS_PROXY_PORT']}"
c.ConfigurableHTTPProxy.command = os.environ["CLASS_PROXY"].split(os.pathsep)
c.ConfigurableHTTPProxy.pid_file = f"{folder}/proxy.pid"
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = f"{folder}/home/{{username}}"
# Servers tell the hub that they are in use every five minutes, which is too late here.
c.JupyterHub.last_activity_interval = 10
c.JupyterHub.activity_resolution = 5
c.Spawner.environment["JUPYTERHUB_ACTIVITY_INTERVAL"] = "10"
c.Spawner.cmd = sooner(c.Spawner.cmd)
c.JupyterHub.services[0]["command"] = sooner(c.JupyterHub.services[0]["command"])
c.Spawner.args = [
    *sooner(c.Spawner.args),
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    *("--LabApp.news_url=", "--LabApp.extension_manager=readonly"),
    *(["--allow-root"] if os.geteuid() == 0 else []),
]
