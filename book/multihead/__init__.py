"""The library that the chapters build by hand first and import afterwards."""
