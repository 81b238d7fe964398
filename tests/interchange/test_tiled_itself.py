"""Tiled itself reads what is exported and writes it again, as its own map and as XML: imported, nothing changes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.interchange.small_files import HEXES, TWO_FORDS, exported

from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_tiled
from wargame_workshop.interchange.tiled_maps import tiles_picture
from wargame_workshop.interchange.tiled_writer import tiled_text

pytestmark = [
    pytest.mark.thorough,  # a program with windows starts, though it opens none
    pytest.mark.skipif(shutil.which("tiled") is None, reason="Tiled is not installed (on Debian: apt install tiled)"),
]


@pytest.mark.parametrize("ending", ["tmj", "tmx"])
@pytest.mark.parametrize("text", [TWO_FORDS, HEXES], ids=["squares", "hexes"])
def test_a_map_that_tiled_has_written_again_is_the_same(tmp_path: Path, text: str, ending: str) -> None:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    tiled = exported(text)
    (tmp_path / "map.tmj").write_text(tiled_text(tiled), encoding="utf-8")
    tiles = tiled["tilesets"][0]
    picture = tiles_picture(["clear"] * tiles["tilecount"], (tiles["tilewidth"], tiles["tileheight"]))
    (tmp_path / tiles["image"]).write_bytes(picture)
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path)}
    words = ["tiled", "--export-map", "map.tmj", f"again.{ending}"]
    subprocess.run(words, cwd=tmp_path, env=env, check=True, capture_output=True, timeout=60)
    (change,) = import_tiled(tmp_path / f"again.{ending}", tmp_path, Wishes()).changes
    assert change.merged.text == text
    assert change.merged.untouched > 0
