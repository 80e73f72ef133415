"""Workflows ask for little, run what exists, and take only actions that cannot change."""

import re
import sys

import pytest
import yaml
from conftest import ROOT

FOLDER = ROOT / ".github" / "workflows"
NAMES = sorted(path.name for path in FOLDER.glob("*.yml"))
TEXTS = {name: (FOLDER / name).read_text("utf-8") for name in NAMES}
WORKFLOWS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = {
    f"{name}: {key}": job for name, flow in WORKFLOWS.items() for key, job in flow["jobs"].items()
}
# What a job may write. No other job may write anything.
WRITES = {
    "book.yml: pages": {"pages", "id-token"},
    "book.yml: notebooks": {"contents"},
    "release.yml: publish": {"contents"},
}
PINNED = re.compile(r"uses: actions/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n")


def steps_with(job: dict, key: str) -> list:
    return [step[key] for step in job["steps"] if key in step]


def uses_of(action: str) -> list[dict]:
    """Return the settings of each step that uses an action."""
    steps = [step for job in JOBS.values() for step in job["steps"]]
    return [step.get("with", {}) for step in steps if f"/{action}@" in step.get("uses", "")]


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_githubs_own_and_pinned_by_digest_with_its_version(name):
    lines = [line for line in TEXTS[name].splitlines(keepends=True) if "uses:" in line]
    assert lines
    assert [line for line in lines if not PINNED.search(line)] == []


def test_only_jobs_that_publish_may_write():
    assert [flow["permissions"] for flow in WORKFLOWS.values()] == [{}, {}, {}]
    settings = {name: job["permissions"].items() for name, job in JOBS.items()}
    writes = {
        name: {what for what, how in permissions if how != "read"}
        for name, permissions in settings.items()
    }
    assert {name: what for name, what in writes.items() if what} == WRITES


def test_a_job_that_may_write_builds_nothing_and_installs_nothing():
    """So no package that we install can reach what it is allowed to do."""
    for name in WRITES:
        ran = "\n".join(steps_with(JOBS[name], "run"))
        assert not re.search(r"\b(make|pip|npm|uv)\b|\.venv", ran), name
        for script in re.findall(r"tools/\S+\.py", ran):
            lines = (ROOT / script).read_text("utf-8")
            imported = set(re.findall(r"^(?:from|import) (\w+)", lines, re.M))
            assert imported <= sys.stdlib_module_names, script


def test_no_token_stays_in_a_checkout_and_every_job_ends():
    assert len(uses_of("checkout")) > 4
    assert all(settings["persist-credentials"] is False for settings in uses_of("checkout"))
    assert all(1 <= job["timeout-minutes"] <= 120 for job in JOBS.values())


def test_only_a_pull_request_reads_a_cache():
    """So what is published, released or checked each week comes from nothing."""
    reads = [
        (name, step["if"])
        for name, job in JOBS.items()
        for step in job["steps"]
        if "/cache" in step.get("uses", "") and "cache/save@" not in step["uses"]
    ]
    assert reads == [("book.yml: test", "github.event_name == 'pull_request'")]
    assert not any("cache" in settings for settings in uses_of("setup-python"))


@pytest.mark.parametrize("name", NAMES)
def test_no_step_puts_what_others_wrote_into_a_command(name):
    commands = [run for job in WORKFLOWS[name]["jobs"].values() for run in steps_with(job, "run")]
    assert [command for command in commands if "${{" in command] == []


def test_every_target_and_script_that_a_workflow_runs_exists():
    commands = "\n".join(run for job in JOBS.values() for run in steps_with(job, "run"))
    targets = set(re.findall(r"\bmake ([\w-]+)", commands))
    assert {"test", "downloads", "replicate", "audit", "links", "release"} <= targets
    rules = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    assert targets <= rules
    scripts = set(re.findall(r"\btools/\S+", commands))
    assert "tools/project/notebooks_branch.py" in scripts
    assert [script for script in scripts if not (ROOT / script).is_file()] == []


def test_every_workflow_runs_the_python_of_binder_and_the_readme():
    (version,) = re.findall(r"python-(3\.\d+)", (ROOT / "binder/runtime.txt").read_text())
    assert {settings["python-version"] for settings in uses_of("setup-python")} == {version}
    assert f"Python {version} or newer" in (ROOT / "README.md").read_text("utf-8")
