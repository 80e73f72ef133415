"""The library that the chapters build. Importing it pins the numerics; see `numerics`.

Without PyTorch there is nothing to pin, and `checks` and `example` still work.

A module may import from its own line and those below it:

    explore, exercises
    widgets
    claims
    show
    language, real_text, minilm
    heads
    train, tasks
    model
    former_arguments, setting_in_notebooks
    attention, example, path_length
    attention_dropout, validation
    setting, numerics, results

`checks` only says where notebooks find ``check``.
"""

try:
    from multihead import numerics
except ModuleNotFoundError as missing:
    if missing.name != "torch":
        raise
else:
    numerics.pin()
    from multihead import former_arguments, setting_in_notebooks

    former_arguments.accept()
    setting_in_notebooks.announce()
