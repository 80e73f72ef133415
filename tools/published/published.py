"""Name what is dead or stale of the published site: `make published URL=https://example.org/`.

It opens every page, every file that a page names and every launch button. A page or a download is
stale if it is not made from the commit here; the branch of learners, if it does not hold what the
zip of notebooks holds. Without URL it is the site that this repository publishes.
"""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from book_site.building.repository import commit
from book_site.pages.site_address import site_address

from tools.published.learners import ARCHIVE, dead, on_branch, unlike
from tools.published.made_from import wrong_with
from tools.published.visit import files_of

ROOT = Path(__file__).parents[2]
BUTTONS = ".dropdown-launch-buttons a[href]"
REPORT = '.mh-report a[href*="/issues/"]'  # it leads to the repository
AT_ONCE = 4  # launch buttons: others pay for these services


def findings(home: str, made_from: str) -> Iterator[str]:
    """Give a line for each thing of a site that is dead or stale."""
    buttons, repository, archive = {}, "", b""
    for file in files_of(home):
        wrong = wrong_with(file, made_from)
        if wrong:
            yield f"{wrong}: {file.address}, linked from {file.linked_from or 'nowhere'}"
        elif file.address.endswith(f"/{ARCHIVE}"):
            archive = file.data
        buttons |= {button["href"]: file.address for button in file.page.select(BUTTONS)}
        for link in file.page.select(REPORT):
            repository = link["href"].partition("/issues/")[0]
    if repository:
        yield from of_learners(repository, archive, buttons)


def of_learners(repository: str, archive: bytes, buttons: dict[str, str]) -> Iterator[str]:
    """Give a line if the branch is dead or stale, and for each button that opens nothing."""
    place = f"the branch of notebooks of {repository}"
    try:
        branch = on_branch(repository)
    except subprocess.SubprocessError as error:
        yield f"dead, {' '.join(str(error.stderr or error).split())}: {place}"
        return
    differ = unlike(branch, archive) if archive else set()
    if differ:
        yield f"stale, {len(differ)} files unlike {ARCHIVE}, such as {min(differ)}: {place}"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        told = pool.map(partial(dead, branch), buttons)
        for why, (button, page) in zip(told, buttons.items(), strict=True):
            if why:
                yield f"dead, {why}: {button}, linked from {page}"


def main(url: str = "") -> int:
    home, made_from = url or site_address(ROOT) or "", commit(ROOT)
    if urlsplit(home).scheme not in ("http", "https"):
        sys.exit(f"URL={home} is no address of a site; use https://example.org/many-heads/")
    if not made_from:
        sys.exit("The commit here comes from Git, which knows none; run this in a clone")
    wrong = 0
    for line in findings(home.rstrip("/") + "/", made_from):
        print(line, flush=True)
        wrong += 1
    print(f"{home}: {wrong} dead or stale, beside commit {made_from}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
