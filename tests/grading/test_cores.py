"""Each jail has a core while there are cores."""

import os

from grading.jail import cores


def test_no_two_jails_have_one_core_until_each_is_taken(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {903, 907})
    first, second, third = (cores.claim() for _ in range(3))
    assert [one[1] for one in (first, second, third)] == [[903], [907], [903, 907]]
    second[0].close()
    again = cores.claim()
    assert again[1] == [907]
    for held, _ in (first, third, again):
        held.close()
