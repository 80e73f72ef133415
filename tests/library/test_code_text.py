"""The text is what a wheel's code says, and only the bytes that a hash names."""

import ast
import hashlib
import zipfile

import pytest
from multihead.real_text.code_text import code_of_wheels, only_code

MODULE = '''#!/usr/bin/env python
"""What the module does: "quotes", and # no comment."""

import os  # a comment


class Empty(Exception):
    """Nothing follows."""


class Jar:
    """A jar."""

    lid = "# stays"
    """What people write below an attribute."""

    def open(self):  # "why"
        \'\'\'It's open
        over two lines\'\'\'
        return f"{self.lid}#" + 'a\\'#' + """
# stays too
"""

    def one(self): "left, since it stands on a line with code"
'''
CODE = '''
import os
class Empty(Exception):
    pass
class Jar:
    lid = "# stays"
    def open(self):
        return f"{self.lid}#" + 'a\\'#' + """
# stays too
"""
    def one(self): "left, since it stands on a line with code"'''


def wheel(folder, name="jar-1.0-py3-none-any.whl", **files) -> dict[str, str]:
    with zipfile.ZipFile(folder / name, "w") as made:
        for path, text in files.items():
            made.writestr(path, text)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest()}


def test_comments_docstrings_and_empty_lines_are_cut_and_strings_stay():
    assert only_code(MODULE) == CODE
    ast.parse(CODE)


def test_the_end_of_a_line_may_be_that_of_windows():
    assert only_code("a = 1\r\n\r\nb = 2\r\n") == "\na = 1\nb = 2"


def test_files_come_in_the_order_of_their_paths_without_tests_and_copies_of_others(tmp_path):
    files = {
        "jar/b.py": "b = 2",
        "jar/a.py": "a = 1  # é in a comment is no matter",
        "jar/strange.py": "c = 'é'",
        "jar/tabs.py": "if c:\n\td = 3",
        "jar/tests/here.py": "e = 4",
        "jar/test_there.py": "f = 5",
        "jar/_vendor/other.py": "g = 6",
        "jar/testing.py": "h = 7",
        "jar/conftest.py": "j = 9",
        "jar/notes.txt": "i = 8",
    }
    hashes = wheel(tmp_path, **files)
    assert code_of_wheels(hashes, tmp_path) == {"jar-1.0-py3-none-any.whl": "\na = 1\nb = 2"}


def test_other_bytes_are_named(tmp_path):
    hashes = wheel(tmp_path, **{"jar.py": "a = 1"})
    wheel(tmp_path, **{"jar.py": "a = 2"})
    with pytest.raises(ValueError, match=r"jar-1\.0-py3-none-any\.whl .*SHA-256 \w{16}"):
        code_of_wheels(hashes, tmp_path)
