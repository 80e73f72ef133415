"""A class on a JupyterHub: its settings agree with each other and with what was measured."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from book_site.learners import class_link, notebooks_zip
from conftest import ROOT
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from bench.classroom.start import PROXY

HUB = ROOT / "hub"
MEASURED = json.loads((HUB / "measured.json").read_text("utf-8"))
VALUES = yaml.safe_load((HUB / "values.yaml").read_text("utf-8"))
PAGE = (ROOT / "book" / "for-instructors.md").read_text("utf-8")
FORK = "https://github.com/someone/a-fork"


def megabytes(size: str) -> float:
    """Read a size as JupyterHub does: powers of 1024."""
    return float(size[:-1]) * {"M": 1024**2, "G": 1024**3}[size[-1]] / 1e6


@pytest.fixture
def config() -> Config:
    """The hub on one machine, read as JupyterHub reads it."""
    return PyFileConfigLoader("jupyterhub_config.py", path=str(HUB)).load_config()


def test_one_machine_and_kubernetes_give_a_student_the_same(config):
    student, server = config.Spawner, VALUES["singleuser"]
    assert student.mem_limit == server["memory"]["limit"]
    assert student.cpu_limit == server["cpu"]["limit"]
    assert student.default_url == server["defaultUrl"]
    assert student.environment == server["extraEnv"]
    assert student.args == VALUES["hub"]["config"]["Spawner"]["args"]


def test_idle_servers_end_after_the_same_time(config):
    culler, cull = config.JupyterHub.services[0]["command"], VALUES["cull"]
    flags = dict(flag.split("=") for flag in culler if flag.startswith("--"))
    expected = {"--timeout": "timeout", "--cull-every": "every", "--max-age": "maxAge"}
    assert flags == {flag: str(cull[key]) for flag, key in expected.items()}
    assert [role["services"] for role in config.JupyterHub.load_roles] == [["idle-culler"]]


def test_a_process_may_take_what_a_server_may(config):
    limits = dict(flag.split("=") for flag in config.Spawner.cmd if flag.startswith("--"))
    assert int(limits["--data"]) == 1e6 * megabytes(config.Spawner.mem_limit)
    assert int(limits["--cpu"]) > 20 * MEASURED["CPU s"]["p95"]


def test_a_student_gets_the_memory_that_was_measured():
    """Both chapters open at once fit into the guarantee; the limit leaves half as much again."""
    memory = VALUES["singleuser"]["memory"]
    assert MEASURED["alone"]["p95"] < megabytes(memory["guarantee"])
    assert 1.5 * MEASURED["alone"]["p95"] < megabytes(memory["limit"])


def test_the_page_says_what_was_measured():
    for step in ("log in", "spawn", "pull", "03-money-bank", "07-train-two-heads"):
        numbers = MEASURED[step]
        row = f"{numbers['p50']:.0f} s | {numbers['p95']:.0f} s |"
        assert row in PAGE, step
    assert f"On {MEASURED['cores']} cores" in PAGE
    assert f"{MEASURED['students']} students came at once" in PAGE
    assert f"| {MEASURED['alone']['p95'] / 1000:.1f} GB |" in PAGE
    assert f"| {MEASURED['CPU s']['p50']:.0f} s of one core |" in PAGE


def test_the_page_installs_what_was_measured():
    assert f"npm install -g {PROXY}" in PAGE
    (pin,) = re.findall(r"^nbgitpuller==.+$", (HUB / "requirements.txt").read_text(), re.M)
    assert f"RUN pip install --no-cache-dir {pin}" in PAGE


def test_pins_of_the_hub_do_not_contradict_those_of_the_book():
    pins = {}
    for folder in (ROOT, HUB):
        text = (folder / "requirements.txt").read_text("utf-8")
        for name, version in re.findall(r"^(\S+)==(\S+)$", text, re.M):
            assert pins.setdefault(name.lower(), version) == version
    assert "jupyterhub" in pins


def test_the_link_pulls_what_learners_get_and_opens_the_first_chapter():
    link = urlsplit(class_link.class_link("https://hub.example.org/", FORK))
    assert (link.netloc, link.path) == ("hub.example.org", "/hub/user-redirect/git-pull")
    query = {key: value for key, (value,) in parse_qs(link.query).items()}
    folder, _, opened = query.pop("urlpath").removeprefix("lab/tree/").partition("/")
    assert query == {"repo": FORK, "branch": "notebooks"}
    assert folder == "a-fork"  # where nbgitpuller puts a repository of this name
    assert opened in notebooks_zip.contents(ROOT)
