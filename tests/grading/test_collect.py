"""What an LMS gives becomes `submitted/`; a bad file is refused alone."""

import io
import os
import stat
import zipfile
from pathlib import Path

import nbformat
import pytest

from grading import course
from grading.assign import assignments
from grading.collect import collect, files
from grading.collect.ipynb import RefusedError
from grading.course import CourseError


def notebook(text="7"):
    cell = nbformat.v4.new_code_cell(text, id="a")
    return nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    made = course.new(tmp_path_factory.mktemp("courses") / "maths")
    made.release("hw3").parent.mkdir(parents=True)
    nbformat.write(assignments.make(made, "hw3", ["new_row"]), made.release("hw3"))
    return made


@pytest.fixture
def maths(empty, tmp_path):
    """Return a course with a released hw3 and no submissions."""
    made = course.new(tmp_path / "maths")
    made.release("hw3").parent.mkdir(parents=True)
    made.release("hw3").write_bytes(empty.release("hw3").read_bytes())
    return made


@pytest.fixture
def handed_in(tmp_path):
    """Write a folder, or a zip, of files that are given as text, bytes or dict of a zip by path."""

    def write(contents, kind):
        if kind == "zip":
            (tmp_path / "given.zip").write_bytes(zipped(contents))
            return tmp_path / "given.zip"
        for path, content in contents.items():
            data = zipped(content) if isinstance(content, dict) else content
            (tmp_path / "given" / path).parent.mkdir(parents=True, exist_ok=True)
            data = data if isinstance(data, bytes) else data.encode()
            (tmp_path / "given" / path).write_bytes(data)
        return tmp_path / "given"

    return write


