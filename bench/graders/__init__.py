"""Part of bench/grading.py: a class whose marks are known, its courses, and the graders."""
