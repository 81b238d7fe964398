"""The list of public names is that of today, and once something was released no name goes in silence."""

import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT, script

NAMES = script(ROOT / "release" / "public_names.py")
BEFORE = ("wargame_core.load(name, data=...)", "wargame_core.Match.play(action, seat)", "wargame_core.Old")


def test_the_list_is_that_of_today() -> None:
    written = NAMES.LIST.read_text("utf-8")
    assert written == NAMES.text(NAMES.released_in(written)), "python3 run.py names writes it"


@pytest.mark.parametrize(
    ("now", "changelog", "silent"),
    [
        (BEFORE, "", []),
        (BEFORE[:2], "", ["wargame_core.Old"]),
        (BEFORE[:2], "- `Old` is gone: write `New`", []),
        (BEFORE[:2], "- Older things are gone", ["wargame_core.Old"]),
        (("wargame_core.load(name)", *BEFORE[1:]), "", ["wargame_core.load(name, data=...)"]),
        (("wargame_core.load(name)", *BEFORE[1:]), "- `load` takes no `data`", []),
        (("wargame_core.load(name, data=..., more=...)", *BEFORE[1:]), "", []),
    ],
)
def test_what_goes_needs_a_line_in_the_changelog(now: tuple[str, ...], changelog: str, silent: list[str]) -> None:
    assert NAMES.gone_in_silence(BEFORE, now, changelog) == silent


def test_a_released_list_is_not_written_over_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(NAMES, "LIST", tmp_path / "names.txt")
    monkeypatch.setattr(NAMES, "ROOT", tmp_path)
    monkeypatch.setattr(NAMES, "names", lambda: iter(BEFORE[:2]))
    monkeypatch.setattr(sys, "argv", ["names"])
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n", "utf-8")
    (tmp_path / "names.txt").write_text(NAMES.HEAD + "0.1.0\n" + "\n".join(BEFORE), "utf-8")
    assert NAMES.main() == 1
    assert "wargame_core.Old" in capsys.readouterr().err
    (tmp_path / "CHANGELOG.md").write_text("- `Old` is gone\n", "utf-8")
    assert NAMES.main() == 0
    assert "Old" not in (tmp_path / "names.txt").read_text("utf-8")


def test_classes_are_listed_with_their_members_and_parameters() -> None:
    listed = NAMES.LIST.read_text("utf-8").splitlines()
    assert "wargame_core.load(name, data=...)" in listed
    assert "wargame_core.contents.OobEntry.belongs_to" not in listed
    assert "wargame_core.contents.OobEntry.parent" in listed
    assert not [name for name in listed if "._" in name]
