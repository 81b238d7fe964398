"""Who plays at a table: the people at its screens with what they tell each other, and the bots with their plans.

What a bot intends is told to its own seat while the game goes on, and to everybody when it is over: a person who takes
a seat over from a bot reads there what it was about. What a bot told stands in the row of its choice, so that every
process that serves the table, and a server that starts again, tells the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from wargame_core import REFEREE, SPECTATOR, Game, Match
from wargame_core.flow.panels import Panel, Status, StatusLine
from wargame_core.flow.players import Player, faults_of, plans_of
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import harmless
from wargame_table.keeping.rows import CHOICES, PLANNED, Opening, Row
from wargame_table.messages.incoming import SEATS, Refused
from wargame_table.messages.look_alikes import skeleton

Out: TypeAlias = tuple[str, JsonObject]
"""A connection, and the message for it."""
AUTHOR = "author"
"""The role of the person who made the table: watches, and says who plays which seat."""
RESERVED_NAMES = (
    SPECTATOR,
    REFEREE,
    AUTHOR,
    "a spectator",
    "the referee",
    "table",
    "the table",
    "server",
    "the server",
)
"""Names that nobody may have: they would speak for the table, or for somebody who is something at it."""


def reserved_names(titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names that say what somebody is, each with the seat that may have it (empty: none); ``titles`` are of seats."""
    for seat, title in titles.items():
        yield from ((seat, seat), (seat, title))
    yield from (("", name) for name in RESERVED_NAMES)


@frozen
class Person:
    """Somebody at a screen: the seat whose view it shows (or the spectator's), and whether it is the author's.

    ``patches`` says that the screen is told what is different only.
    """

    seat: str
    name: str = ""
    author: bool = False
    patches: bool = False


