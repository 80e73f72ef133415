"""Check a release, `make release-check TAG=v1.0.0`; collect its files, `make release TAG=v1.0.0`.

The tag, CITATION.cff and CHANGELOG.md must name the same version and day. The files of the release,
its notes and their checksums are then in `_build/release`.
"""

import hashlib
import re
import shutil
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
FILES = (
    "heads.py",
    "many-heads-site.zip",
    "many-heads.pdf",
    "many-heads-notebooks.zip",
    "many-heads-grading.zip",
)
SECTION = re.compile(r"^## \[([^]]+)\] - (\S+)\n(.*?)(?=^## |\Z)", re.M | re.S)


def newest_change(changelog: str) -> tuple[str, str, str]:
    """Return the version, day and text of the newest dated section of a changelog."""
    match = SECTION.search(changelog)
    if match is None:
        raise ValueError("CHANGELOG.md has no section such as '## [1.0.0] - 2026-11-22'")
    return match[1], match[2], match[3].strip() + "\n"


def version_faults(root: Path, tag: str) -> list[str]:
    """Say what does not fit together in the version that a tag names."""
    cited = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    version, day, _ = newest_change((root / "CHANGELOG.md").read_text("utf-8"))
    stated = str(cited["version"]), str(cited["date-released"])
    faults = []
    if tag != f"v{stated[0]}":
        faults.append(f"the tag is {tag}, but CITATION.cff says {stated[0]}; tag v{stated[0]}")
    if (version, day) != stated:
        newest, cff = " of ".join((version, day)), " of ".join(stated)
        faults.append(f"CHANGELOG.md ends with {newest}, but CITATION.cff says {cff}; change one")
    return faults


def collect(downloads: Path, notes: str, release: Path) -> None:
    """Copy the files of the release; add their checksums, and the notes."""
    missing = [name for name in FILES if not (downloads / name).is_file()]
    if missing:
        raise FileNotFoundError(f"no {', '.join(missing)} in {downloads}; run `make downloads`")
    shutil.rmtree(release, ignore_errors=True)
    release.mkdir(parents=True)
    sums = []
    for name in FILES:
        shutil.copy(downloads / name, release)
        sums.append(f"{hashlib.sha256((release / name).read_bytes()).hexdigest()}  {name}\n")
    (release / "SHA256SUMS").write_text("".join(sums), "utf-8")
    (release / "notes.md").write_text(notes, "utf-8")


def main(command: str, tag: str) -> None:
    faults = version_faults(ROOT, tag)
    if faults:
        sys.exit("\n".join(faults))
    if command == "collect":
        notes = newest_change((ROOT / "CHANGELOG.md").read_text("utf-8"))[2]
        collect(ROOT / "_build" / "html" / "downloads", notes, ROOT / "_build" / "release")


if __name__ == "__main__":
    main(*sys.argv[1:])
