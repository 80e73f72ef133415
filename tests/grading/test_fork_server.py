"""A warm process whose children are not walled off does not serve."""

import pytest

from grading.jail import bubblewrap
from grading.jail.jail import Jail, JailError


def test_a_jail_whose_children_have_no_namespaces_of_their_own_does_not_start(monkeypatch):
    *walls, code = bubblewrap.command("bwrap")
    code = code.replace("fork_server.main", "fork_server.isolation.NEW_USER = 0; fork_server.main")
    monkeypatch.setattr(bubblewrap, "command", lambda _: [*walls, code])
    with pytest.raises(JailError, match="unshare: Operation not permitted"), Jail():
        pass


@pytest.mark.parametrize("step", ["filter_system_calls", "limit"])
def test_a_child_that_cannot_be_bound_answers_nothing(step, monkeypatch):
    *walls, code = bubblewrap.command("bwrap")
    code = code.replace(
        "fork_server.main()", f"fork_server.isolation.{step} = lambda *_: 1 / 0; fork_server.main()"
    )
    monkeypatch.setattr(bubblewrap, "command", lambda _: [*walls, code])
    with pytest.raises(JailError, match="ended the process"), Jail():
        pass
