"""A student at a JupyterHub, in front of JupyterLab in Chromium."""

import re

import requests
from playwright.sync_api import sync_playwright

from bench.classroom.student import PATIENCE, Student, wait_until
from tools.browser.chromium import launch
from tools.browser.lab import run_all


class ChromiumStudent(Student):
    """The same student in front of JupyterLab in Chromium, which may reach loopback only."""

    def __init__(self, hub: str, name: str):
        super().__init__(hub, name)
        self.playwright = sync_playwright().start()
        self.browser = launch(self.playwright)
        self.page = self.browser.new_page(viewport={"width": 1280, "height": 900})
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())

    def api(self, method: str, path: str, **options) -> requests.Response:
        return self.page.request.fetch(f"{self.home}/api/{path}", method=method)

    def log_in(self) -> None:
        self.page.goto(f"{self.hub}/hub/login?next=%2Fhub%2Fhome")
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Password").fill("a class")
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/hub/home")

    def spawn(self, link: str) -> None:
        self.page.goto(link, wait_until="commit")
        self.page.wait_for_url(f"{self.home}/git-pull*", wait_until="commit")

    def pull(self, link: str) -> None:
        """The page pulls by itself, and goes on to the notebook."""
        self.page.wait_for_url(f"{self.home}/lab/**", wait_until="commit")

    def run(self, notebook: str) -> None:
        self.page.goto(f"{self.home}/lab/tree/{notebook}?reset")
        run_all(self.page)
        wait_until(lambda: self.is_done(notebook), f"{notebook} in Chromium")

    def is_done(self, notebook: str) -> bool:
        """Save the notebook and look whether each of its cells with code has run."""
        self.page.keyboard.press("Control+s")
        self.page.wait_for_timeout(2000)
        cells = self.api("GET", f"contents/{notebook}").json()["content"]["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        outputs = [output for cell in code for output in cell["outputs"]]
        if any(output["output_type"] == "error" for output in outputs):
            raise RuntimeError(f"{notebook} fails in Chromium")
        return all(cell["execution_count"] for cell in code)

    def leave(self) -> None:
        self.browser.close()
        self.playwright.stop()