def zipped(contents):
    """Return the bytes of a zip; a dict in it is a zip again."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in contents.items():
            archive.writestr(path, zipped(content) if isinstance(content, dict) else content)
    return buffer.getvalue()


def taken(made):
    """Return what is in submitted/: the code of the only cell, by student."""
    paths = sorted((made.root / "submitted").glob("*/hw3/hw3.ipynb"))
    return {p.parts[-3]: nbformat.read(p, as_version=4).cells[0].source for p in paths}


def said(outcomes):
    return {one.path: one.said for one in outcomes}


def refusals(outcomes):
    return {one.path: one.said for one in outcomes if one.refused}


CANVAS = ("doejane_12345_67890_hw3.ipynb", "doejane_12345")
LATE = ("liana_LATE_77_1_hw3-1.ipynb", "liana_77")
MOODLE = ("Zoë O'Hara_903_assignsubmission_file_/hw3.ipynb", "Zoë-O-Hara_903")
MOODLE_FLAT = ("Bo Li_5_assignsubmission_file_my work.ipynb", "Bo-Li_5")
TREE = ("anna/hw3.ipynb", "anna")
OURS = ("ben/hw3/hw3.ipynb", "ben")
FLAT = ("carl@x.org.ipynb", "carl@x.org")
TWO_SIGNS = ("Chloe\u0308.ipynb", "Chlo\u00eb")  # as macOS writes it, and in one sign
COPY = ("dora/hw3-Copy1.ipynb", "dora")
UNPACKED = ("emil/hw3/book/hw3.ipynb", "emil")
CAPITALS = ("fay/HW3.IPYNB", "fay")
BROWSERS = [("gus/hw3.ipynb.txt", "gus"), ("hal.ipynb.json", "hal")]
FORMS = [CANVAS, LATE, MOODLE, MOODLE_FLAT, TREE, OURS, FLAT, COPY, TWO_SIGNS, UNPACKED, CAPITALS]
FORMS += BROWSERS
LITTER = ["__MACOSX/a/._hw3.ipynb", "a/.ipynb_checkpoints/hw3-checkpoint.ipynb", "a/._hw3.ipynb"]


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_every_form_of_lms_is_known(maths, handed_in, kind):
    texts = {path: notebook(student) for path, student in FORMS} | dict.fromkeys(LITTER, "{")
    given = handed_in(texts, kind)
    outcomes = collect.collect(maths, "hw3", given)
    words = {path: "collected" for path, _ in FORMS} | {LATE[0]: "collected (late)"}
    assert said(outcomes) == words
    assert maths.late("liana_77", "hw3").exists()
    assert not maths.late("doejane_12345", "hw3").exists()
    assert taken(maths) == {student: student for _, student in FORMS}


@pytest.mark.parametrize("form", [CANVAS, MOODLE, TREE, FLAT, OURS])
def test_a_folder_around_everything_does_no_harm(maths, handed_in, form):
    path, student = form
    given = handed_in({f"my download/{path}": notebook("7"), "my download/eve.ipynb": ""}, "zip")
    collect.collect(maths, "hw3", given)
    assert taken(maths) == {student: "7"}


@pytest.mark.parametrize("form", FORMS)
def test_one_submission_alone_is_known_too(maths, handed_in, form):
    path, student = form
    collect.collect(maths, "hw3", handed_in({path: notebook("7")}, "zip"))
    assert taken(maths) == {student: "7"}


def test_the_latest_of_several_wins(maths, handed_in):
    texts = {
        "doe_5_99_hw3-7.ipynb": "old",
        "doe_5_103_hw3-2.ipynb": "new",
        "doe_5_101_hw3.ipynb": "old",
        "doe_5_107_scratch.ipynb": "not this",
        "li_7_11_hw3.ipynb": "old",
        "li_LATE_7_13_hw3-1.ipynb": "late and new",
        "anna/hw3.ipynb": "old",
        "anna/hw3 (3).ipynb": "new",
        "eve_9_15_anything.ipynb": "only one",
    }
    given = handed_in({path: notebook(text) for path, text in texts.items()}, "folder")
    outcomes = collect.collect(maths, "hw3", given)
    assert refusals(outcomes) == {}
    assert said(outcomes)["doe_5_99_hw3-7.ipynb"] == "left out, older: doe_5_103_hw3-2.ipynb"
    assert taken(maths) == {
        "doe_5": "new",
        "li_7": "late and new",
        "anna": "new",
        "eve_9": "only one",
    }


BLACKBOARD = "hw3_jdoe_attempt_2026-11-{}"
BRIGHTSPACE = "12345-678901 - Jane Doe - Nov {} PM"
SAKAI = "Doe, Jane(jdoe)/Submission attachment(s)"
# What is handed in, and whose notebook is taken; `7` and `5` are taken, `3` never.
SHAPES = {
    "Moodle, the students' zip unpacked": (
        {"Di Zip_114_assignsubmission_file_/hw3/book/hw3.ipynb": "7"},
        {"Di-Zip_114": "7"},
    ),
    "Canvas, a late zip unpacked": (
        {"dogdi_LATE_12348_67893_hw3/hw3/book/hw3.ipynb": "7"},
        {"dogdi_12348": "7"},
    ),
    "folders of students": (
        {"jane/book/hw3.ipynb": "7", "hw3-bo/book/hw3.ipynb": "5"},
        {"jane": "7", "hw3-bo": "5"},
    ),
    "Moodle, a zip": (
        {"Jane_115_assignsubmission_file_/hw3.zip": {"hw3/book/hw3.ipynb": "7", "hw3/a.py": ""}},
        {"Jane_115": "7"},
    ),
    "Canvas, zips": (
        {
            "doejane_12345_67890_hw3.zip": {"hw3.ipynb": "7"},
            "li_LATE_77_1_HW3-1.ZIP": {"my/work.ipynb": "5"},
        },
        {"doejane_12345": "7", "li_77": "5"},
    ),
    "Canvas, a newer zip": (
        {"li_77_11_hw3.ipynb": "3", "li_LATE_77_13_hw3.zip": {"hw3/book/hw3.ipynb": "7"}},
        {"li_77": "7"},
    ),
    "Blackboard, attempts": (
        {
            BLACKBOARD.format("20-10-15-30_hw3.ipynb"): "7",
            BLACKBOARD.format("20-10-15-30.txt"): "the words of the LMS",
            BLACKBOARD.format("09-23-59-59_hw3-5.ipynb"): "3",
            "hw3_bo_li_attempt_2025-12-31-10-15-30_hw3.ipynb": "3",
            "hw3_bo_li_attempt_2026-01-01-10-15-30_work.zip": {"a/b.ipynb": "5"},
        },
        {"jdoe": "7", "bo_li": "5"},
    ),
    "Blackboard, with its own name of the task": (
        {"Home_work 3_jdoe_attempt_2026-11-20-10-15-30_hw3/hw3/book/hw3.ipynb": "7"},
        {"jdoe": "7"},
    ),
    "Brightspace, attempts in folders": (
        {
            BRIGHTSPACE.format("20, 2026 115") + "/hw3.ipynb": "7",
            BRIGHTSPACE.format("20, 2026 1215") + "/hw3/book/hw3-5.ipynb": "3",
            BRIGHTSPACE.format("9, 2026 1115") + "/hw3.zip": {"hw3.ipynb": "3"},
            "index.html": "",
        },
        {"Jane-Doe_12345": "7"},
    ),
    "Brightspace, attempts without folders": (
        {
            BRIGHTSPACE.format("20, 2026 115").replace("PM", "AM") + " - hw3 - b.ipynb": "3",
            BRIGHTSPACE.format("20, 2026 1:15") + " - a.ipynb": "7",
        },
        {"Jane-Doe_12345": "7"},
    ),
    "Sakai, in the folder of the assignment": (
        {
            f"hw3/{SAKAI}/hw3.ipynb": "7",
            "hw3/Doe, Jane(jdoe)/Doe, Jane(jdoe)_submissionText.html": "",
            "hw3/Doe, Jane(jdoe)/timestamp.txt": "2026",
            "hw3/Li, Bo(bli)/Submission attachment(s)/Bo.zip": {"book/hw3.ipynb": "5"},
            "hw3/grades.csv": "",
        },
        {"jdoe": "7", "bli": "5"},
    ),
    "Gradescope": (
        {"assignment_9_export/submission_71/hw3.ipynb": "7", "assignment_9_export/a.yml": ""},
        {"submission_71": "7"},
    ),
    "deep folders": (
        {"Jane_115_assignsubmission_file_/Desktop/My work: a/hw3/book/hw3.ipynb": "7"},
        {"Jane_115": "7"},
    ),
    "umlauts and spaces": (
        {
            "J\u00fcrgen M\u00fcller_115_assignsubmission_file_/\u00dcbung 3/hw3 final.ipynb": "7",
            "Zoe\u0308 Li/\u00dcbung 3/hw3.ipynb": "5",
        },
        {"J\u00fcrgen-M\u00fcller_115": "7", "Zo\u00eb-Li": "5"},
    ),
    "folders that machines double": (
        {
            "jane/hw3 2/book/hw3.ipynb": "7",
            "bo/hw3 (1)/hw3 (1).ipynb": "5",
            "bo/hw3.ipynb": "3",
            "cy/hw3 copy/hw3 - Copy.ipynb": "7",
            "di/di/hw3.ipynb": "5",
        },
        {"jane": "7", "bo": "5", "cy": "7", "di": "5"},
    ),
    "copies of Colab": (
        {"jane/Copy of hw3.ipynb": "7", "x_5_7_Copy of hw3.ipynb": "5", "x_5_9_a.ipynb": "3"},
        {"jane": "7", "x_5": "5"},
    ),
    "Windows": (
        {"class\\Jane_115_assignsubmission_file_\\hw3.zip": {"hw3\\book\\hw3.ipynb": "7"}},
        {"Jane_115": "7"},
    ),
    "a zip with the student's name inside": (
        {
            "Jane_115_assignsubmission_file_/hw3.zip": {
                "Jane Doe hw3/Jane Doe hw3.ipynb": "7",
                "Jane Doe hw3/scratch.ipynb": "3",
            }
        },
        {"Jane_115": "7"},
    ),
    "zips named for students": (
        {
            "jane.zip": {"hw3.ipynb": "7"},
            "bo/bo.zip": {"bo/hw3.ipynb": "5"},
            "cy.ipynb.zip": {"cy.ipynb": "7"},
        },
        {"jane": "7", "bo": "5", "cy": "7"},
    ),
    "two zips of one student": (
        {
            "Jane_115_assignsubmission_file_/hw3.zip": {"hw3.ipynb": "7"},
            "Jane_115_assignsubmission_file_/data.zip": {"plot.py": ""},
        },
        {"Jane_115": "7"},
    ),
    "the zip as it was given beside the notebook": (
        {
            "Jane_115_assignsubmission_file_/a.zip": {"hw3/book/hw3.ipynb": "3"},
            "Jane_115_assignsubmission_file_/hw3.ipynb": "7",
        },
        {"Jane_115": "7"},
    ),
    "litter in a zip": (
        {
            "jane.zip": {
                "work.ipynb": "7",
                "__MACOSX/._work.ipynb": "{",
                ".ipynb_checkpoints/work-checkpoint.ipynb": "3",
                ".venv/lib/python3.12/site-packages/nbconvert/work.ipynb": "3",
                ".virtual_documents/work.ipynb": "{",
            }
        },
        {"jane": "7"},
    ),
    "folders around everything": (
        {"my/class of 2026/jane/book/hw3.ipynb": "7", "my/class of 2026/bo.zip": {"a.ipynb": "5"}},
        {"jane": "7", "bo": "5"},
    ),
    "a folder for each group of the class": (
        {
            "my/A/Jane_115_assignsubmission_file_/book/hw3.ipynb": "7",
            "my/A/Di_114_assignsubmission_file_/hw3.zip": {"hw3.ipynb": "5"},
            "my/B/Bo_116_assignsubmission_file_/hw3.ipynb": "7",
            "my/B/list.csv": "",
        },
        {"Jane_115": "7", "Di_114": "5", "Bo_116": "7"},
    ),
    "a download beside what was unpacked from it": (
        {
            "class.zip": {"jane/hw3.ipynb": "3", "bo/hw3.ipynb": "3"},
            "class/jane/hw3.ipynb": "7",
            "class/bo/hw3.ipynb": "5",
        },
        {"jane": "7", "bo": "5"},
    ),
    "a name of the student's own": (
        {"bo/draft/hw3.ipynb": "3", "bo/hw3.ipynb": "5", "jane/solution.ipynb": "7"},
        {"jane": "7", "bo": "5"},
    ),
    "the folder of the assignment around files": (
        {"hw3/hw3.ipynb": "3", "hw3/jane.ipynb": "7", "hw3/bo/book/hw3.ipynb": "5"},
        {"jane": "7", "bo": "5"},
    ),
}


def notebooks(contents):
    """Make notebooks of the texts of notebooks, in zips too."""
    made = {}
    for path, content in contents.items():
        if isinstance(content, dict):
            made[path] = notebooks(content)
        else:
            made[path] = notebook(content) if content.isdecimal() else content
    return made


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_stands_between_a_name_and_the_notebook(maths, handed_in, shape, kind):
    contents, students = SHAPES[shape]
    outcomes = collect.collect(maths, "hw3", handed_in(notebooks(contents), kind))
    assert taken(maths) == students
    assert {one.student for one in outcomes if one.stored} == set(students)
    assert collect.again(maths, "hw3", outcomes) == []
    late = {path.parent.parent.name for path in (maths.root / "submitted").glob("*/hw3/late")}
    assert late == {own.student for own in outcomes if own.stored and "_LATE_" in own.path}


# Who names folders and files like another student's gets them as his own, or is refused: he hands
# in 5, she 7.
HOSTILE = {
    "a folder": (
        {
            "Di_114_assignsubmission_file_/Jane_115_assignsubmission_file_/hw3.ipynb": "5",
            "Jane_115_assignsubmission_file_/hw3.ipynb": "7",
        },
        {"Di_114": "5", "Jane_115": "7"},
    ),
    "a folder among students' folders": (
        {"eve/Jane_115_assignsubmission_file_/hw3.ipynb": "5", "jane/hw3.ipynb": "7"},
        {"eve": "5", "jane": "7"},
    ),
    "a folder in a zip": (
        {
            "di_5_9_jane_7_11_hw3.zip": {"jane_7_11_hw3/hw3.ipynb": "5"},
            "jane_7_10_hw3.ipynb": "7",
        },
        {"di_5": "5", "jane_7": "7"},
    ),
    "a zip that leads out": (
        {
            "Di_114_assignsubmission_file_/hw3.zip": {
                "../../Jane_115_assignsubmission_file_/hw3.ipynb": "5"
            },
            "Jane_115_assignsubmission_file_/hw3.ipynb": "7",
        },
        {"Jane_115": "7"},
    ),
    "a zip alone": (
        {"eve.zip": {"Jane_115_assignsubmission_file_/hw3.ipynb": "5"}},
        {"eve": "5"},
    ),
    "a file of Blackboard in Canvas": (
        {
            "di_5_9_hw3_jane_attempt_2026-11-20-10-15-30_hw3.ipynb": "5",
            "hw3_jane_attempt_2026-11-19-10-15-30_hw3.ipynb": "7",
        },
        {"di_5": "5", "jane": "7"},
    ),
    "a file of Canvas in Blackboard": (
        {"hw3_di_attempt_2026-11-20-10-15-30_jane_7_11_hw3.ipynb": "5"},
        {"di": "5"},
    ),
    "a second attempt in its name": (
        {
            "hw3_di_attempt_2026-11-20-10-15-30_hw3_jane_attempt_2026-11-21-10-15-30_.ipynb": "5",
            "hw3_jane_attempt_2026-11-20-10-15-30_hw3.ipynb": "7",
        },
        {"di": "5", "jane": "7"},
    ),
    "a number of 5,003 digits": (
        {f"di_5_{'7' * 5003}_hw3.ipynb": "5", "jane.ipynb": "7"},
        {"jane": "7"},
    ),
}


@pytest.mark.parametrize("attack", HOSTILE)
def test_nobody_takes_the_place_of_another_by_a_name(maths, handed_in, attack):
    contents, students = HOSTILE[attack]
    collect.collect(maths, "hw3", handed_in(notebooks(contents), "zip"))
    assert taken(maths) == students


def test_a_folder_of_several_names_is_told_and_not_mixed_up(maths, handed_in):
    """These may be groups of students, or one student's drafts."""
    texts = {f"A/{name}/hw3.ipynb": notebook() for name in ("jane", "bo", "di", "ed", "flo")}
    texts |= {"B/cy/hw3.ipynb": notebook(), "B/gus.ipynb": notebook(), "hal.ipynb": notebook("7")}
    texts |= {f"C/{name}hw3.ipynb": notebook(name or "5") for name in ("", "kim/", "lee/")}
    outcomes = collect.collect(maths, "hw3", handed_in(texts, "folder"))
    assert taken(maths) == {"C": "5", "hal": "7"}
    words = "may be another student's, since {}: collect {} by itself, or leave one notebook in it"
    words_of_a = words.format("A holds bo, di, ed, and 2 more", "A")
    words_of_b = words.format("B holds cy, gus.ipynb", "B")
    words_of_c = words.format("C holds kim, lee", "C")
    assert refusals(outcomes)["A/jane/hw3.ipynb"] == words_of_a
    assert collect.again(maths, "hw3", outcomes) == [
        f"A: A/bo/hw3.ipynb {words_of_a}; A/di/hw3.ipynb {words_of_a}; "
        f"A/ed/hw3.ipynb {words_of_a}; and 2 more",
        f"B: B/cy/hw3.ipynb {words_of_b}; B/gus.ipynb {words_of_b}",
    ]
    assert collect.nobodys(outcomes) == [
        f"C/kim/hw3.ipynb {words_of_c}",
        f"C/lee/hw3.ipynb {words_of_c}",
    ]


