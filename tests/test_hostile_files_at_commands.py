"""Every command that reads what strangers send or writes a file: one sentence, the right exit code, nothing half done.

Full disks are stood in for by a disk that refuses to keep what was written, files by what nobody should send.
"""

import errno
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.dom import minidom

import pytest
from click.testing import CliRunner, Result

import wargame_core
from wargame_core.data.files import all_or_nothing, write_new, write_whole
from wargame_core.records.record import Record
from wargame_pictures.of_games import handout
from wargame_pictures.several_files import UNFINISHED, write_all
from wargame_terminal import main

NAME = "<!--<script>alert(1)</script>\\\"'&amp; %s {0} ]]> "
"""What a stranger calls a division: valid in a data file, harmful where it is printed as it is."""


@cache
def battle() -> tuple[Record, str]:
    """A campaign in which people fight a battle on their table, and the form of its report, filled in."""
    game = wargame_core.load("vicksburg")
    match = game.start(seed=15, options={"battles": "reported"})
    bots = {seat: game.bot("belligerent", seed=n) for n, seat in enumerate(game.seats)}
    while not any(match.choices(seat).by_people for seat in match.waiting_for):
        match.play(bots[match.waiting_for[0]](match.view(match.waiting_for[0])), match.waiting_for[0])
    packet = handout(game, match)
    assert packet is not None
    assert packet.form is not None
    form = packet.form.blank().replace('winner = ""', 'winner = "confederate"').replace('why = ""', 'why = "rain"')
    form = form.replace('ended = ""', 'ended = "conceded"').replace("last_turn = 0", "last_turn = 3")
    record = Record.of(match)
    return Record(record.header, record.lines, ended=False), form


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record, a filled-in form, a campaign of one's own, and a game by mail."""
    folder, (record, form) = tmp_path_factory.mktemp("doors"), battle()
    record.save(folder / "battle.jsonl")
    write_new(folder / "form.toml", form)
    assert typed(f"new campaign {folder / 'camp'}").exit_code == 0
    assert typed(f"mail new battlecry {folder / 'box'} --seat union --on-trust").exit_code == 0
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, and the folder where commands are typed."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(words: str, *more: str) -> Result:
    return CliRunner().invoke(main, [*words.split(), *more])


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder in ``folder``, by its path."""
    paths = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}


WRITERS = {
    "battle battle.jsonl --out p.html": "p.html",
    "battle battle.jsonl --out p.toml": "p.toml",
    "orders battle.jsonl --seat federal --out o.html": "o.html",
    "report battle.jsonl form.toml": "battle.jsonl",
    "print ./camp --out printed": "printed/index.html",
    "pack camp --out c.wargame": "c.wargame",
    "fmt camp --expand": "camp/map.toml",
    "mail new battlecry other --seat union --on-trust": "other/private.json",
    "mail send box": "box/001-union.letter",
    "new campaign mine": "mine/campaign.toml",
    "new battle mine": "mine/my_battle.toml",
    "new scenario mine": "mine/my_scenario.toml",
    "new game mine": "mine/README.md",
    "render ./camp --out m.svg": "m.svg",
    "replay battle.jsonl --page r.html": "r.html",
    "sign battle.jsonl --key k.key": "k.key",
    "balance ./camp --games 2 --seed 1 --out b.html": "b.html",
}
"""Commands that write, and the file that each cannot write on a full disk."""


@pytest.mark.parametrize(("words", "file"), WRITERS.items(), ids=WRITERS)
def test_a_full_disk_is_one_sentence_with_the_file_and_leaves_everything_as_it_was(
    words: str, file: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = contents(here)
    monkeypatch.setattr("os.fsync", full)
    done = typed(words, "--json")
    assert done.exit_code == 3
    assert json.loads(done.stdout.splitlines()[-1])["error"] == f"{file}: No space left on device"
    assert done.stderr.splitlines()[-1] == f"wargame: {file}: No space left on device"
    assert contents(here) == before


READERS = (
    "battle {}",
    "orders {} --seat federal",
    "report battle.jsonl {}",
    "report {} form.toml",
    "pack {}",
    "fmt {}",
    "print ./{} --out printed",
    "balance ./{} --games 2",
    "mail open box {}",
    "mail send {}",
    "mail verify {}",
    "watch {}",
    "schema ./{}",
    "verify {}",
    "replay {}",
    "lint {}",
    "cases battlecry {}",
)
HOSTILE: dict[str, bytes] = {
    "empty.toml": b"",
    "bytes.toml": bytes(range(256)) * 20,
    "deep.toml": b"a = " + b"[" * 20_000,
    "steering.toml": b'title = "\x1b[2J\x07"\nform = "\\ud800"\n',
    "deep.json": b"[" * 100_000,
    "surrogate.json": b'{"record": "\\ud800", "game": "\\u001b[2J"}\n',
    "zip.wargame": b"PK\x03\x04" + b"\x00" * 400,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_nobody_should_send_is_one_sentence_for_every_command_that_reads(name: str, here: Path) -> None:
    (here / name).write_bytes(HOSTILE[name])
    before = contents(here)
    for words in READERS:
        done = typed(words.format(name), "--json")
        assert done.exit_code in ((0, 1, 2, 3) if words.startswith(("lint", "cases")) else (1, 2, 3)), words
        assert "program error" not in done.output
        assert "\x1b" not in done.output
        assert len(done.output) < 2500
        if done.exit_code:
            assert json.loads(done.stdout.splitlines()[-1]).get("exit_code", 1) == done.exit_code
    assert contents(here) == before


@pytest.mark.parametrize(
    "words",
    ["battle {}", "report {}", "orders x.jsonl --seat {}", "fmt {}", "pack camp --out {}", "balance {}", "print {}"],
)
def test_what_is_typed_is_quoted_shortly_and_harmlessly(words: str, here: Path) -> None:
    for argument in ("x" * 5000, "\x1b[2J\u202e", "\udcff", "../" * 1000):
        done = CliRunner().invoke(main, [part.format(argument) for part in words.split()])
        assert done.exit_code in (1, 2, 3)
        assert "program error" not in done.output
        assert len(done.output) < 1500
        assert "\x1b[2J" not in done.output
        assert "\u202e" not in done.output


def test_names_that_are_markup_stay_names_on_every_page_and_picture(here: Path) -> None:
    for file in (here / "camp").glob("*.toml"):
        keys = ("name = ", "title = ", "text = ") if file.name != "map.toml" else ("title = ",)
        lines = file.read_text("utf-8").splitlines()
        changed = [
            line.replace(' = "', f' = "{NAME}', 1) if line.startswith(keys) and line.endswith('"') else line
            for line in lines
        ]
        file.write_text("\n".join(changed) + "\n", encoding="utf-8")
    assert typed("demo ./camp --seed 1 --out shown").exit_code == 0
    record = next(Path("shown").glob("*.jsonl"))
    for words in (
        "print ./camp --out printed",
        "render ./camp --out map.svg",
        f"orders {record} --game ./camp --seat blue --out orders.html",
        "balance ./camp --games 2 --seed 1 --out balance.html",
        "pack camp --out camp.wargame",
    ):
        assert typed(words).exit_code == 0, words
    pages, pictures = sorted(here.rglob("*.html")), sorted(here.rglob("*.svg"))
    assert len(pages) >= 4
    for page in pages:
        text = page.read_text("utf-8")
        assert "alert(1)" in text
        assert "<script>alert" not in text
        assert "<!--" not in text.removeprefix("<!--")
    for picture in pictures:
        assert minidom.parse(str(picture)).getElementsByTagName("script") == []


def test_a_device_or_a_pipe_is_written_to_and_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder/file")
    for text in ("first", "second"):
        write_whole(link, text)
        assert (tmp_path / "folder/file").read_text("utf-8") == text
    assert link.is_symlink()


def test_a_new_file_replaces_none_and_a_folder_is_filled_wholly_or_not_at_all(tmp_path: Path) -> None:
    write_new(tmp_path / "old", "old")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "old", "new")
    before = contents(tmp_path)
    for folder in (tmp_path, tmp_path / "new"):
        with pytest.raises(FileExistsError), all_or_nothing(folder):
            write_new(write_new(folder / "sub/file", "half"), "again")
        assert contents(tmp_path) == before


def refuse(monkeypatch: pytest.MonkeyPatch, name: str, fails: int) -> None:
    """Call number ``fails`` of a function of the operating system fails as on a full disk."""
    real, calls = getattr(os, name), [0]

    def sometimes(*args: Any, **more: Any) -> Any:
        calls[0] += 1
        if calls[0] == fails:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*args, **more)

    monkeypatch.setattr(os, name, sometimes)


@pytest.mark.parametrize(("name", "fails"), [("fsync", 1), ("fsync", 3), ("fsync", 4), ("replace", 3), ("replace", 4)])
def test_several_files_are_replaced_together_or_not_at_all(
    name: str, fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three files, one of them new and in a folder of its own; the note is the fourth to be written."""
    folder = tmp_path / "site"
    write_all({folder / "index.html": "old", folder / "b": b"old"}, folder)
    before = contents(tmp_path)
    new: dict[Path, str | bytes] = {folder / "index.html": "new", folder / "sub/c": "new", folder / "b": b"new"}
    with monkeypatch.context() as patched:
        refuse(patched, name, fails)
        with pytest.raises(OSError, match="No space left on device"):
            write_all(new, folder)
    assert contents(tmp_path) == before
    assert write_all(new, folder) == [*new]
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {"index.html", "b", "c"}
    assert {path.read_text("utf-8") for path in new} == {"new"}


def test_who_is_killed_between_two_files_leaves_a_note_that_the_next_run_takes_away(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_all({folder / "a": "old", folder / "b": "old"}, folder)
    killed = """
import os, signal, sys
from pathlib import Path
from typing import Any
from wargame_pictures.several_files import write_all
folder, real, calls = Path(sys.argv[1]), os.replace, []
def replace(*names):
    calls.append(names)
    if len(calls) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    real(*names)
os.replace = replace
write_all({folder / "a": "new", folder / "b": "new"}, folder)
"""
    subprocess.run([sys.executable, "-c", killed, str(folder)], check=False)
    assert "Run the same command again" in (folder / UNFINISHED).read_text("utf-8")
    assert [(folder / name).read_text("utf-8") for name in "ab"] == ["new", "old"]
    write_all({folder / "a": "new", folder / "b": "new"}, folder)
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == {"a": "new", "b": "new"}
