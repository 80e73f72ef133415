"""The library that the chapters build. To import any of it pins the numerics: see `numerics`."""

from multihead import numerics

numerics.pin()