def test_a_zip_beside_the_folder_it_was_unpacked_to_is_not_read_twice(maths, handed_in):
    contents = {"a/class.zip": {"jane/hw3.ipynb": notebook("3")}, "a/class/bo.ipynb": notebook("5")}
    outcomes = collect.collect(maths, "hw3", handed_in(contents, "folder"))
    words = {"a/class.zip": "left out, unpacked beside it", "a/class/bo.ipynb": "collected"}
    assert said(outcomes) == words
    assert taken(maths) == {"bo": "5"}


MISFITS = {
    "Jane_115_assignsubmission_file_/hw3.pdf": ("%", "Jane_115", "is no notebook"),
    "Bo_116_assignsubmission_onlinetext_/onlinetext.html": ("x", "Bo_116", "is no notebook"),
    "doe_5_7_hw3.py": ("7", "doe_5", "is no notebook"),
    "li_LATE_6_text.html": ("x", "li_6", "is no notebook"),
    "hw3_jdoe_attempt_2026-11-20-10-15-30.txt": ("x", "jdoe", "is no notebook"),
    "dave/hw3.html": ("x", "dave", "is no notebook"),
    "don/hw3.gdoc": ("x", "don", "is no notebook"),
    "eli/book/HW3 (2).txt": ("x", "eli", "is no notebook"),
    "eva.zip": ("PK", "eva", "cannot be read as a zip (File is not a zip file)"),
    "fay/work.7z": ("7", "fay", "is an archive; unpack it, the notebook is needed"),
    "gil.zip": ({}, "gil", "holds no notebook; it holds nothing"),
    "hal.zip": (
        {f"{n}.py": "" for n in range(5)},
        "hal",
        "holds no notebook; it holds 0.py, 1.py, 2.py, and 2 more",
    ),
    "ida/ida.zip": (
        {"a/one.ipynb": "{", "two.ipynb": "{"},
        "ida",
        "holds several notebooks, and none is hw3.ipynb: a/one.ipynb, two.ipynb",
    ),
    "joe/joe.zip": ({"joe.zip": {"hw3.ipynb": "{"}}, "joe", "holds no notebook; it holds joe.zip"),
    "kim/book/hw3.ipynb": (
        "{",
        "kim",
        "is no complete notebook: line 1 breaks off; save it in Jupyter once more",
    ),
}


