"""Find what we depend on directly and that gets no new releases: part of `make audit`.

A pin is old if its version came out more than 18 months ago: either nothing newer exists, or we do
not take it. Each needs a reason here.
"""

import sys
from datetime import UTC, datetime, timedelta

import requests

from tools.project.pins import direct_pins

OLD = timedelta(days=548)
REASONS = {
    "jupyter-book": "1.x is the form of this course. 2.x is another program, without Sphinx. 1.x "
    "gets fixes only; what we need of it beyond Sphinx is little: the contents and the theme.",
    "sphinx": "Jupyter Book 1.x needs Sphinx 7. Our extensions replace what it puts on pages.",
    "nbval": "It runs notebooks through pytest and jupyter_client, which are maintained; it works "
    "with their newest versions, and our tests stop when it does not.",
    "pyseccomp": "Complete: one file over the C library libseccomp, which is maintained.",
}


def day_of(name: str, version: str) -> datetime:
    """Ask PyPI when a version came out."""
    reply = requests.get(f"https://pypi.org/pypi/{name}/json", timeout=30)
    reply.raise_for_status()
    uploads = [file["upload_time_iso_8601"] for file in reply.json()["releases"][version]]
    return datetime.fromisoformat(min(uploads))


def main() -> int:
    now, unknown = datetime.now(UTC), 0
    for name, version in direct_pins().items():
        day = day_of(name, version)
        if now - day > OLD:
            reason = REASONS.get(name)
            unknown += reason is None
            print(f"{name} {version}, {day:%Y-%m-%d}: {reason or 'old, and no reason is given'}")
    return int(unknown > 0)


if __name__ == "__main__":
    sys.exit(main())
