"""The games of which golden texts are kept, each played once, and how a text is compared with what is kept of it."""

import difflib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from wargame_core import Match, load

HERE = Path(__file__).parent
SHOWN = 60
"""Lines of the difference that a failure shows."""
FOGS = ("face_down", "referee", "open")
"""What the fog option of a game may be, in games that have one."""


@frozen
class Playthrough:
    """A game between bots: what is played, by whom, from which seed; ``seat`` is whose whole story is kept too."""

    game: str
    bot: str
    seat: str
    scenario: str | None = None
    seed: int = 1863
    fog: str = ""

    @property
    def name(self) -> str:
        """What its files and its tests are called by."""
        return f"{self.game}.{self.fog}" if self.fog else self.game


PLAYTHROUGHS = (
    Playthrough("vicksburg", "belligerent", "confederate", fog=FOGS[0]),
    Playthrough("gettysburg", "belligerent", "federal", fog=FOGS[0]),
    Playthrough("gcacw_on_the_4th_day", "heuristic", "union", "lees_retreat"),
    Playthrough("battlecry", "heuristic", "union", "first-bull-run"),
    Playthrough("thunder_on_the_mississippi", "heuristic", "union", "campaign"),
)


@cache
def played(playthrough: Playthrough) -> Match:
    """The game, played to its end."""
    game = load(playthrough.game)
    scenario, seed, fog = playthrough.scenario, playthrough.seed, playthrough.fog
    match = game.start(scenario, seed=seed, options={"fog": fog}) if fog else game.start(scenario, seed=seed)
    match.play_out({seat: game.bot(playthrough.bot, seed=n) for n, seat in enumerate(game.seats)})
    return match


def compare(
    path: Path, lines: Iterable[str], request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """Fail with the difference between a text and its file, or, with ``--update-golden``, write the file anew."""
    now = [text + "\n" for text in lines]
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
