"""Run student code, so that only numbers come out of it.

Imports the library's `answers` and nothing else of ours: what runs inside (inside, student,
protocol, answers) finds no other file there.
"""
