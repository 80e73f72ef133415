"""One way to use Chromium, Firefox and WebKit: a window of each, for the tests of all three.

Firefox speaks WebDriver BiDi by itself. WebKitGTK comes with a driver, and needs a display. Both
are as Debian ships them, not patched builds. Selenium is imported where it is used, since every
test reads this file.
"""

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import urllib3
import websocket

HEIGHT = 900
NOWHERE = "127.0.0.1:9"
NO_NETWORK = {
    "proxyType": "manual",
    "httpProxy": NOWHERE,
    "sslProxy": NOWHERE,
    "noProxy": ["127.0.0.1"],
}

READY = """() =>
  [...document.querySelectorAll("[data-mh-widget]")].every((w) => "ready" in w.dataset)"""

UNTIL = """async (...values) => {
  for (const end = Date.now() + 30_000; Date.now() < end; )
    if ((%s)(...values)) return true;
    else await new Promise((later) => setTimeout(later, 10));
  return false;
}"""


class Window:
    """A browser's only window. A subclass says how to go, resize, evaluate, click, hover, press."""

    def ask(self, function: str, *values: Any) -> Any:
        """Call a function in the page, with values that JSON can hold, and wait for its own."""
        call = f"({function})(...{json.dumps(values)})"
        return json.loads(self.evaluate(f"(async () => JSON.stringify(await {call} ?? null))()"))

    def empty(self) -> None:
        """Leave the page: WebKit draws for a quarter of a core as long as a page moves."""
        self.go("about:blank")

    def wait_for(self, function: str, *values: Any) -> None:
        assert self.ask(UNTIL % function, *values), f"not within 30 s: {function} of {values}"


class Chromium(Window):
    def __init__(self, page: Any):
        self.page = page
        self.go, self.evaluate = page.goto, page.evaluate
        self.click, self.press = page.mouse.click, page.keyboard.press
        self.hover = page.mouse.move

    def resize(self, width: int) -> None:
        self.page.set_viewport_size({"width": width, "height": HEIGHT})


class DrivenWindow(Window):
    """Mouse and keyboard in the words that WebDriver and BiDi share; a subclass acts them."""

    def click(self, x: float, y: float) -> None:
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.hover(x, y, down, up)

    def hover(self, x: float, y: float, *then: dict[str, Any]) -> None:
        place = {"type": "pointerMove", "x": round(x), "y": round(y)}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.act({**mouse, "actions": [place, *then]})

    def press(self, key: str) -> None:
        """Press a key by its name in the DOM, e.g. ``ArrowRight`` or ``x``."""
        from selenium.webdriver.common.keys import Keys

        value = key if len(key) == 1 else getattr(Keys, re.sub(r"\B([A-Z])", r"_\1", key).upper())
        down, up = ({"type": f"key{way}", "value": value} for way in ("Down", "Up"))
        self.act({"type": "key", "id": "keyboard", "actions": [down, up]})


class Firefox(DrivenWindow):
    def __init__(self, address: str):
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)
        self.numbers = itertools.count()
        self.do("session.new", capabilities={"alwaysMatch": {"proxy": NO_NETWORK}})
        # The window that it starts with never has the keyboard; one that is asked for has it.
        window = self.do("browsingContext.create", type="window")
        self.tab = {"context": window["context"]}

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        answer: dict[str, Any] = {}
        while answer.get("id") != number:
            answer = json.loads(self.socket.recv())
        assert "error" not in answer, answer
        return answer["result"]

    def resize(self, width: int) -> None:
        size = {"width": width, "height": HEIGHT}
        self.do("browsingContext.setViewport", **self.tab, viewport=size)

    def go(self, url: str) -> None:
        self.do("browsingContext.navigate", **self.tab, url=url, wait="complete")

    def evaluate(self, expression: str) -> str:
        options = {"target": self.tab, "awaitPromise": True}
        answer = self.do("script.evaluate", expression=expression, **options)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"]["value"]

    def act(self, device: dict[str, Any]) -> None:
        self.do("input.performActions", **self.tab, actions=[device])