def test_who_has_no_stored_notebook_is_listed_with_what_was_handed_in_and_why(maths, handed_in):
    contents = {path: content for path, (content, _, _) in MISFITS.items()}
    contents |= {"gus.ipynb": notebook("7"), "gus.pdf": "%", "list.csv": "", "index.html": ""}
    outcomes = collect.collect(maths, "hw3", handed_in(contents, "zip"))
    assert {one.path for one in outcomes} == set(contents)
    lines = sorted(f"{student}: {path} {why}" for path, (_, student, why) in MISFITS.items())
    assert collect.again(maths, "hw3", outcomes) == lines
    assert collect.nobodys(outcomes) == []
    assert set(refusals(outcomes)) == set(MISFITS)


def test_a_student_with_several_files_has_one_line_until_a_notebook_is_stored(maths, handed_in):
    texts = dict.fromkeys((f"jane/{n}.pdf" for n in range(5)), "%") | {"jane/hw3.ipynb": "{"}
    outcomes = collect.collect(maths, "hw3", handed_in(texts, "folder"))
    assert collect.again(maths, "hw3", outcomes) == [
        "jane: jane/0.pdf is no notebook; jane/1.pdf is no notebook; jane/2.pdf is no notebook; "
        "and 3 more"
    ]
    given = handed_in({"jane/hw3.ipynb": notebook("7"), "bo.pdf": "%"}, "folder")
    for _ in range(2):  # what was stored before counts too
        outcomes = collect.collect(maths, "hw3", given)
        assert collect.again(maths, "hw3", outcomes) == ["bo: bo.pdf is no notebook"]
        assert said(outcomes)["jane/0.pdf"] == "left out, no notebook"
        (given / "jane" / "hw3.ipynb").write_text("{")


