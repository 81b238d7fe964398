"""JSON data written in the one way in which their hash is taken."""

from __future__ import annotations

import json


def canonical(data: object) -> bytes:
    """JSON data as bytes, the same on every machine."""
    return json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()
