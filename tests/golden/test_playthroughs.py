"""One whole game of each kind as readable text: the referee's story and one seat's. It changes only on purpose.

After a change of rules, data or bots that is meant: ``python3 run.py test --update-golden tests/golden`` rewrites the
files and shows the difference, which belongs into the same commit.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from wargame_core import Match, load
from wargame_core.flow.visibility import REFEREE
from wargame_core.narrative.story import PartBegins, Sentence, TurnBegins, narrate
from wargame_core.records.record import parse, seat_record

HERE = Path(__file__).parent
SHOWN = 60
"""Lines of the difference that a failure shows."""

pytestmark = pytest.mark.slow


@frozen
class Playthrough:
    """A game between bots: what is played, by whom, from which seed, and whose second account is kept."""

    game: str
    bot: str
    seat: str
    scenario: str | None = None
    seed: int = 1863


PLAYTHROUGHS = (
    Playthrough("vicksburg", "belligerent", "confederate"),
    Playthrough("gettysburg", "belligerent", "federal"),
    Playthrough("gcacw_on_the_4th_day", "heuristic", "union", "lees_retreat"),
    Playthrough("battlecry", "heuristic", "union", "first-bull-run"),
    Playthrough("thunder_on_the_mississippi", "heuristic", "union", "campaign"),
)


@cache
def played(playthrough: Playthrough) -> Match:
    """The game, played to its end."""
    game = load(playthrough.game)
    match = game.start(playthrough.scenario, seed=playthrough.seed)
    match.play_out({seat: game.bot(playthrough.bot, seed=n) for n, seat in enumerate(game.seats)})
    return match


def story(playthrough: Playthrough, seat: str) -> Iterator[str]:
    """The lines of the account of a seat: a line for a turn, a part and a sentence."""
    match, game = played(playthrough), load(playthrough.game)
    record = parse(seat_record(match, seat).text())
    narrator = narrate(record, game)
    yield f"{game.title}: {game.rules.scenario(playthrough.scenario).title}"
    yield f"{playthrough.bot} players, seed {playthrough.seed}, as {seat} saw it"
    for chapter in narrator.chapters:
        yield from ("", f"= {chapter.title}")
        yield from map(line, chapter.items)
    if narrator.outcome is not None:
        outcome = narrator.outcome
        points = ", ".join(f"{name} {score}" for name, score in outcome.scores.items())
        yield from ("", f"{outcome.winner or 'nobody'} wins ({outcome.level}): {points}")


def line(item: TurnBegins | PartBegins | Sentence) -> str:
    """One item of a story, with the dice it rests on."""
    match item:
        case Sentence(text=text, rolls=rolls):
            return f"{text} [{'; '.join(rolls)}]" if rolls else text
        case TurnBegins(title=title) | PartBegins(title=title):
            return f"- {title}" if title else ""


@pytest.mark.parametrize("account", ["referee", "seat"])
@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.game)
def test_a_whole_game_reads_as_it_did(
    playthrough: Playthrough,
    account: str,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    seat = REFEREE if account == "referee" else playthrough.seat
    path = HERE / f"{playthrough.game}.{seat}.txt"
    now = [text + "\n" for text in story(playthrough, seat)]
    before = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    difference = list(difflib.unified_diff(before, now, path.name, "now", n=1))
    if request.config.getoption("--update-golden"):
        path.write_text("".join(now), encoding="utf-8", newline="\n")
        if difference:
            record_property("golden", "".join(difference))
        return
    more = f"... and {len(difference) - SHOWN} lines more\n" if len(difference) > SHOWN else ""
    hint = "if this is meant: python3 run.py test --update-golden tests/golden"
    assert not difference, f"{''.join(difference[:SHOWN])}{more}{hint}"
