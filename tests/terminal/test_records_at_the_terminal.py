"""`wargame replay`, `verify`, `render` and `explain`: what was played, and by which rules."""

import json
import sys
from pathlib import Path

import pytest
from attrs import evolve
from tests.core.cli_table import Run, told

from wargame_core.errors import MissingExtra, RecordError
from wargame_core.records.file_format import chain, read_rows
from wargame_core.records.record import Record
from wargame_core.replays import game_of
from wargame_terminal.signing import check_signature, public_key, sign, signatures_of


@pytest.fixture
def record(wargame: Run) -> Path:
    """A whole record of the test game."""
    wargame("play", "toy", "--seed", "7", "--record", "game.jsonl", "--json")
    return Path("game.jsonl")


def test_replay_tells_the_story_that_was_played(wargame: Run, record: Path) -> None:
    played = wargame("play", "toy", "--seed", "7").stdout
    replayed = wargame("replay", record).stdout
    assert replayed.partition("──")[2] == played.partition("──")[2]
    found = told(wargame("replay", record, "--json"))
    assert [turn["turn"] for turn in found["turns"]] == [1, 2, 3, 4]
    assert (found["seat"], found["notes"], found["outcome"]["level"]) == (None, [], "points")


def test_replay_of_a_seats_own_record_tells_what_that_seat_saw(wargame: Run, record: Path) -> None:
    mine = Record.load(record).for_seat("blue", game_of(Record.load(record).header).rules).save("blue.jsonl")
    done = wargame("replay", mine)
    assert "as blue saw it" in done.stdout
    assert "red draws a token." in done.stdout
    assert told(wargame("replay", mine, "--json"))["seat"] == "blue"


