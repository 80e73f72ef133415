"""Which Chromium to start, and how."""

import os
import shutil

from playwright.sync_api import Browser, Playwright


def launch(playwright: Playwright) -> Browser:
    """Start the one that CHROMIUM names, or else the one on the path, or else Playwright's own."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
