"""The name of what is written as JSON and read from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object: text, numbers, truth values, None, lists and further objects by name."""
JsonMapping = Mapping[str, Any]
"""A JSON object that is only read."""
