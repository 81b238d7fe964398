"""The packet of a battle for the table, and its report by the commands `battle` and `report` and in play.

Readings: Battles on people's tables.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.altar_of_freedom.battle_records import brief_of, waiting

import wargame_core
from wargame_altar_of_freedom.table.battle_packet import hour_of, schedule
from wargame_core import Match, load_match, verify_record
from wargame_pictures.of_games import handout
from wargame_terminal import main
from wargame_terminal.report_form import write_packet

Run = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "game.jsonl").write_text(waiting(), "utf-8")
    return tmp_path


def run(*words: object, typed: str | None = None, exit_code: int = 0) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert done.exit_code == exit_code, (done.exit_code, done.output, done.exception)
    return done


def match_of(path: Path, text: str) -> Match:
    path.write_text(text, "utf-8")
    return load_match(path)


@pytest.fixture(scope="module")
def conceded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report of the battle that can be: conceded by the attacker at once, so that nobody has to confirm it."""
    match = match_of(tmp_path_factory.mktemp("battle") / "game.jsonl", waiting())
    packet = handout(wargame_core.load(match.rules.id), match)
    assert packet is not None
    assert packet.form is not None
    winner = brief_of(match).defender.side
    said = {"winner": f'"{winner}"', "ended": '"conceded"', "last_turn": "1", "why": '"It was late."'}
    return with_fields(packet.form.blank(), **said)


def with_fields(text: str, **said: str) -> str:
    """A report in which these fields say something else."""
    for key, value in said.items():
        before = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
        text = text.replace(before, f"{key} = {value}")
    return text


# the packet


def test_the_packet_is_a_page_a_text_json_and_a_form(here: Path) -> None:
    packet = handout(wargame_core.load("vicksburg"), load_match("game.jsonl"))
    assert packet is not None
    for name in ("p.html", "p.txt", "p.json", "p.toml"):
        write_packet(packet, here / name)
    page = (here / "p.html").read_text("utf-8")
    for heading in ("the attacker</h1>", "Turn track", "Quick reference", "Base labels", "Numbers of the bases"):
        assert heading in page
    assert "<svg" in page
    assert "wargame report RECORD" in (here / "p.toml").read_text("utf-8")
    assert json.loads((here / "p.json").read_text("utf-8"))["battle"]["ground"]["squares"]
    assert json.loads(run("battle", "game.jsonl", "--json").stdout)["packet"]["turns"][0]["turn"] == 1


def test_the_text_says_what_the_pages_say_and_no_format_tells_what_the_stand_in_adds(tmp_path: Path) -> None:
    match = match_of(tmp_path / "game.jsonl", waiting(held_back=True))
    brief = brief_of(match)
    packet = handout(wargame_core.load("vicksburg"), match)
    assert packet is not None
    assert packet.form is not None
    for words in (
        "Table, 4 by 6 feet",
        "The table must show:",
        "HELD BACK",
        "QUICK REFERENCE",
        "deploys first",
        *(asked.prompt for asked in packet.form.fields),
        *brief.features,
    ):
        assert words in packet.text
    for held in (division for division in brief.attacker.divisions if division.held_back):
        assert f"{held.name} stands in {held.square} and may come over" in packet.text
    assert not any(key.startswith("cover") for side in packet.data["battle"]["sides"] for key in side)


