"""What is let in of an archive: how much in all, and names that stay within its folder."""

import re
import zipfile
from pathlib import Path

import pytest

from wargame_core.data.archives import Archive, ArchiveError, ArchiveLimits, stays_within_archive

SMALL = ArchiveLimits(members=9, largest=10, together=25, name=re.compile(r".+"), names_are="name")


def packed(path: Path, *sizes: int) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for number, size in enumerate(sizes):
            archive.writestr(f"{number}.txt", "x" * size)
    return path


def test_files_that_are_small_one_by_one_may_be_too_much_together(tmp_path: Path) -> None:
    with Archive(packed(tmp_path / "enough.zip", 10, 10, 5), SMALL) as archive:
        assert len(archive.members) == 3
    with pytest.raises(ArchiveError, match="more than 25 bytes when unpacked"):
        Archive(packed(tmp_path / "more.zip", 10, 10, 6), SMALL)


@pytest.mark.parametrize("name", ["C:/map.toml", "../map.toml", "/map.toml", "a\\map.toml", "a//b"])
def test_a_name_that_leads_out_of_its_folder_is_none(name: str) -> None:
    assert not stays_within_archive(name)
    assert stays_within_archive("a/map.toml")