def test_a_torn_record_is_told_as_far_as_it_goes_and_said_to_be_torn(wargame: Run, record: Path) -> None:
    torn = Path("torn.jsonl")
    torn.write_bytes(record.read_bytes()[: record.stat().st_size // 2])
    done = wargame("replay", torn)
    assert "the last line is cut off" in done.stderr
    assert "── Turn 1 ──" in done.stdout
    assert "The game is not over." in done.stdout
    assert told(wargame("replay", torn, "--json"))["notes"]


def test_verify_says_that_nothing_differs(wargame: Run, record: Path) -> None:
    found = told(wargame("verify", record, "--json"))
    assert (found["ok"], found["first_difference"]) == (True, None)
    assert "the same" in wargame("verify", record).stdout


def test_verify_holds_a_record_against_what_a_seat_kept(wargame: Run, record: Path) -> None:
    own = Record.load(record).for_seat("blue", game_of(Record.load(record).header).rules)
    kept = own.save(Path("own.jsonl"))
    assert "the same" in wargame("verify", record, "--against", kept).stdout
    action = next(line for line in own.lines if "action" in line)
    changed = [{**line, "events": []} if line is action else line for line in own.lines]
    evolve(own, lines=tuple(changed)).save(kept)
    assert "blue's own record differs" in wargame("verify", record, "--against", kept, exit_code=1).stdout
    assert "not a seat's own record" in wargame("verify", record, "--against", record, exit_code=3).stderr


def test_verify_names_an_edited_line_and_is_exit_code_1(wargame: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4].replace('"n":', '"m":')
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = told(wargame("verify", record, "--json", exit_code=1))
    assert not found["ok"]
    assert "game.jsonl:5" in found["first_difference"]
    assert "game.jsonl:5" in wargame("replay", record, exit_code=3).stderr


def test_a_record_of_another_game_is_refused(wargame: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0]) | {"game": "chess"}
    del header["check"]
    Record(header, ()).save("chess.jsonl")
    assert "unknown game 'chess'" in wargame("replay", "chess.jsonl", exit_code=3).stderr
    assert "is of chess, not of toy" in wargame("replay", "chess.jsonl", "--game", "toy", exit_code=1).stderr


def test_render_draws_a_new_game_or_any_position_of_a_record(wargame: Run, record: Path) -> None:
    assert told(wargame("render", "toy", "--json"))["out"] == "toy.svg"
    assert Path("toy.svg").read_text(encoding="utf-8").startswith("<svg")
    wargame("render", "toy", "--record", record, "--at", "1", "--out", "start.svg")
    wargame("render", "toy", "--record", record, "--out", "end.svg")
    start, end = (Path(name).read_text(encoding="utf-8") for name in ("start.svg", "end.svg"))
    assert "before answer 1" in start
    assert start != end


def test_render_shows_a_seat_only_what_it_knows(wargame: Run, record: Path) -> None:
    for seat in ("blue", "red"):
        wargame("render", "toy", "--record", record, "--at", "2", "--seat", seat, "--out", f"{seat}.svg")
    assert ["Mine" in Path(f"{seat}.svg").read_text(encoding="utf-8") for seat in ("blue", "red")] == [False, True]


def test_render_marks_places_and_refuses_what_is_not_there(wargame: Run, record: Path) -> None:
    wargame("render", "toy", "--highlight", "hill", "--out", "m.svg")
    assert "#c8551b" in Path("m.svg").read_text(encoding="utf-8")
    assert "did you mean 'hill'" in wargame("render", "toy", "--highlight", "hll", exit_code=2).stderr
    assert "unknown answer 999" in wargame("render", "toy", "--record", record, "--at", "999", exit_code=2).stderr
    assert "did you mean 'blue'" in wargame("render", "toy", "--seat", "bleu", exit_code=2).stderr


def test_explain_shows_an_answer_with_every_modifier_and_cite(wargame: Run, record: Path) -> None:
    at = told(wargame("explain", record, "--json"))["rulings"][0]["at"]
    text = wargame("explain", record, "--at", at).stdout
    assert f"Answer {at}: Toy > Turn > Duel" in text
    assert "Duel: " in text
    assert "card" in text
    found = told(wargame("explain", record, "--at", at, "--json"))
    assert found["rulings"][0]["parts"][0]["modifiers"][0]["cite"] == "Toy p.1 Duel"


def test_explain_tells_players_a_rule_and_authors_its_functions(wargame: Run) -> None:
    text = wargame("explain", "toy", "duel").stdout
    assert text.splitlines() == [
        "Duel (p.1, Toy rules)",
        "  Both roll a die, and the higher wins.",
        "  Example: Blue rolls 4 and red 2: blue wins.",
    ]
    with_code = wargame("explain", "toy", "duel", "--code").stdout
    assert with_code.startswith(f"{text.rstrip()}\n  skirmish_toy.duel\n    Both play a card")
    text = wargame("explain", "toy", "Walking").stdout
    assert "  Played in part: no wagons\n  Ruling, Scouts: May a scout swim? No. (option bow)\n" in text
    assert "Readings: Scouts (Pieces)" in wargame("explain", "toy", "readings:", "scouts").stdout
    assert "did you mean 'Duel'" in wargame("explain", "toy", "duell", exit_code=2).stderr
    found = told(wargame("explain", "toy", "walking", "--json"))
    assert found["headings"][0]["rulings"][0]["options"] == ["bow"]


def test_a_header_opens_no_folder(wargame: Run, record: Path) -> None:
    wargame("new", "road", "my_road")
    rows, _ = read_rows(record.read_text("utf-8"), "record")
    for name in ("my_road", "my_road/road.toml", ".", "..", "x" * 5000):
        Path("bad.jsonl").write_text("".join(f"{line}\n" for line in chain([{**rows[0], "game": name}, *rows[1:]])))
        for command in (("verify",), ("replay",), ("play", "--resume"), ("explain",)):
            said = wargame(*command, "bad.jsonl", exit_code=1 if command == ("verify",) else 3).output
            assert "no installed plugin has the game of this record" in said or "is not a name of a game" in said
            assert len(said) < 1000


# Signatures under records: whose they are, and that nothing may change after them.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A record, where records can be signed."""
    pytest.importorskip("cryptography", reason="the extra `sign` is not installed")
    path = tmp_path / "game.jsonl"
    path.write_text("the game\n", encoding="utf-8")
    return path


def test_each_player_signs_the_same_record(file: Path, tmp_path: Path) -> None:
    blue, red = sign(file, tmp_path / "blue"), sign(file, tmp_path / "red")
    assert blue != red
    assert check_signature(file, blue) is None
    assert check_signature(file, red.upper()) is None
    assert check_signature(file, str(tmp_path / "red.pub")) is None
    assert sign(file, tmp_path / "blue") == blue
    assert len(signatures_of(file).read_text("utf-8").splitlines()) == 2


def test_a_record_changed_by_one_byte_is_not_what_was_signed(file: Path, tmp_path: Path) -> None:
    blue = sign(file, tmp_path / "blue")
    for at in range(len(file.read_bytes())):
        changed = bytearray(file.read_bytes())
        changed[at] ^= 1
        other = tmp_path / "changed.jsonl"
        other.write_bytes(changed)
        signatures_of(other).write_bytes(signatures_of(file).read_bytes())
        assert "is not the file that was signed" in str(check_signature(other, blue))


def test_a_signature_of_somebody_else_does_not_count(file: Path, tmp_path: Path) -> None:
    blue, red = sign(file, tmp_path / "blue"), sign(file, tmp_path / "red")
    signatures = signatures_of(file)
    signatures.write_text(signatures.read_text("utf-8").replace(red, "0" * 64), encoding="utf-8")
    assert "is not signed with the key" in str(check_signature(file, red))
    signatures.write_text(signatures.read_text("utf-8").replace("0" * 64, blue[::-1]), encoding="utf-8")
    assert check_signature(file, blue[::-1]) is not None
    signatures.unlink()
    assert "is not signed with the key" in str(check_signature(file, blue))


@pytest.mark.parametrize("text", ["", "x", "[]", '{"key": 1, "signature": "x"}', '{"key": "x"}', "[" * 5000, "\x00"])
def test_a_damaged_file_of_signatures_is_told_with_its_line(file: Path, tmp_path: Path, text: str) -> None:
    blue = sign(file, tmp_path / "blue")
    with signatures_of(file).open("a", encoding="utf-8") as signatures:
        signatures.write(f"{text}\n")
    with pytest.raises(RecordError, match=r"game\.jsonl\.sig:2: no signature"):
        check_signature(file, blue)


def test_what_is_no_key_is_told(file: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret", encoding="utf-8")
    with pytest.raises(RecordError, match="key holds no private key"):
        sign(file, tmp_path / "key")
    with pytest.raises(RecordError, match="key' holds no public key"):
        public_key(str(tmp_path / "key"))
    with pytest.raises(RecordError, match="neither a public key nor a file") as refused:
        public_key("x" * 100_000)
    assert len(str(refused.value)) < 300


def test_without_the_package_it_is_said_how_to_get_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    with pytest.raises(MissingExtra, match=r"pip install 'wargame-core\[sign\]'"):
        sign(file, tmp_path / "blue")


@pytest.mark.usefixtures("file")
def test_a_game_is_signed_and_checked_at_the_command_line(wargame: Run) -> None:
    wargame("play", "toy", "--seed", "7", "--record", "game.jsonl")
    done = wargame("sign", "game.jsonl", "--key", "blue")
    assert "blue is yours alone, blue.pub is for the others" in done.stderr
    key = told(wargame("sign", "game.jsonl", "--key", "blue", "--json"))["key"]
    assert wargame("verify", "game.jsonl", "--signed-by", key).stdout.startswith("the same")
    assert wargame("verify", "game.jsonl", "--signed-by", "blue.pub").stdout.startswith("the same")
    Path("game.jsonl").write_text(Path("game.jsonl").read_text("utf-8") + "\n", encoding="utf-8")
    assert "was changed" in wargame("verify", "game.jsonl", "--signed-by", key, exit_code=1).stderr
    wargame("sign", "blue.pub", "--key", "blue", exit_code=3)
    wargame("sign", "nothing.jsonl", "--key", "blue", exit_code=3)
