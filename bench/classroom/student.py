"""A student at a JupyterHub, who speaks to it as JupyterLab does, and that student's kernels."""

import json
import time
import uuid
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import requests
import websocket
from requests.cookies import get_cookie_header

from bench.exercises import filled, row

PATIENCE = 600  # seconds for one step


def wait_until(holds, what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(0.3)


class Student:
    """A student who uses HTTP and websockets, without a browser."""

    def __init__(self, hub: str, name: str):
        self.hub, self.name = hub, name
        self.home = f"{hub}/user/{name}"
        self.http = requests.Session()

    def xsrf(self, path: str) -> str:
        return next(c.value for c in self.http.cookies if c.name == "_xsrf" and c.path == path)

    def api(self, method: str, path: str, **options) -> requests.Response:
        headers = {"X-XSRFToken": self.xsrf(f"/user/{self.name}/")}
        return self.http.request(method, f"{self.home}/api/{path}", headers=headers, **options)

    def log_in(self) -> None:
        self.http.get(f"{self.hub}/hub/login").raise_for_status()
        form = {"username": self.name, "password": "a class", "_xsrf": self.xsrf("/hub/")}
        address = f"{self.hub}/hub/login"
        done = self.http.post(address, data=form, allow_redirects=False)
        if done.status_code != 302:
            raise RuntimeError(f"{self.name} cannot log in: {done.status_code}")

    def spawn(self, link: str) -> None:
        """Follow the link until the student's own server answers."""

        def answers() -> bool:
            page = self.http.get(link)
            return page.ok and page.url.startswith(f"{self.home}/git-pull")

        wait_until(answers, f"the server of {self.name}")

    def pull(self, link: str) -> None:
        query = {k: v for k, (v,) in parse_qs(urlsplit(link).query).items() if k != "urlpath"}
        lines = self.http.get(f"{self.home}/git-pull/api", params=query).text.splitlines()
        last = json.loads([line for line in lines if line.startswith("data:")][-1][5:])
        if last["phase"] != "finished":
            raise RuntimeError(f"{self.name} cannot pull: {last}")

    def open(self, notebook: str) -> tuple[list[str], "Kernel"]:
        """Open a notebook with a kernel of its own; return the sources of its code cells."""
        content = self.api("GET", f"contents/{notebook}").json()["content"]
        about = {"path": notebook, "name": notebook, "type": "notebook"}
        session = self.api("POST", "sessions", json=about | {"kernel": {"name": "python3"}})
        session.raise_for_status()
        code = [cell["source"] for cell in content["cells"] if cell["cell_type"] == "code"]
        return code, Kernel(self, session.json()["kernel"]["id"])

    def run(self, notebook: str) -> None:
        code, kernel = self.open(notebook)
        for cell in code:
            kernel.run(cell)
        kernel.channel.close()

    def try_exercises(self, notebook: str) -> str:
        """Answer the exercises of a notebook in a kernel of its own; return what became of them."""
        content = self.api("GET", f"contents/{notebook}").json()["content"]
        tried = filled(nbformat.from_dict(content))
        _, kernel = self.open(notebook)
        code = [cell.source for cell in tried.notebook.cells if cell.cell_type == "code"]
        *_, printed = [kernel.run(cell) for cell in code]
        kernel.channel.close()
        return row(Path(notebook).stem, tried, printed)

    def leave(self) -> None:
        self.http.close()


class Kernel:
    """A kernel of a student's server, by its websocket."""

    def __init__(self, student: Student, name: str):
        self.student, self.name, self.session = student, name, uuid.uuid4().hex
        address = f"{student.home}/api/kernels/{name}/channels"
        cookies = get_cookie_header(
            student.http.cookies, requests.Request("GET", address).prepare()
        )
        address = f"ws{address.removeprefix('http')}?session_id={self.session}"
        self.channel = websocket.create_connection(address, cookie=cookies, timeout=PATIENCE)

    def start(self, code: str) -> str:
        """Send a cell, and return the name by which its messages know it."""
        header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request"}
        header |= {"session": self.session, "username": self.student.name, "version": "5.3"}
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        message = {"header": header, "content": content, "channel": "shell"}
        message |= {"parent_header": {}, "metadata": {}, "buffers": []}
        self.channel.send(json.dumps(message))
        return header["msg_id"]

    def messages(self, cell: str):
        """Receive what the kernel says about a cell."""
        while True:
            kind, data = self.channel.recv_data()
            if kind == websocket.ABNF.OPCODE_TEXT:
                message = json.loads(data)
                if message["parent_header"].get("msg_id") == cell:
                    yield message["msg_type"], message["content"]

    def run(self, code: str) -> str:
        """Run a cell; return what it printed."""
        printed, awaited = "", {"execute_reply", "idle"}  # each on a channel of its own
        for kind, content in self.messages(self.start(code)):
            if kind == "stream" and content["name"] == "stdout":
                printed += content["text"]
            if kind == "execute_reply" and content["status"] != "ok":
                raise RuntimeError(f"{self.student.name}: {content}")
            awaited -= {kind, content.get("execution_state")}
            if not awaited:
                break
        return printed