def test_the_bounds_of_a_students_zip_stop_it_alone(maths, handed_in, monkeypatch):
    monkeypatch.setattr(files, "MAX_ZIP", 5_000)
    monkeypatch.setattr(files, "MAX_ENTRIES", 33)
    contents = {
        "jane.zip": {"hw3.ipynb": notebook("7")},
        "large.zip": {"hw3.ipynb": notebook(), "data.npy": os.urandom(7_000)},
        "long.zip": {"hw3.ipynb": notebook()} | {f"{n}": "" for n in range(35)},
        "many.zip": {f"{n}/hw3.ipynb": "{" for n in range(31)},
        "bomb.zip": {"hw3.ipynb": b" " * 2_000_000},
    }
    outcomes = collect.collect(maths, "hw3", handed_in(contents, "zip"))
    assert taken(maths) == {"jane": "7"}
    assert refusals(outcomes) == {
        "large.zip": "has 0.1 MB; at most 0.005 MB of a zip are read: ask for the notebook "
        "alone, or collect the zip by itself if it is of a class",
        "long.zip": "holds 36 files; at most 33 are read",
        "many.zip": "holds 31 notebooks (0/hw3.ipynb, 1/hw3.ipynb, 2/hw3.ipynb, and 28 more): ask "
        "for one alone, or collect the zip by itself if it is of a class",
        "bomb.zip/hw3.ipynb": "is empty (2,000,000 bytes of nothing): save the notebook in "
        "Jupyter and hand it in again",
    }


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_equal_names_the_newer_file_wins(maths, tmp_path):
    with zipfile.ZipFile(tmp_path / "given.zip", "w") as archive:
        for year, text in ((2021, "old"), (2025, "new"), (2023, "old")):
            info = zipfile.ZipInfo("anna/hw3.ipynb", (year, 1, 3, 5, 7, 8))
            archive.writestr(info, notebook(text))
    collect.collect(maths, "hw3", tmp_path / "given.zip")
    assert taken(maths) == {"anna": "new"}


