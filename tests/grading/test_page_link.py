"""The link of a class to the pages: it says what students have, and changes with a release."""

import base64
import json
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
from multihead.exercises import answers, class_variants, folders, sealed

from grading import course
from grading.__main__ import main
from grading.assign import assignments, own_exercises, page_link, release
from grading.course import CourseError

NAMES = ["look_ups", "without_transpose", "split_heads", "same_head", "row_means"]


def released(made, name, names):
    made.source(name).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(assignments.make(made, name, names), made.source(name))
    release.release(made, name)


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    """A course that has released hw-3 with an exercise of each kind, and one of its own."""
    made = course.new(tmp_path_factory.mktemp("courses") / "maths")
    own_exercises.make(made, "row_means", "by-hand")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealed, "COST", 2)  # of digests that nobody reads here
        released(made, "hw-3", NAMES)
        yield made


def said_by(link: str) -> dict:
    (text,) = parse_qs(urlsplit(link).query)["class"]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def test_it_leads_to_the_page_with_the_exercises_in_order_and_the_numbers_of_the_class(maths):
    link = page_link.of_release(maths, "hw-3", "https://example.edu/heads/")
    assert link.startswith("https://example.edu/heads/book/hand-in.html?class=")
    said = said_by(link)
    assert (said["name"], said["variant"]) == ("hw-3", maths.variant("hw-3"))
    assert list(said["exercises"]) == NAMES
    for name in NAMES[:2]:
        sheet = class_variants.sheet(folders.load(name), maths.secret("hw-3", name))
        written = {k: answers.written(k, value) for k, value in sheet.cases[0].items()}
        asked = said["exercises"][name]
        assert {k: f"{k} = {text}" for k, text in asked["numbers"].items()} == written
        assert tuple(asked["shape"]) == sheet.right[0].shape
    assert [said["exercises"][name] for name in NAMES[2:]] == [{}, {}, {}]
    given = maths.read_release("hw-3").metadata.many_heads
    assert (given.assignment, given.release) == ("hw-3", said["release"])


def test_other_exercises_and_other_numbers_make_another_release(maths, tmp_path):
    other = course.new(tmp_path / "maths")
    said = []
    for made, names in ((maths, NAMES[:3]), (other, NAMES[:3]), (maths, NAMES[1:3])):
        released(made, "hw5", names)
        said.append(page_link.contents(made, "hw5", made.read_release("hw5")))
    assert len({one["release"] for one in said}) == len(said)
    released(maths, "hw5", NAMES[:3])
    assert page_link.contents(maths, "hw5", maths.read_release("hw5")) == said[0]


def test_exercises_that_changed_since_they_were_released_have_no_link(maths, monkeypatch):
    monkeypatch.setattr(page_link, "_asked", lambda *_: {})
    with pytest.raises(CourseError, match=r"with other exercises .* release it again"):
        page_link.of_release(maths, "hw-3", "https://example.edu")


def test_the_command_prints_it_for_a_site_that_is_named_or_known(maths, monkeypatch, capsys):
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setattr(page_link, "site_address", lambda _: None)
    assert main(["link", str(maths.root), "hw-3"]) == 1
    assert "--site https://example.edu/heads" in capsys.readouterr().err
    assert main(["link", str(maths.root), "hw-3", "--site", "https://a.b/c"]) == 0
    named = capsys.readouterr().out
    assert named.startswith("https://a.b/c/book/hand-in.html?")
    monkeypatch.setattr(page_link, "site_address", lambda _: "https://a.b/c/")
    assert main(["link", str(maths.root), "hw-3"]) == 0
    assert capsys.readouterr().out == named
