"""What each seat is told, answer for answer, in one game of each kind and fog: it changes only on purpose.

A file shows the first answers whole, then each kind of event, roll and choice where it first comes up, and a line a
turn with a digest of all that the seat was told in it; so a change shows itself, or at least its turn.
After a change that is meant: ``python3 run.py test --update-golden tests/golden``.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve
from tests.golden.playthroughs import FOGS, HERE, PLAYTHROUGHS, Playthrough, compare, played

from wargame_core import load
from wargame_core.flow.rules import Rules
from wargame_core.json_form import canonical
from wargame_core.records.file_format import seat_rows

WHOLE = 24
"""Answers at the beginning of a game that stand in the file as they are."""
EACH = 2
"""How often a kind of event, roll or choice stands in the file after those."""
GAMES = [evolve(game, fog=fog) for game in PLAYTHROUGHS for fog in (FOGS if game.fog else ("",))]
FEEDS = [
    pytest.param(game, seat, id=f"{game.name}-{seat}")
    for game in GAMES
    for seat in ("federal" if game.fog else "union", "confederate")
]


def short(value: Any) -> str:
    """A value of an event in few letters; a ruling is its title and its result."""
    if isinstance(value, dict):
        if "title" in value and "result" in value:
            return f"<{value['title']}: {short(value['result'])}>"
        return "{" + ", ".join(f"{key} {short(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(short, value)) + "]"
    return "''" if value == "" else str(value)


def fields(data: dict[str, Any]) -> str:
    """The kind of an event or an action, and its other fields."""
    return " ".join([data["kind"], *(f"{key}={short(value)}" for key, value in data.items() if key != "kind")])


def answer(row: dict[str, Any]) -> str:
    """What was rolled or chosen, as the seat knows it."""
    if "roll" in row:
        return f"rolls {row['roll']} with {row['die']}: {row['label']}"
    return f"chooses {fields(row['action'])}" if "action" in row else "is told"


def kinds(row: dict[str, Any]) -> Iterator[str]:
    """The kinds of what stands in a line: its die, its choice, its events."""
    if "roll" in row:
        yield f"a roll of {row['die']}"
    elif "action" in row:
        yield f"the choice {row['action']['kind']}"
    yield from (event["kind"] for event in row["events"])


def feed(playthrough: Playthrough, seat: str) -> Iterator[str]:
    """The lines of a seat's file."""
    match, game = played(playthrough), load(playthrough.game)
    yield f"{game.title}: {game.rules.scenario(playthrough.scenario).title}"
    yield f"{playthrough.bot} players, seed {playthrough.seed}, fog {match.options.get('fog', 'none')}: told {seat}"
    seen: dict[str, int] = {}
    for turn, rows in by_turn(match.rules, playthrough, seat).items():
        text = b"".join(canonical({key: row[key] for key in row if key != "n"}) for row in rows)
        digest = hashlib.sha256(text).hexdigest()[:12]
        yield from (
            "",
            f"= Turn {turn}: {len(rows)} answers, {sum(len(row['events']) for row in rows)} events, {digest}",
        )
        for row in rows:
            new = [kind for kind in kinds(row) if seen.get(kind, 0) < EACH]
            seen |= {kind: seen.get(kind, 0) + 1 for kind in kinds(row)}
            if row["n"] >= WHOLE and not new:
                continue
            yield f"{row['n']} {answer(row)}"
            yield from (f"   {fields(event)}" for event in row["events"] if row["n"] < WHOLE or event["kind"] in new)


def by_turn(rules: Rules, playthrough: Playthrough, seat: str) -> dict[int, list[dict[str, Any]]]:
    """What a seat was told, by the turn in which it began to happen."""
    match, game = played(playthrough), load(playthrough.game)
    board, turns = rules.first_board(match.scenario, match.options), dict[int, list[dict[str, Any]]]()
    number = 0
    for entry in match.entries:
        turn = game.rules.turn_of(board)
        for row in seat_rows(rules, [entry], seat):
            turns.setdefault(turn, []).append({**row, "n": number})
            number += 1
        for event in entry.events:
            event.apply(board)
    return turns


@pytest.mark.parametrize(("playthrough", "seat"), FEEDS)
def test_a_seat_is_told_of_a_whole_game_what_it_was_told(
    playthrough: Playthrough,
    seat: str,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    compare(HERE / "feeds" / f"{playthrough.name}.{seat}.txt", feed(playthrough, seat), request, record_property)


def test_each_fog_and_seat_of_each_game_has_a_file_and_no_file_is_left_over() -> None:
    for game in PLAYTHROUGHS:
        fog = next((option.choices for option in load(game.game).rules.options if option.name == "fog"), ())
        assert set(fog) == (set(FOGS) if game.fog else set())
    files = {path.name for path in (HERE / "feeds").glob("*.txt")}
    assert files == {f"{game.name}.{seat}.txt" for game in GAMES for seat in load(game.game).seats}
