"""A browser and a JupyterLab, driven by a program: for tools, benches and tests alike.

It imports nothing of ours, and no test framework.
"""
