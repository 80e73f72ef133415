"""Which seeds the tests run chapters on: those of the commit, or fixed ones where there is none."""

import subprocess

import seed_set


def git(folder, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *who, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_another_commit_has_other_seeds(tmp_path):
    git(tmp_path, "init", "--quiet")
    commits, sets = [], []
    for message in ("one", "two"):
        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", message)
        commits.append(git(tmp_path, "rev-parse", "HEAD"))
        sets.append(seed_set.of_commit(tmp_path))
    assert sets == [seed_set.FIRST + int(commit[:5], 16) for commit in commits]
    assert sets[0] != sets[1]


def test_without_a_commit_a_repository_or_git_the_seeds_are_the_first(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert seed_set.of_commit(tmp_path) == seed_set.FIRST
    git(tmp_path, "init", "--quiet")
    assert seed_set.of_commit(tmp_path) == seed_set.FIRST
    monkeypatch.setenv("PATH", str(tmp_path))
    assert seed_set.of_commit(tmp_path) == seed_set.FIRST
