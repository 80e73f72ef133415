"""Ordinary notebooks, with the marks that each of them deserves.

Whoever hands in one of these has the habits of people who write notebooks: magics, plots, cells
in another order, slow trials. Most of their answers are right. Some are wrong, so that nobody looks
fair who gives everyone full marks. What is written here is the truth; no grader was asked for it.
"""

from ordinary import files, hands, magics, places, styles, times, wrong
from ordinary.habit import Habit

MODULES = (magics, styles, places, files, hands, times, wrong)
#: By what the student does.
HABITS: dict[str, Habit] = {name: one for each in MODULES for name, one in each.HABITS.items()}
