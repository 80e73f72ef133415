"""The library that the chapters build. Importing it pins the numerics; see `numerics`."""

from multihead import numerics

numerics.pin()
