"""Advice to authors: it fails nothing, and stands at the end of a run, a line each."""

import warnings

import pytest


class Advice(UserWarning):
    """What would be better for readers, and how to get there."""


MARK = f": {Advice.__name__}: "


def advise(text: str) -> None:
    warnings.warn(text, Advice, stacklevel=2)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    """Take advice out of the warnings, where each would be four lines."""
    stats = terminalreporter.stats
    advice_reports = [report for report in stats.get("warnings", []) if MARK in report.message]
    if advice_reports:
        stats["warnings"] = [report for report in stats["warnings"] if report not in advice_reports]
        terminalreporter.section("advice")
        for text in sorted({report.message.partition(MARK)[2] for report in advice_reports}):
            terminalreporter.line(text.splitlines()[0])
    return (yield)
