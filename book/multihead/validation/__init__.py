"""Checks of input; each error names the sizes and the fix. It imports no other room."""