def test_a_newer_file_of_another_on_the_same_name_does_not_replace_a_students_own(maths, handed_in):
    """The other file is newer by its number and its time; it is still not hers."""
    texts = {"an-na/hw3.ipynb": "hers", "an na/hw3-7.ipynb": "not hers", "bo.ipynb": "his"}
    given = handed_in({path: notebook(text) for path, text in texts.items()}, "folder")
    os.utime(given / "an-na" / "hw3.ipynb", (7, 7))
    outcomes = collect.collect(maths, "hw3", given)
    assert taken(maths) == {"an-na": "hers", "bo": "his"}
    words = "would be an-na's too, like an-na/hw3.ipynb: rename or remove one"
    assert refusals(outcomes) == {"an na/hw3-7.ipynb": words}


def test_a_late_file_is_marked_and_counts_if_it_is_the_latest(maths, handed_in):
    texts = {"li_7_11_hw3.ipynb": "on time", "li_LATE_7_13_hw3-1.ipynb": "late"}
    given = handed_in({path: notebook(text) for path, text in texts.items()}, "folder")
    for first in ("collected", "collected before"):
        assert said(collect.collect(maths, "hw3", given)) == {
            "li_7_11_hw3.ipynb": "left out, older and on time: li_LATE_7_13_hw3-1.ipynb",
            "li_LATE_7_13_hw3-1.ipynb": f"{first} (late)",
        }
        assert maths.late("li_7", "hw3").exists()
    (given / "li_LATE_7_13_hw3-1.ipynb").unlink()
    collect.collect(maths, "hw3", given)
    assert taken(maths) == {"li_7": "on time"}
    assert not maths.late("li_7", "hw3").exists()


def test_if_the_latest_is_broken_the_one_before_counts_and_both_are_said(maths, handed_in):
    texts = {"hw3.ipynb": notebook("old"), "hw3-1.ipynb": notebook("good"), "hw3-2.ipynb": "{"}
    given = handed_in({f"anna/{name}": text for name, text in texts.items()}, "folder")
    outcomes = collect.collect(maths, "hw3", given)
    assert list(refusals(outcomes)) == ["anna/hw3-2.ipynb"]
    assert said(outcomes)["anna/hw3-1.ipynb"] == "collected, since a newer one is refused"
    assert said(outcomes)["anna/hw3.ipynb"] == "left out, older: anna/hw3-1.ipynb"
    assert taken(maths) == {"anna": "good"}


def test_a_zip_made_on_windows_is_read(maths, tmp_path):
    """Backslashes, names in cp437, and the litter of Explorer."""
    with zipfile.ZipFile(tmp_path / "given.zip", "w") as archive:
        for path, text in {
            "class\\J\u00fcrgen Li_5_assignsubmission_file_\\hw3.ipynb": notebook("5"),
            "class\\Zo_7_assignsubmission_file_\\hw3.ipynb": notebook("7"),
            "class\\Zo_7_assignsubmission_file_\\": "",
            "class\\Thumbs.db": "",
            "class\\Desktop.ini": "",
        }.items():
            info = zipfile.ZipInfo("x")
            info.create_system, info.filename = 0, path.replace("\u00fc", "XX")
            archive.writestr(info, text)
    data = (tmp_path / "given.zip").read_bytes()
    one = b"XX", "X\u00fc".encode("cp437")
    (tmp_path / "given.zip").write_bytes(data.replace(*one))
    outcomes = collect.collect(maths, "hw3", tmp_path / "given.zip")
    assert said(outcomes) == {
        "class/JX\u00fcrgen Li_5_assignsubmission_file_/hw3.ipynb": "collected",
        "class/Zo_7_assignsubmission_file_/hw3.ipynb": "collected",
    }
    assert taken(maths) == {"JX\u00fcrgen-Li_5": "5", "Zo_7": "7"}