def test_the_turn_track_has_every_hour_until_nightfall_with_arrivals_and_breakpoints(tmp_path: Path) -> None:
    match = match_of(tmp_path / "game.jsonl", waiting())
    brief = brief_of(match)
    turns = schedule(match.rules.printed["campaign"], brief, "entered")
    assert [turn.number for turn in turns] == list(range(1, brief.turns + 1))
    assert turns[0].hour == brief.first_hour
    assert hour_of(turns[-1].hour, 2) == brief.nightfall
    for turn in turns:
        for strength in turn.strengths:
            assert strength.bases_with_all == len(brief.side(strength.side).entered(turn.number))
            assert strength.breakpoint_with_all == -(-strength.bases_with_all // 4)
    coming = [
        division for side in brief.sides for division in side.divisions if division.arrives and not division.held_back
    ]
    assert sum(len(turn.arrivals) for turn in turns) == len(coming)


def test_what_the_attacker_holds_back_is_on_a_sheet_of_his_own_and_in_no_packet_of_the_defender(tmp_path: Path) -> None:
    match = match_of(tmp_path / "game.jsonl", waiting(held_back=True))
    game, brief = wargame_core.load("vicksburg"), brief_of(match)
    held = next(division.name for division in brief.attacker.divisions if division.held_back).replace("'", "&#x27;")
    whole, other = handout(game, match), handout(game, match, brief.defender.side)
    assert whole is not None
    assert other is not None
    common, secret = whole.page.split("held back</h1>")
    assert held in secret
    assert held not in common
    assert held not in other.page
    assert "held back" not in other.text
    assert other.form is None
    numbers = other.data["numbers"]
    assert sorted(map(int, numbers)) == list(range(1, len(numbers) + 1))  # no gap tells how many bases they are
    own = handout(game, match, brief.attacker.side)
    assert own is not None
    assert own.form is not None


def test_with_no_battle_there_is_no_packet_and_no_report(here: Path) -> None:
    wargame_core.load("vicksburg").start(seed=1, options={"battles": "reported"}).save(here / "new.jsonl")
    assert (
        "no battle waits to be fought on a table; now federal is asked: Which of your corps"
        in run("battle", "new.jsonl", exit_code=1).stderr
    )
    assert "no report is waited for; now federal is asked" in run("report", "new.jsonl", exit_code=1).stderr


def test_a_packet_ends_in_something_that_can_be_written(here: Path) -> None:
    assert "give a file that ends in .html, .txt" in run("battle", "game.jsonl", "--out", "p.pdf", exit_code=1).stderr


# the report from a file


def test_a_filled_in_report_is_entered_and_what_follows_is_told(here: Path, conceded: str) -> None:
    match = load_match(here / "game.jsonl")
    (here / "report.toml").write_text(conceded, "utf-8")
    assert "nothing was entered" in run("report", "game.jsonl", "report.toml", "--check").stdout
    assert load_match(here / "game.jsonl").seq == match.seq
    said = run("report", "game.jsonl", "report.toml").stdout
    assert "(conceded, turn 1: It was late.)" in " ".join(said.split())
    assert "Go on with: wargame play --resume game.jsonl" in said
    assert verify_record(here / "game.jsonl").ok
    after = load_match(here / "game.jsonl")
    assert after.seq > match.seq
    assert "no report is waited for" in run("report", "game.jsonl", "report.toml", exit_code=1).stderr


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"broken": "[999]"}, "E204 broken: 999: there is no such number"),
        ({"broken": "[1, 1]"}, "E206 broken: 1: named twice"),
        ({"winner": '"texas"'}, "E204 winner: 'texas' is not one of the answers"),
        ({"why": '""'}, "E202 why: nothing is filled in"),
        ({"ended": '"breakpoint"'}, "E207 broken: "),
        ({"ended": '"nightfall"'}, "E207 last_turn: night falls after turn"),
        ({"last_turn": "99"}, "E204 last_turn: 99 is not from 1 to"),
        ({"form": '"00000000"'}, "E207 form: '00000000' is the form of something else"),
    ],
)
def test_a_report_that_cannot_be_is_refused_with_its_line_and_nothing_changes(
    here: Path, conceded: str, changes: dict[str, str], words: str
) -> None:
    before = (here / "game.jsonl").read_bytes()
    (here / "report.toml").write_text(with_fields(conceded, **changes), "utf-8")
    said = run("report", "game.jsonl", "report.toml", exit_code=3).stderr
    assert "report.toml:" in said
    assert words in said
    assert (here / "game.jsonl").read_bytes() == before


