"""How a match finds what saves and loads it: records stand above play, so the face of the package tells it here."""

from collections.abc import Callable
from types import ModuleType

records: Callable[[], ModuleType]
"""Imports the module that has `Record` and `load_match`; the face sets it before anything else of core is imported."""