class WebKit(DrivenWindow):
    def __init__(self, start: Callable[[], Any]):
        self.start, self.driver = start, start()

    def go(self, url: str) -> None:
        self.driver.get(url)

    def empty(self) -> None:
        """Leave the page; if it crashed, which ends the driver's session, start anew."""
        from selenium.common.exceptions import InvalidSessionIdException

        try:
            self.go("about:blank")
        except InvalidSessionIdException:
            self.driver.quit()
            self.driver = self.start()
            raise

    def resize(self, width: int) -> None:
        self.driver.set_window_rect(0, 0, width, HEIGHT)

    def evaluate(self, expression: str) -> str:
        return self.driver.execute_script(f"return {expression}")

    def act(self, device: dict[str, Any]) -> None:
        from selenium.webdriver.remote.command import Command

        self.driver.execute(Command.W3C_ACTIONS, {"actions": [device]})


def program(variable: str, *names: str) -> str:
    """Find what `make test` installed; that it is missing is a failure."""
    candidates = [os.environ.get(variable), *map(shutil.which, names)]
    path = next(filter(None, candidates), None)
    assert path, f"no {names[0]}: run `sh tools/install/{variable.lower()}.sh`"
    return path


@pytest.fixture(scope="session")
def chromium(browser) -> Iterator[Window]:
    with contextlib.closing(browser.new_context()) as context:
        yield Chromium(context.new_page())


@contextlib.contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen]:
    """Start a program, and end it at last."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory) -> Iterator[Window]:
    profile: Path = tmp_path_factory.mktemp("firefox")
    # Bars that cover the page, as in the two others and on a phone.
    (profile / "user.js").write_text('user_pref("ui.useOverlayScrollbars", 1);\n')
    command = [program("FIREFOX", "firefox-esr", "firefox"), "--headless", "--no-remote"]
    command += ["--profile", str(profile), "--remote-debugging-port", "0"]
    home = os.environ | {"HOME": str(profile)}
    with running(command, stderr=subprocess.PIPE, text=True, env=home) as process:
        matches = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
        listening = next(filter(None, matches), None)
        assert listening, "Firefox ended before it listened"
        # It would stop and wait if no one read the rest.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield Firefox(f"{listening[1]}/session")


@pytest.fixture(scope="session")
def webkit() -> Iterator[Window]:
    if sys.platform != "linux":
        pytest.skip("WebKitGTK is for Linux")
    from selenium import webdriver

    options = webdriver.WebKitGTKOptions()
    (browser,) = Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")  # its driver needs it
    options.binary_location = str(browser)
    for option in ("--automation", "--full-screen"):  # a toolbar would not let it be narrow
        options.add_argument(option)
    options.set_capability("proxy", NO_NETWORK)
    path = program("WEBKIT", "WebKitWebDriver")
    with display() as name:
        window = WebKit(partial(start_webkit, options, path, name))
        yield window
        window.driver.quit()


def start_webkit(options: Any, path: str, display: str, attempts: int = 5) -> Any:
    """Start WebKit and its driver, anew if the browser does not report to the driver.

    Once in many starts it never does, and the driver would wait for ever.
    """
    from selenium import webdriver

    socket.setdefaulttimeout(40)  # Selenium takes it over for all that it asks of this driver
    try:
        service = webdriver.WebKitGTKService(path, env=os.environ | {"DISPLAY": display})
        driver = webdriver.WebKitGTK(options=options, service=service)
    except urllib3.exceptions.HTTPError:
        if attempts == 1:
            raise
        return start_webkit(options, path, display, attempts - 1)
    finally:
        socket.setdefaulttimeout(None)
    driver.set_page_load_timeout(35)
    driver.set_script_timeout(35)
    return driver


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Start an X server without a screen, on a number that is free."""
    read_end, write_end = os.pipe()
    command = [program("XVFB", "Xvfb"), "-displayfd", str(write_end), "-nolisten", "tcp"]
    with (
        running([*command, "-screen", "0", "1600x1000x24"], pass_fds=[write_end]),
        open(read_end) as output,
    ):
        os.close(write_end)
        yield f":{output.readline().strip()}"


@pytest.fixture(params=["firefox", "webkit"])
def window(request) -> Iterator[Window]:
    """A window of each browser that the other tests do not use."""
    yield from lend_window(request.getfixturevalue(request.param))


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def any_window(request) -> Iterator[Window]:
    """A window of each of the three."""
    yield from lend_window(request.getfixturevalue(request.param))


def lend_window(window: Window) -> Iterator[Window]:
    yield window
    window.empty()
