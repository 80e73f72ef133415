"""Whose notebook it is: the path says so, and nothing that a student can name changes it."""

import pytest

from grading.collect.ipynb import RefusedError
from grading.collect.students import owner, unwrap


@pytest.mark.parametrize(
    ("path", "student", "rank"),
    [
        ("doejane_12345_67890_hw1.ipynb", "doejane_12345", (True, 67890, 0)),
        ("doejane_LATE_12345_67890_hw1-3.ipynb", "doejane_12345", (True, 67890, 3)),
        ("doejane_12345_67890_other.ipynb", "doejane_12345", (False, 67890, 0)),
        ("Jane Doe_5_assignsubmission_file_/hw1.ipynb", "Jane-Doe_5", (True, 0, 0)),
        ("jane/hw1 (2).ipynb", "jane", (True, 0, 2)),
        ("jane/hw1/hw1-Copy7.ipynb", "jane", (True, 0, 7)),
        ("jane.ipynb", "jane", (True, 0, 0)),
    ],
)
def test_a_path_names_its_student_and_how_new_the_file_is(path, student, rank):
    found = owner(path, "hw1")
    assert (found.student, found.rank) == (student, rank)
    assert found.late == ("LATE" in path)


def test_two_ways_to_write_a_name_are_one_student_of_two_origins():
    one, two = owner("an na/hw1.ipynb", "hw1"), owner("an-na/hw1.ipynb", "hw1")
    assert (one.student, two.student) == ("an-na", "an-na")
    assert (one.origin, two.origin) == ("an na", "an-na")


@pytest.mark.parametrize("path", ["../hw1.ipynb", "/hw1.ipynb", "a:b.ipynb"])
def test_a_path_that_leads_out_is_refused(path):
    with pytest.raises(RefusedError, match="may lead out of its folder"):
        owner(path, "hw1")


@pytest.mark.parametrize("path", ["hw1.ipynb", "a/b/hw1.ipynb", "a/other.ipynb"])
def test_a_path_without_a_student_is_refused_with_the_forms_that_have_one(path):
    with pytest.raises(RefusedError, match=r"neither STUDENT/hw1\.ipynb nor STUDENT\.ipynb"):
        owner(path, "hw1")


@pytest.mark.parametrize("who", ["\u00eb" * 101, "...", "\U0001f600"])
def test_a_name_that_no_folder_can_bear_is_refused(who):
    with pytest.raises(RefusedError, match="cannot be the name of a folder"):
        owner(f"{who}/hw1.ipynb", "hw1")
    assert owner(f"{chr(0xEB) * 100}/hw1.ipynb", "hw1").student == chr(0xEB) * 100


@pytest.mark.parametrize(
    ("paths", "inside"),
    [
        (["all/a.ipynb", "all/b.ipynb"], ["a.ipynb", "b.ipynb"]),
        (["all/a/hw1.ipynb", "all/b/hw1.ipynb"], ["a/hw1.ipynb", "b/hw1.ipynb"]),
        (["a/hw1.ipynb"], ["a/hw1.ipynb"]),
        (["a/hw1/hw1.ipynb"], ["a/hw1/hw1.ipynb"]),
        (["a/hw1.ipynb", "b/hw1.ipynb"], ["a/hw1.ipynb", "b/hw1.ipynb"]),
    ],
)
def test_only_a_folder_that_is_no_student_is_taken_off(paths, inside):
    assert unwrap(paths, "hw1") == inside
