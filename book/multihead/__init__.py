"""The library that the chapters build. Importing it pins the numerics; see `numerics`.

A module may import from its own line and those below it:

    explore, exercises
    widgets
    claims
    show
    language
    heads
    train, tasks
    model
    attention, example, path_length
    validate
    numerics

`checks` only says where notebooks find ``check``.
"""

from multihead import numerics

numerics.pin()
