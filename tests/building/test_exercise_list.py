"""The list of all exercises says of each what an instructor needs to choose it."""

from book_site.learners import exercise_list
from sphinx import addnodes

PAGE = """# Exercises for chapter 07: Sums of *x*

Words.

(exercise-three-sums)=
## The *sums* of `x`

*By hand, easy, about 25 minutes.* Add.

(exercise-two-sums)=
## Two sums

*Experiment, hard, about 5 minutes.* Add *both*.
"""


def test_a_chapter_lists_its_exercises_with_kind_minutes_name_and_place():
    chapter = exercise_list.chapter_item(PAGE, "07-sums.md")
    title, exercises = chapter
    assert title.astext() == "07 Sums of x"
    assert [exercise.astext() for exercise in exercises] == [
        "The sums of x, by hand, 25 minutes, three_sums",
        "Two sums, experiment, 5 minutes, two_sums",
    ]
    targets = [link["reftarget"] for link in exercises.findall(addnodes.pending_xref)]
    assert targets == ["exercise-three-sums", "exercise-two-sums"]