class Company:
    """The people at a table, by connection, and those at screens that other processes serve.

    ``seats`` are those of the game, ``named`` what people call them.
    """

    def __init__(self, seats: tuple[str, ...], names_of_seats: Callable[[], Mapping[str, str]]) -> None:
        self.seats, self._names_of_seats = seats, names_of_seats
        self.by_connection: dict[str, Person] = {}
        self.asking: dict[str, Person] = {}
        """Those who have no line and ask for news again and again, by role."""
        self.names: dict[str, str] = {}
        """Who has or had each seat, by the name that was given last."""
        self._elsewhere: tuple[Person, ...] = ()

    def set_elsewhere(self, people: Iterable[Person]) -> bool:
        """These sit at screens that other processes serve; whether that is new."""
        persons_before, self._elsewhere = self._elsewhere, tuple(people)
        self.names |= {
            person.seat: person.name for person in self._elsewhere if person.name and person.seat in self.seats
        }
        return persons_before != self._elsewhere

    def rename(self, connection: str, name: str) -> None:
        """Call somebody something else, at all screens of a seat. Raises `Refused` where the name is not free."""
        person = evolve(self.by_connection[connection], name=name)
        if self.is_taken(person):
            raise Refused(
                "taken", f"{name} is what somebody, a seat or a role at this table is called: take another name"
            )
        if person.seat not in self.seats:
            self.by_connection[connection] = person
            return
        self.names[person.seat] = name
        for people in (self.by_connection, self.asking):
            people |= {key: evolve(member, name=name) for key, member in people.items() if member.seat == person.seat}

    def forget_name(self, seat: str) -> None:
        """Nobody is called anything at a seat that is another's now."""
        self.names.pop(seat, None)

    @property
    def local_people(self) -> tuple[Person, ...]:
        """The people at the table whose screens this process serves."""
        return (*self.asking.values(), *self.by_connection.values())

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All people at the table, wherever their screens are."""
        return (*self._elsewhere, *self.local_people)

    def rows(self, bots: Mapping[str, str]) -> list[JsonObject]:
        """A row for each seat: what people call it, whether somebody is there, who it is, and which bot plays it."""
        present_seats = {person.seat for person in self.everybody}
        titles = self._names_of_seats()
        return [
            {"seat": seat, "title": titles.get(seat, seat), "here": seat in present_seats}
            | ({"bot": bots[seat]} if seat in bots else {"name": name} if (name := self.names.get(seat)) else {})
            for seat in self.seats
        ]

    def presence(self, bots: Mapping[str, str]) -> list[Out]:
        """Who is there, for everybody."""
        message = self.present(bots)
        return [(connection, message) for connection in self.by_connection]

    def present(self, bots: Mapping[str, str]) -> JsonObject:
        """Who is there, as a message."""
        watcher_count = sum(person.seat == SPECTATOR for person in self.everybody)
        return {"kind": "here", "seats": self.rows(bots), "watching": watcher_count}

    def say(self, name: str, seat: str, text: str, listener: str = "") -> list[Out]:
        """Something that is said, for whoever may hear it; ``seat`` is empty for whoever watches."""
        message = said_to_json(name, seat, text, listener)
        return [
            (connection, message)
            for connection, person in self.by_connection.items()
            if self.may_hear(person.seat, listener)
        ]

    def said_by(self, person: Person, listener: str) -> str:
        """The seat under which a person speaks. Raises `Refused` for whoever would speak where he cannot hear."""
        if not self.may_hear(person.seat, listener):
            raise Refused("not_yours", "a spectator cannot chat with the seats alone")
        return person.seat if person.seat in (*self.seats, REFEREE) else ""

    def may_hear(self, seat: str, listener: str) -> bool:
        """Whether who has this seat hears what is said to ``listener``."""
        return listener != SEATS or seat in (*self.seats, REFEREE)

    def is_there(self, seat: str) -> bool:
        """Whether somebody is at a screen of a seat."""
        return any(person.seat == seat for person in self.everybody)

    def is_taken(self, person: Person) -> bool:
        """Whether a name belongs to somebody else, in whatever letters that look alike: see `skeleton`.

        The people here have theirs, the titles and ids of seats are those of the seats, and the roles are nobody's.
        """
        if not person.name:
            return False
        people = {(member.seat, member.name) for member in self.everybody} | {*self.names.items()}
        titles, name = self._names_of_seats(), skeleton(person.name)
        other_names = people | {*reserved_names({seat: titles.get(seat, seat) for seat in self.seats})}
        return not name or any(
            skeleton(other_name) == name and seat != person.seat for seat, other_name in other_names if other_name
        )

    def others_of(self, connection: str, seat: str) -> list[str]:
        """The other screens of a seat."""
        return [
            other_connection
            for other_connection, person in self.by_connection.items()
            if person.seat == seat and other_connection != connection
        ]


def said_to_json(name: str, seat: str, text: str, listener: str = "", number: int = 0) -> JsonObject:
    """A sentence as a message; with its ``number`` for whoever asks what was said since another one."""
    message: JsonObject = {"kind": "say", "from": name, "seat": seat, "text": harmless(text)}
    return message | ({"to": listener} if listener else {}) | ({"number": number} if number else {})


@frozen
class BotChoice:
    """What a bot came to: the action that it chooses, and what it has said of its plans since it chose last.

    ``faults`` say where it did not choose, and chance did: they are for who runs the table, and may name its files.
    """

    action: JsonMapping
    plans: Sequence[str] = ()
    faults: Sequence[str] = ()


class Plans:
    """What the bots of a table have said of their plans, by seat: each sentence with when it was said."""

    def __init__(self) -> None:
        self._plans: dict[str, list[tuple[str, str]]] = {}

    def begin(self) -> None:
        """Nothing has been told yet."""
        self._plans.clear()

    def follow(self, row: Row) -> None:
        """Take in what the row of a choice tells."""
        if row.kind == PLANNED:
            sentences = self._plans.setdefault(row.seat, [])
            sentences += [(row.body["when"], sentence) for sentence in row.body["plans"]]

    def row_with_plans(self, match: Match, row: Row, plans: Sequence[str]) -> Row:
        """The row of a bot's choice, with what it says of its plans if that is new: bots that begin afresh repeat."""
        last_plans = [sentence for _, sentence in self._plans.get(row.seat, ())]
        new_plans = [
            sentence for sentence in map(harmless, plans) if sentence not in {*last_plans[:1], *last_plans[-1:]}
        ]
        if not new_plans:
            return row
        turn = match.rules.turn_of(match.board)
        turn_text = f"turn {turn}" if turn else "then"
        return evolve(row, kind=PLANNED, body={"action": dict(row.body), "plans": new_plans, "when": turn_text})

    def panels(self, seat: str, is_over: bool, titles: Mapping[str, str]) -> dict[str, Panel]:
        """What a screen of ``seat`` may know of them, the latest first; ``titles`` is what people call the seats."""
        is_public = is_over or seat == REFEREE
        return {
            (name := f"plans {planner}"): Status(
                tuple(StatusLine(turn_text, sentence) for turn_text, sentence in reversed(sentences)),
                title=f"What the bot intends: {titles.get(planner, planner)}",
                id=name,
            )
            for planner, sentences in self._plans.items()
            if is_public or planner == seat
        }


class Bots:
    """The bots of one match. Each keeps what it remembers until a choice is taken back or a seat changes hands."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game, self._opening = game, opening
        self._players: dict[tuple[str, str], tuple[Player, int]] = {}

    def follow(self, row: Row) -> None:
        """A row was played: after what is not a choice all bots begin to think afresh."""
        if row.kind not in CHOICES:
            self.forget()

    def forget(self) -> None:
        """All bots begin to think afresh."""
        self._players.clear()

    def think(self, match: Match, row_number: int, seat: str, bot: str) -> BotChoice:
        """What a bot chooses as row ``row_number``, from what its seat sees. Raises what it raises, and forgets it
        then."""
        player_and_plans = self._players.pop((seat, bot), None)
        player, plans_before = (
            player_and_plans
            if player_and_plans is not None
            else (self._game.bot(bot, seed=self._seed(row_number, seat)), 0)
        )
        faults_before = len(faults_of(player))
        action = player(match.view(seat))
        plans, faults = plans_of(player), tuple(faults_of(player)[faults_before:])
        self._players[seat, bot] = player, len(plans)
        return BotChoice(self._game.rules.codec.to_json(action), tuple(plans[plans_before:]), faults)

    def _seed(self, row_number: int, seat: str) -> int:
        return int.from_bytes(self._opening.key(f"bot {row_number} {seat}")[:6], "big")
