"""Part of bench/hub.py: a JupyterHub on loopback, its students, and what their servers take."""
