"""What `make` installs: the pins into .venv; browsers, Java, an emulator and a jail for the tests.

It runs before there is an environment, so it imports Python's own modules only.
"""