def test_collecting_again_changes_nothing_and_a_new_file_replaces_the_old(maths, handed_in):
    given = handed_in({"anna.ipynb": notebook("old"), "bo.ipynb": notebook("7")}, "folder")
    collect.collect(maths, "hw3", given)
    path = maths.submitted("anna", "hw3")
    before = path.stat().st_mtime_ns
    assert set(said(collect.collect(maths, "hw3", given)).values()) == {"collected before"}
    assert path.stat().st_mtime_ns == before
    (given / "anna.ipynb").write_text(notebook("new"))
    outcomes = collect.collect(maths, "hw3", given)
    assert said(outcomes)["anna.ipynb"] == "collected, in place of the one before"
    (given / "anna.ipynb").write_text("{")
    outcomes = collect.collect(maths, "hw3", given)
    assert refusals(outcomes)["anna.ipynb"].endswith("; the one from before stays")
    assert taken(maths) == {"anna": "new", "bo": "7"}


def test_only_the_notebook_is_taken(maths, handed_in):
    extra = {"anna/torch.py": "7", "anna/numpy.py": "7", "anna/data/x.npy": "7", "list.csv": ""}
    given = handed_in({"anna/hw3.ipynb": notebook()} | extra, "zip")
    outcomes = said(collect.collect(maths, "hw3", given))
    assert {outcomes[path] for path in extra} == {"left out, no notebook"}
    found = [p for p in (maths.root / "submitted").rglob("*") if p.is_file()]
    assert found == [maths.submitted("anna", "hw3")]


BAD = {
    "truncated.ipynb": (notebook()[:40], "is no complete notebook: line"),
    "list.ipynb": ("[1, 3, 5]", "it has no nbformat number"),
    "latin1.ipynb": (notebook("h\xe9").encode("latin-1"), "is not UTF-8"),
    "large.ipynb": (b" " * 10_000_001, "has 10.1 MB; at most 10 MB are read"),
    "inner.zip": ("PK", "cannot be read as a zip"),
    "hw3.ipynb": (notebook(), "names no student"),
    "hw3 (2)/book/Copy of hw3.ipynb": (notebook(), "names no student"),
    "a/b/hw3.ipynb": (notebook(), "may be another student's, since a holds b, other.ipynb"),
    "a/other.ipynb": (notebook(), "may be another student's, since a holds b, other.ipynb"),
    "...ipynb": (notebook(), "cannot be the name of a folder"),
    "ë" * 101 + "/hw3.ipynb": (notebook(), "cannot be the name of a folder"),
    "a:b.ipynb": (notebook(), "may lead out of its folder"),
}
IN_ZIPS = {
    "../../out.ipynb": (notebook(), "may lead out of its folder"),
    "../submitted/bo/hw3/hw3.ipynb": (notebook("not his"), "may lead out of its folder"),
    "/tmp/many-heads-out.ipynb": (notebook(), "may lead out of its folder"),
    "bomb.ipynb": (b" " * 50_000_000, "has 50 MB; at most 10 MB are read"),
    "..\\..\\out.ipynb": (notebook(), "may lead out of its folder"),
}


def outside(made):
    """List everything around a course but its submissions."""
    around = made.root.parent.rglob("*")
    return sorted(p for p in around if not p.is_relative_to(made.root / "submitted"))


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_bad_file_is_refused_alone_and_nothing_is_written_elsewhere(maths, handed_in, kind):
    bad = BAD if kind == "folder" else BAD | IN_ZIPS
    contents = {path: data for path, (data, _) in bad.items()} | {"bo.ipynb": notebook("his")}
    given = handed_in(contents, kind)
    before = outside(maths)
    found = refusals(collect.collect(maths, "hw3", given))
    bad = {path.replace("\\", "/"): words for path, (_, words) in bad.items()}
    assert set(found) == set(bad)
    assert [path for path, words in bad.items() if words not in found[path]] == []
    assert taken(maths) == {"bo": "his"}
    assert outside(maths) == before
    assert not Path("/tmp/many-heads-out.ipynb").exists()


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_file_that_is_too_large_is_not_even_read(handed_in, kind):
    given = handed_in({"large.ipynb": " " * 10_000_001}, kind)
    with files.opened(given) as (file,), pytest.raises(RefusedError, match="has 10"):
        file.read()


def test_links_pipes_and_names_that_are_no_utf8_are_refused_in_a_folder(maths, handed_in, tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_text(notebook("secret"))
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "hw3.ipynb").write_text(notebook("secret"))
    given = handed_in({"bo.ipynb": notebook("his")}, "folder")
    (given / "anna.ipynb").symlink_to(secret)
    (given / "eve").symlink_to(tmp_path / "private")
    (given / "data").symlink_to("/etc/passwd")
    os.mkfifo(given / "pipe.ipynb")
    (given / os.fsdecode(b"j\xf6rg.ipynb")).write_text(notebook("7"))
    found = refusals(collect.collect(maths, "hw3", given))
    links = dict.fromkeys(("anna.ipynb", "eve", "data", "pipe.ipynb"), "is a link or no plain file")
    latin = {os.fsdecode(b"j\xf6rg.ipynb"): "has a name that is not UTF-8; rename it"}
    assert found == links | latin
    assert taken(maths) == {"bo": "his"}
    assert "j?rg.ipynb" in collect.table(collect.collect(maths, "hw3", given))