def test_an_edited_record_is_refused_and_left_alone(here: Path) -> None:
    text = (here / "game.jsonl").read_text("utf-8").replace('"roll":', '"rol":', 1)
    (here / "game.jsonl").write_text(text, "utf-8")
    assert "line" in run("report", "game.jsonl", exit_code=3).stderr
    assert (here / "game.jsonl").read_text("utf-8") == text


# the report at the prompt


def test_a_report_is_asked_field_by_field_and_asked_again_where_the_rules_refuse_it(here: Path) -> None:
    brief = brief_of(load_match(here / "game.jsonl"))
    winner = brief.attacker.side
    typed = ["help", "9", winner, "breakpoint", "back", "1", "0", "1", "x", "1-400", "none", ""]
    typed += ["packet form.toml", "back", "back", "agreed", "", "", "We both saw it.", "", "yes"]
    said = run("report", "game.jsonl", typed="\n".join(typed) + "\n").stdout
    assert "'9' is not one of the answers" in said
    assert "0 is not from 1 to" in said
    assert "'x' is not a list of whole numbers" in said
    assert "there is no such number" in " ".join(said.split())
    assert "cannot have lost by breakpoint" in " ".join(said.split())
    assert (here / "form.toml").exists()
    assert "We both saw it." in said.split("Entered.")[0]
    assert verify_record(here / "game.jsonl").ok


def test_leaving_the_questions_enters_nothing(here: Path) -> None:
    before = (here / "game.jsonl").read_bytes()
    assert "left; nothing was entered" in run("report", "game.jsonl", typed="1\nquit\n", exit_code=1).stderr
    assert "left; nothing was entered" in run("report", "game.jsonl", typed="1\n", exit_code=1).stderr
    assert (here / "game.jsonl").read_bytes() == before


@pytest.mark.parametrize("attacker", ["federal", "confederate"])
def test_a_person_is_asked_whoever_attacked_and_the_bot_never(here: Path, attacker: str) -> None:
    (here / "game.jsonl").write_text(waiting(attacker=attacker), "utf-8")
    typed = "federal\nconceded\n1\nnone\nHe saw no sense in it.\n\nyes\nquit\n"
    said = run("play", "--resume", "game.jsonl", "--seat", "federal", typed=typed).stdout
    assert "The packet to print is in game-vicksburg_1863-turn-" in said
    assert next(here.glob("game-vicksburg_1863-turn-*-battle.html")).read_text("utf-8").startswith("<!doctype")
    assert "Federal wins the battle (conceded, turn 1: He saw no sense in it.)" in " ".join(said.split())


def test_left_before_the_report_the_game_waits_for_it(here: Path) -> None:
    said = run("play", "--resume", "game.jsonl", "--seat", "federal", typed="quit\n").stdout
    assert "Go on with: wargame play --resume game.jsonl --seat federal" in said
    match = load_match(here / "game.jsonl")
    assert match.choices(match.waiting_for[0]).by_people


def test_two_people_at_one_screen_read_nothing_of_what_is_held_back(here: Path) -> None:
    (here / "game.jsonl").write_text(waiting(held_back=True), "utf-8")
    said = run("play", "--resume", "game.jsonl", "--seat", "both", typed="quit\n").stdout
    assert "held back" not in said


def test_with_nobody_at_the_table_a_game_to_be_reported_does_not_begin(here: Path) -> None:
    done = run("play", "vicksburg", "--option", "battles=reported", exit_code=1)
    assert "battles=reported needs a person" in done.stderr
    assert "battles=reported needs a person" in run("play", "--resume", "game.jsonl", exit_code=1).stderr
    assert "needs a person" in run("simulate", "vicksburg", "--option", "battles=reported", exit_code=1).stderr
    assert "needs a person" in run("demo", "vicksburg", "--option", "battles=reported", exit_code=1).stderr
