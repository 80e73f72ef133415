"""Measurements that you can repeat; each prints a table, and says which decision it backs.

A bench may import everything but tests, and nothing but a test imports a bench.
"""
