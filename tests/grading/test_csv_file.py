"""A CSV file is read as Python's csv module reads it, and what is not changed stays to the byte."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading.course import CourseError
from grading.reports import csv_file

TEXTS = st.text(alphabet="ab,;\"\n é'", max_size=5)
TABLES = st.lists(st.lists(TEXTS, min_size=2, max_size=4), min_size=1, max_size=4)


@given(TABLES, st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]), st.sampled_from(["\n", "\r\n"]))
def test_cells_are_those_of_the_csv_module(rows, quoting, end):
    text = io.StringIO()
    csv.writer(text, quoting=quoting, lineterminator=end).writerows(rows)
    found = [[cell.value for cell in row] for row in csv_file._rows(text.getvalue(), ",")]
    assert found == list(csv.reader(io.StringIO(text.getvalue(), newline="")))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_only_the_cells_that_are_changed_change(tmp_path, encoding, end, delimiter):
    lines = ['"name";  mark ;note', '"Zoë ""Z"" Li";;"a', 'b"', "Bo;7;=1+1", 'Al;"3";', "", "Cy;;"]
    text = end.join(lines).replace(";", delimiter)
    (tmp_path / "a.csv").write_bytes(text.encode(encoding))
    found = csv_file.read(tmp_path / "a.csv")
    assert found.changed({}) == text.encode(encoding)
    assert [row[0].value for row in found.rows] == ["name", 'Zoë "Z" Li', "Bo", "Al", "", "Cy"]
    marks = {found.rows[1][1]: "5", found.rows[2][1]: "4,5", found.rows[3][1]: "6"}
    new = 'Li";5;"a', 'Bo;"4,5";' if delimiter == "," else "Bo;4,5;", 'Al;"6";'
    for old, one in zip(('Li";;"a', "Bo;7;", 'Al;"3";'), new, strict=True):
        assert old.replace(";", delimiter) in text
        text = text.replace(old.replace(";", delimiter), one.replace(";", delimiter))
    assert found.changed(marks) == text.encode(encoding)


@pytest.mark.parametrize("data", [b"", "a,b".encode("utf-16"), b"a,b\n\x81,3"])
def test_what_is_no_table_is_refused(tmp_path, data):
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(CourseError, match="save it as CSV UTF-8"):
        csv_file.read(tmp_path / "a.csv")
