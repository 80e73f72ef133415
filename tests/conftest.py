"""What the tests share: shape checking, one thread for PyTorch, a browser, Node."""

import os
import shutil
from pathlib import Path

import jaxtyping
import pytest
import torch
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]

jaxtyping.install_import_hook("multihead", "beartype.beartype")
torch.set_num_threads(1)


@pytest.fixture
def no_shape_checks():
    """Let a wrong shape through to the library's own error."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium that reaches no host but this one."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    offline = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=offline)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site():
    """The built book; `make test` builds it first."""
    html = ROOT / "_build" / "html"
    assert (html / "index.html").is_file(), "no built book: run `make book` first"
    return html
