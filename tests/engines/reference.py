"""The reference engine, as the page shows it."""

from pathlib import Path

from tests.docs.howto_pages import HOWTO, blocks


def reference_engine(folder: Path) -> Path:
    """Write the engine of the page into a folder."""
    (text,) = (text for _, words, text in blocks((HOWTO / "engines.md").read_text("utf-8")) if words == ["engine.js"])
    path = folder / "engine.js"
    path.write_text(text, encoding="utf-8")
    return path
