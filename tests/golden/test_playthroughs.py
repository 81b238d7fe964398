"""One whole game of each kind as readable text: the referee's story and one seat's. It changes only on purpose.

After a change of rules, data or bots that is meant: ``python3 run.py test --update-golden tests/golden`` rewrites the
files and shows the difference, which belongs into the same commit.
"""

from collections.abc import Callable, Iterator

import pytest
from tests.golden.playthroughs import HERE, PLAYTHROUGHS, Playthrough, compare, played

from wargame_core import REFEREE, load
from wargame_core.records.record import Record, parse
from wargame_pictures.stories.story import PartBegins, Sentence, TurnBegins, narrate


def story(playthrough: Playthrough, seat: str) -> Iterator[str]:
    """The lines of the account of a seat: a line for a turn, a part and a sentence."""
    match, game = played(playthrough), load(playthrough.game)
    record = parse(Record.of(match, seat).text())
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
@pytest.mark.parametrize("playthrough", [pytest.param(game, id=game.game) for game in PLAYTHROUGHS])
def test_a_whole_game_reads_as_it_did(
    playthrough: Playthrough,
    account: str,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    seat = REFEREE if account == "referee" else playthrough.seat
    compare(HERE / f"{playthrough.game}.{seat}.txt", story(playthrough, seat), request, record_property)
