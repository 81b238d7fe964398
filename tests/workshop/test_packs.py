"""A folder as one file that plays, and packs of others that are not let in."""

import stat
import zipfile
from pathlib import Path

import pytest
from tests.core.cli_table import Run, told

from wargame_core.data.archives import PackError, read_pack, unpacked
from wargame_workshop.packs import write_pack


def test_a_folder_is_packed_and_every_command_opens_it(wargame: Run) -> None:
    wargame("new", "road", "my_road")
    text = 'source = { document = "mine", basis = "reconstruction" }\nlength = 5\n'
    Path("my_road/road.toml").write_text(text, encoding="utf-8")
    Path("my_road/design").mkdir()
    for scan in ("scan.png", "design/underlay.png"):
        Path("my_road", scan).write_bytes(b"stays at home")
    done = told(wargame("pack", "my_road", "--json"))
    assert done["out"] == "my_road.wargame"
    assert done["files"] == ["map.svg", "road.toml", "sources.txt"]
    for words in (("play", "--seed", "1"), ("info",), ("simulate", "--games", "2"), ("sources",)):
        wargame(words[0], "./my_road.wargame", *words[1:])
    assert wargame("lint", "my_road.wargame").stdout == "no problems\n"
    assert "not a map file" in wargame("fmt", "my_road.wargame", exit_code=1).stderr


def test_the_same_folder_makes_the_same_bytes(tmp_path: Path) -> None:
    files = {"b.toml": "b = 1\r\n", "a.toml": "a = 1\n"}
    one = write_pack(tmp_path / "x.wargame", files)
    other = write_pack(tmp_path / "y.wargame", dict(reversed(files.items())))
    assert one.read_bytes() == other.read_bytes()
    assert read_pack(one) == files
    folder = unpacked(one)
    assert folder.name == "x"
    assert (folder / "b.toml").read_bytes() == b"b = 1\r\n"


def test_a_damaged_or_truncated_pack_is_refused(tmp_path: Path) -> None:
    whole = write_pack(tmp_path / "x.wargame", {"a.toml": "a = 1\n" * 500}).read_bytes()
    for broken in (b"", b"PK", whole[:40], whole[:-10], whole[:60] + b"\0\0\0\0" + whole[64:], b"no zip at all"):
        path = tmp_path / "broken.wargame"
        path.write_bytes(broken)
        with pytest.raises(PackError, match=r"^broken\.wargame:(1:1|a\.toml): E106 no pack, or damaged"):
            read_pack(path)


def hostile(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return path


CLIMBING = ("../evil.toml", "/etc/evil.toml", "a/b.toml", "..\\evil.toml", "C:evil.toml")


@pytest.mark.parametrize("name", [*CLIMBING, "evil.py", ".hidden.toml", "a\n.toml"])
def test_names_that_climb_or_are_no_text_files_are_refused(tmp_path: Path, name: str) -> None:
    path = hostile(tmp_path / "x.wargame", (name, b"a = 1\n"))
    with pytest.raises(PackError, match="not a plain name"):
        read_pack(path)


def test_bombs_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="at most"):
        read_pack(hostile(tmp_path / "x.wargame", ("a.toml", b" " * 9_000_000)))
    many = [(f"f{n}.toml", b"") for n in range(301)]
    with pytest.raises(PackError, match="301 files"):
        read_pack(hostile(tmp_path / "y.wargame", *many))
    five = [(f"f{n}.toml", b" " * 7_900_000) for n in range(5)]
    with pytest.raises(PackError, match="when unpacked"):
        read_pack(hostile(tmp_path / "z.wargame", *five))


def test_links_doubles_foreign_bytes_and_entities_are_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("a.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    cases: dict[str, tuple[tuple[str | zipfile.ZipInfo, bytes], ...]] = {
        "link": ((link, b"/etc/passwd"),),
        "twice": (("a.toml", b""), ("A.toml", b"")),
        "UTF-8": (("a.toml", b"\xff\xfe"),),
        "entities": (("a.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'),),
        "script": (("b.svg", b"<svg><script>1</script></svg>"),),
    }
    for what, members in cases.items():
        with pytest.raises(PackError, match=what):
            read_pack(hostile(tmp_path / "x.wargame", *members))


def test_a_hostile_pack_is_one_sentence_on_the_command_line(wargame: Run) -> None:
    hostile(Path("x.wargame"), ("../evil.toml", b"a = 1\n"))
    for command in ("play", "lint", "info"):
        done = wargame(command, "./x.wargame", exit_code=1)
        assert "not let in" in done.stderr
    assert not Path("../evil.toml").exists()
    assert "x.wargame is not a folder" in wargame("pack", "x.wargame", exit_code=1).stderr
