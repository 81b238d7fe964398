"""The types of JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object: text, numbers, true and false, None, lists and further objects by name."""
JsonMapping = Mapping[str, Any]
"""A JSON object that is only read."""
