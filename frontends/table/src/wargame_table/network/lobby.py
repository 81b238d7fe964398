"""What may be played at new tables, and what a request for one may wish for."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, field, frozen
from attrs.validators import ge, le

from wargame_core import SPECTATOR, Game, Match, WargameError, discover
from wargame_core.flow.rules import Option, Variant
from wargame_core.json_form import JsonObject
from wargame_core.lessons import Lesson, lessons_of
from wargame_core.limits import quote
from wargame_core.plugins.discovery import SIGN, meaning, variants_for
from wargame_core.reprs import drawn
from wargame_lab.puzzles.lessons import seats_of_puzzles, taught_lesson
from wargame_pictures import pictures_of
from wargame_pictures.draw.close_up import close_up
from wargame_table.keeping.rows import Opening, TimeLimit
from wargame_table.messages.incoming import Refused
from wargame_table.network.webhooks import Hooks, hooks_of
from wargame_table.play.preparation import prepare_game
from wargame_table.play.slow_requests import game_called

LONGEST_CLOCK: Final = 60 * 86_400
"""Seconds of thinking that a seat may be allowed."""
MOST_TURNS: Final = 20
"""By how many turns who watches may be behind."""
MOST_CHOICES: Final = 30
"""The choices that are made for a picture, in games that begin with an empty map."""


def _whole_number_field(maximum: int) -> Any:
    return field(validator=[ge(0), le(maximum)], default=0)


@frozen(kw_only=True)
class Wishes:
    """What a request for a new table may wish for."""

    game: str
    """Its id, with those of variants behind it: ``vicksburg+rain``."""
    scenario: str = ""
    options: Mapping[str, str] = field(factory=dict)
    bots: Mapping[str, str] = field(factory=dict)
    referee: bool = False
    clock: int = _whole_number_field(LONGEST_CLOCK)
    time_limit: TimeLimit = "none"
    delay: int = _whole_number_field(MOST_TURNS)
    hooks: Mapping[str, str] = field(factory=dict)
    lesson: str = ""
    """The id of a lesson, or "puzzle-3" for a puzzle, which then says scenario, options and dice."""


class Lobby:
    """The games of this server, with what finds each: all installed ones, or those of ``only_games``.

    What is not a name in ``only_games`` is a designer's folder, file or pack. It is offered before the installed
    games, under the last part of its path: no page learns where it lies.
    """

    def __init__(self, only_games: Collection[str] = ()) -> None:
        self._own_games = {
            path.name.replace(SIGN, "-"): name for name in only_games if isinstance(path := meaning(name), Path)
        }
        self._only = [name for name in only_games if name not in self._own_games.values()]
        self._games: list[JsonObject] | None = None
        self._pictures: dict[tuple[str, str, bool], str] = {}

    def ids(self) -> list[str]:
        """The ids of the games."""
        installed_games = [entry.id for holder in discover() for entry in holder.games]
        return [*self._own_games, *(name for name in installed_games if not self._only or name in self._only)]

    def found_by(self, name: str) -> str:
        """What finds a game of the lobby, or one with variants named behind it. Raises `Refused`."""
        game, *variants = name.split(SIGN)
        if game not in self.ids():
            raise Refused("unavailable", f"there is no game {quote(name)} here")
        return SIGN.join((self._own_games.get(game, game), *variants))

    def games(self) -> list[JsonObject]:
        """Every game with its scenarios, options, seats, bots and variants; none that cannot be loaded."""
        if self._games is None:
            games = {name: game for name in self.ids() if (game := _load_or_none(self.found_by(name))) is not None}
            entries = {entry.id: entry for holder in discover() for entry in holder.games}
            titles = [game.title for game in games.values()]
            self._games = [
                {
                    **game_to_json(game, lessons_of(self.found_by(name)).sound),
                    **({"about": entry.about, "length": entry.length} if (entry := entries.get(name)) else {}),
                    "id": name,
                    "title": game.title if titles.count(game.title) == 1 else f"{game.title} ({name})",
                    "variants": [variant_to_json(variant) for variant in variants_for(game)],
                }
                for name, game in games.items()
            ]
        return self._games

    def prepare_games(self) -> None:
        """Read every game, and make what its first table would need made."""
        for offer in self.games():
            prepare_game(game_called(self.found_by(offer["id"])))

    def picture(self, name: str, scenario: str = "", close: bool = False) -> str:
        """A game as it is set up, as whoever watches sees it; "" where nothing draws it.

        With ``close`` it is the part of the map where the counters are, once there are some. Raises `Refused`, and
        `UnknownName` for a ``scenario`` that the game does not have.
        """
        if name not in self.ids():
            raise Refused("unavailable", f"there is no game {quote(name)} here")
        if (key := (name, scenario, close)) not in self._pictures:
            match = game_called(self.found_by(name)).start(scenario or None, seed=1)
            self._pictures[key] = (_opening_picture(match) if close else drawn(match.view(SPECTATOR), "svg")) or ""
        return self._pictures[key]

    async def opening(self, wishes: Wishes, hooks: Hooks) -> Opening:
        """How the game of a new table begins, as a request wants it. Raises `Refused` and `UnknownName`."""
        found_by = self.found_by(wishes.game)
        game = await asyncio.to_thread(game_called, found_by)
        if wishes.lesson:
            opening = Opening.of_lesson(game, taught_lesson(game, found_by, wishes.lesson), wishes.bots)
            return evolve(opening, game=found_by)
        choices = wishes.scenario or None, wishes.options, wishes.bots, wishes.referee, wishes.clock, wishes.delay
        opening = evolve(Opening.of(game, *choices, wishes.time_limit), hooks=hooks_of(hooks, game, wishes.hooks))
        return evolve(opening, game=found_by) if isinstance(meaning(found_by), Path) else opening


def _opening_picture(match: Match) -> str:
    """Where the counters are, after the first choices that bring some to the map; "" where nothing is drawn."""
    for _ in range(MOST_CHOICES):
        if match.view(SPECTATOR).pieces or not match.waiting_for:
            break
        seat = match.waiting_for[0]
        match.play(match.view(seat).choices.head(1)[0], seat)
    picture = pictures_of(match).picture(match.view(SPECTATOR))
    return close_up(picture) if picture is not None else ""


def _load_or_none(name: str) -> Game | None:
    try:
        return game_called(name)
    except WargameError:  # its data are broken, say; the others can be played all the same
        return None


def game_to_json(game: Game, lessons: Iterable[Lesson]) -> JsonObject:
    """What a page needs to offer a game with its lessons, and its puzzles, of each the seat."""
    return {
        "id": game.id,
        "title": game.title,
        "documents": list(game.documents),
        "seats": list(game.seats),
        "bots": list(game.bots),
        "strengths": {name: asdict(strength) for name, strength in game.strengths.items()},
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "help": scenario.help} for scenario in game.scenarios
        ],
        "options": options_to_json(game.options),
        "lessons": [lesson_to_json(lesson) for lesson in lessons],
        "puzzles": list(seats_of_puzzles(game)),
    }


def lesson_to_json(lesson: Lesson) -> JsonObject:
    """What a page needs to offer a lesson."""
    return {"id": lesson.id, "title": lesson.file.title, "seat": lesson.file.seat, "minutes": lesson.file.minutes}


def options_to_json(options: Iterable[Option]) -> list[JsonObject]:
    """What a page needs to offer options."""
    return [
        {"name": option.name, "help": option.help, "choices": list(option.choices), "default": option.default}
        for option in options
    ]


def variant_to_json(variant: Variant) -> JsonObject:
    """What a page needs to offer house rules: their name, what they change, and the options and bots they bring."""
    return {
        "id": variant.id,
        "title": variant.title,
        "help": variant.help,
        "options": options_to_json(variant.options),
        "bots": list(variant.bots),
    }
