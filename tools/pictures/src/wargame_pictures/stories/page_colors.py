"""The colours of web pages, which follow the reader's wish for a dark screen as the pictures in them do."""

from __future__ import annotations

from typing import Final

COLORS: Final = """
:root { color-scheme: light dark; --page: #fbf8f1; --ink: #26211a; --soft: #6b6254; --line: #d9d0bd; --card: #fffdf6;
  --mark: #8a4b16; --now: #f3e3b8; }
@media screen and (prefers-color-scheme: dark) { :root { --page: #151412; --ink: #e9e3d6; --soft: #a89f8e;
  --line: #423d35; --card: #1d1b18; --mark: #e0a668; --now: #4a3d1f; } }
"""
"""A style sheet with variables for the page, what is written on it, lines, cards and marks."""