def test_links_locked_and_broken_entries_and_odd_names_are_refused_in_a_zip(maths, tmp_path):
    given = tmp_path / "given.zip"
    with zipfile.ZipFile(given, "w") as archive:
        link = zipfile.ZipInfo("anna.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        for path in ("broken.ipynb", "locked.ipynb", "jXrg.ipynb", "bo.ipynb"):
            archive.writestr(path, notebook(path[0]))
        archive.writestr("Zoë.ipynb", notebook("hers"))
    data = given.read_bytes().replace(b"jXrg", b"j\xf6rg")
    at = data.index(b"broken.ipynb", data.index(b"broken.ipynb") + 1)
    data = data[: at - 30] + b"\7" + data[at - 29 :]  # another CRC in the directory
    at = data.index(b"locked.ipynb", data.index(b"locked.ipynb") + 1)
    given.write_bytes(data[: at - 38] + b"\1" + data[at - 37 :])  # the flag of encryption
    found = refusals(collect.collect(maths, "hw3", given))
    assert {path: words.split(" (")[0] for path, words in found.items()} == {
        "anna.ipynb": "is a link or no plain file",
        "broken.ipynb": "cannot be unpacked",
        "locked.ipynb": "cannot be unpacked",
    }
    assert taken(maths) == {"bo": "b", "Zoë": "hers", "j-rg": "j"}


def test_utf8_names_without_their_flag_are_read_as_utf8(maths, tmp_path):
    given = tmp_path / "given.zip"
    with zipfile.ZipFile(given, "w") as archive:
        archive.writestr("ZoXX Li_5_assignsubmission_file_/hw3.ipynb", notebook("7"))
    given.write_bytes(given.read_bytes().replace(b"ZoXX", "Zoë".encode()))
    collect.collect(maths, "hw3", given)
    assert taken(maths) == {"Zoë-Li_5": "7"}


@pytest.mark.parametrize("size", [7, 3_000])
def test_a_size_that_lies_unpacks_no_more_than_it_says(maths, tmp_path, size):
    given = tmp_path / "given.zip"
    with zipfile.ZipFile(given, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.ipynb", b" " * 30_000_000)
        archive.writestr("bo.ipynb", notebook("his"))
    said_size = (30_000_000).to_bytes(4, "little")
    assert given.read_bytes().count(said_size) >= 2
    given.write_bytes(given.read_bytes().replace(said_size, size.to_bytes(4, "little")))
    assert "cannot be unpacked" in refusals(collect.collect(maths, "hw3", given))["bomb.ipynb"]
    assert taken(maths) == {"bo": "his"}


def test_too_many_files_or_bytes_are_refused_as_a_whole(maths, handed_in, monkeypatch):
    given = handed_in({f"s{n}.ipynb": notebook() for n in range(5)}, "zip")
    monkeypatch.setattr(collect, "MAX_FILES", 3)
    with pytest.raises(CourseError, match=r"has 5 files, .* at most 3 and .* give it in parts"):
        collect.collect(maths, "hw3", given)
    monkeypatch.setattr(collect, "MAX_FILES", 5)
    monkeypatch.setattr(collect, "MAX_TOTAL", 700)
    with pytest.raises(CourseError, match="bytes of notebooks; at most 5 and 700 are collected"):
        collect.collect(maths, "hw3", given)
    assert taken(maths) == {}


def test_what_cannot_be_opened_is_told_clearly(maths, handed_in, tmp_path):
    (tmp_path / "cut.zip").write_bytes(b"PK\x05\x06" + b"\7" * 18)
    (tmp_path / "empty").mkdir()
    for given, words in {
        tmp_path / "nothing": "is neither a folder nor a zip; give what the LMS let you download",
        tmp_path / "cut.zip": "cannot be read .*; unpack it, give the folder",
        tmp_path / "empty": "has no .ipynb file; give what the LMS",
    }.items():
        with pytest.raises(CourseError, match=words):
            collect.collect(maths, "hw3", given)
    given = handed_in({"anna.ipynb": notebook()}, "zip")
    with pytest.raises(CourseError, match=r"hw5\.ipynb is missing; make it with: .* release"):
        collect.collect(maths, "hw5", given)


def test_a_name_cannot_act_on_the_terminal(maths, handed_in):
    paths = ("\x1b[2Jeve.ipynb", "a\x1bb/hw3.ipynb", "a\x1bb/hw3-1.ipynb")
    outcomes = collect.collect(maths, "hw3", handed_in(dict.fromkeys(paths, notebook()), "zip"))
    assert said(outcomes)["a\x1bb/hw3.ipynb"] == "left out, older: a\x1bb/hw3-1.ipynb"
    assert "\x1b" not in collect.table(outcomes)
