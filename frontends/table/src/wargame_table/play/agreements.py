"""What the people of a table agree on beside the rules: a choice taken back, a draw, an end, hints, a new game.

It follows from the rows that are kept, so that every process knows the same. A bot agrees at once to take back, to end,
to hints and to begin anew, which claim nothing, and to no draw; and for nobody whose seat it was given while that
person was away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from attrs import evolve, field, frozen

from wargame_core import SPECTATOR, Game, Match
from wargame_core.authoring import Outcome
from wargame_core.flow.panels import Panel, Score
from wargame_core.json_form import JsonObject
from wargame_table.keeping.person_store import WATCHING_PREFIX
from wargame_table.keeping.rows import (
    AGAIN,
    ANSWER,
    CHOICES,
    CLOSE,
    HINTS,
    OFFER,
    SEAT,
    TO,
    UNDO,
    Opening,
    Row,
    last_choice_of,
)
from wargame_table.messages.incoming import Refused, What

TABLE: Final = "table"
"""Where a row says at which table the game was begun anew."""


OFFER_WORDS: Final[Mapping[What, str]] = {
    "back": "asks to take back a choice",
    "draw": "offers a draw",
    "end": "offers to end the game here, with no winner",
    "again": "offers to begin anew, with sides changed",
    "hints": "asks for hints, for all who play",
}
"""What a seat does that offers something, in words for somebody elsewhere."""


@frozen
class OpenOffer:
    """What a seat offers to the others, and who of them has said yes.

    That a choice is taken back up to where the game had had ``to`` answers stands for each seat until it sees something
    new: ``seen`` is what each saw. All else lapses with the next choice of another seat by which everybody sees
    something new: ``public`` is what everybody saw last. A choice that is hidden from anybody leaves the offer as it
    is, so that no offer that lapses tells of one.
    """

    seat: str
    what: What
    to: int = 0
    seen: Mapping[str, str] = field(factory=dict)
    public: str = ""
    agreeing_seats: frozenset[str] = frozenset()

    def stands_for(self, seat: str, moment: str) -> bool:
        """Whether it is still offered to a seat (or by it) that sees this now."""
        return seat in self.seen and (self.what != "back" or self.seen[seat] == moment)

    def to_json(self) -> JsonObject:
        """For a screen."""
        return {"seat": self.seat, "what": self.what, "agreed": sorted(self.agreeing_seats)}


@frozen
class Agreements:
    """What has been offered and agreed on at a table up to now."""

    offer: OpenOffer | None = None
    outcome: Outcome | None = None
    """How the people ended the game; None where they did not."""
    next_table: str = ""
    """The table at which the game was begun anew."""
    hints: bool = False
    """Whether they have agreed that hints are given."""

    def ending(self, match: Match) -> Outcome | None:
        """How the game ended, by its rules or by its people; None while it goes on."""
        return match.outcome or self.outcome

    def waits_for(self, seat: str, moment: str, parties: Parties, match: Match) -> OpenOffer | None:
        """What is offered to a seat that sees this now, and waits for its yes or no."""
        offer = self.offer
        if offer is None or not offer.stands_for(seat, moment) or seat in offer.agreeing_seats:
            return None
        return offer if seat in parties.seats_to_agree(offer, self.ending(match) is not None) else None

    def after(
        self, row: Row, moments_seen: Mapping[str, str], is_over: bool, public_text: Callable[[], str]
    ) -> Agreements:
        """What holds after a row.

        ``moments_seen`` tags what each seat sees then, ``public_text`` what everybody does; ``is_over``: by the rules.
        """
        match row.kind:
            case "offer":
                offered_kind, choice_number = row.body["what"], row.body.get(TO, 0)
                return evolve(
                    self, offer=OpenOffer(row.seat, offered_kind, choice_number, dict(moments_seen), public_text())
                )
            case "answer" if self.offer is not None and row.body["yes"]:
                return evolve(self, offer=evolve(self.offer, agreeing_seats=self.offer.agreeing_seats | {row.seat}))
            case "answer" | "continue":
                return evolve(self, offer=None)
            case "undo" if TO in row.body:
                return evolve(self, offer=None)
            case "hints":
                return evolve(self, offer=None, hints=True)
            case "close" | "again":
                outcome_data = row.body.get("outcome")
                outcome = Outcome.from_json(outcome_data) if outcome_data is not None else self.outcome
                return Agreements(None, outcome, str(row.body.get(TABLE, self.next_table)))
            case _ if is_over and self.offer is not None and self.offer.what != "again":
                return evolve(self, offer=None)
            case "play" | "planned" | "undo" if self.offer is not None and (tag := public_text()) != self.offer.public:
                lapses = self.offer.what != "back" and row.kind in CHOICES and row.seat != self.offer.seat
                return evolve(self, offer=None if lapses else evolve(self.offer, public=tag))
        return self

    def facts(self, seat: str, moment: str) -> JsonObject:
        """What a screen of a seat is told of it, who watches only what was agreed."""
        open_offer = self.offer if self.offer is not None and self.offer.stands_for(seat, moment) else None
        return {
            **({"offer": open_offer.to_json()} if open_offer is not None else {}),
            **({"outcome": self.outcome.to_json()} if self.outcome is not None else {}),
            **({"hints": True} if self.hints else {}),
            **({"again": self.next_table} if self.next_table else {}),
        }

    def tag(self, seat: str, moment: str) -> str:
        """The tag of what a seat sees, with one of what is offered and agreed behind it: see `seen_part_of_tag`."""
        if not (facts := self.facts(seat, moment)):
            return moment
        facts.get("offer", {}).pop("agreed", None)  # a yes is to the offer, whoever else has said so
        return f"{moment}.{blake2b(repr(facts).encode(), digest_size=4).hexdigest()}"


def seen_part_of_tag(tag: str) -> str:
    """The part of a tag that is of what a seat sees and is asked."""
    return tag.partition(".")[0]


@frozen
class Parties:
    """Who has to agree at a table: its seats, those that bots play, what people call them, and all that was done."""

    seats: tuple[str, ...]
    bots: Collection[str]
    seat_names: Mapping[str, str]
    rows: Sequence[Row]

    def seats_to_agree(self, offer: OpenOffer, is_over: bool) -> set[str]:
        """The seats that must say yes.

        A bot says it for no seat that it was given since the choice which is to be taken back, or while a game goes on
        that is to be ended: the maker of the table might have done so while somebody was away.
        """
        if offer.what == "draw":
            return {*self.seats} - {offer.seat}
        choices = (row.n for row in self.rows if row.kind in CHOICES and row.seat == offer.seat)
        since_choice = max(choices, default=0) if offer.what == "back" else 0
        seats_changed = {row.seat for row in self.rows[since_choice:] if row.kind == SEAT and not is_over}
        return {*self.seats} - {offer.seat} - ({*self.bots} - seats_changed)


def row_of_offer(
    offered_kind: What, seat: str, parties: Parties, agreements: Agreements, match: Match, row_number: int, moment: str
) -> Row:
    """The row of what a seat offers: what it comes to where nobody else is to be asked. Raises `Refused`."""
    is_over = agreements.ending(match) is not None
    if (
        agreements.offer is not None
        and agreements.offer.what == offered_kind != "back"
        and agreements.offer.stands_for(seat, moment)
    ):
        if agreements.offer.seat != seat:
            return row_of_answer(True, seat, parties, agreements, match, row_number, moment)
        if (
            row := _row_of_agreement(agreements.offer, parties, match, row_number, is_over)
        ) is None:  # nobody who was asked has left meanwhile
            raise Refused("unavailable", "you have offered this already")
        return row
    if agreements.next_table:
        raise Refused("unavailable", "this game was begun anew at another table")
    if is_over and offered_kind != "again":  # whose whole record, with its dice, everybody may read
        raise Refused("unavailable", "the game is over")
    if offered_kind == "draw" and parties.bots:
        raise Refused("unavailable", "a bot agrees to no draw: you may end the game here, or resign")
    if offered_kind == "hints" and agreements.hints:
        raise Refused("unavailable", "all have agreed on hints already")
    body: JsonObject = {"what": offered_kind}
    if offered_kind == "back":
        if (last_choice := last_choice_of(match, seat)) is None:
            raise Refused("no_undo", "there is nothing that you could take back")
        body[TO] = last_choice
    offer = OpenOffer(seat, offered_kind, body.get(TO, 0), dict.fromkeys(parties.seats, moment))
    return _row_of_agreement(offer, parties, match, row_number, is_over) or Row(
        n=row_number, kind=OFFER, seat=seat, body=body
    )


def row_of_answer(
    is_accepted: bool, seat: str, parties: Parties, agreements: Agreements, match: Match, row_number: int, moment: str
) -> Row:
    """The row of what a seat says to an offer: what is agreed when it was the last to say yes. Raises `Refused`."""
    offer = agreements.offer
    if offer is None or not offer.stands_for(seat, moment) or (is_accepted and seat == offer.seat):
        raise Refused("not_asked", "nobody offers you anything")
    row = Row(n=row_number, kind=ANSWER, seat=seat, body={"yes": is_accepted})
    new_offer = evolve(offer, agreeing_seats=offer.agreeing_seats | {seat})
    return (
        is_accepted and _row_of_agreement(new_offer, parties, match, row_number, agreements.ending(match) is not None)
    ) or row


def _row_of_agreement(offer: OpenOffer, parties: Parties, match: Match, row_number: int, is_over: bool) -> Row | None:
    """The row of what is agreed on once every other seat with a person has said yes."""
    if parties.seats_to_agree(offer, is_over) - offer.agreeing_seats:
        return None
    body: JsonObject = {"agreed": sorted(offer.agreeing_seats)}
    if offer.what == "back":
        return Row(n=row_number, kind=UNDO, seat=offer.seat, body={TO: offer.to, **body})
    if offer.what == "hints":
        return Row(n=row_number, kind=HINTS, seat=offer.seat, body=body)
    if not is_over:
        body["outcome"] = outcome_by_agreement(offer.what, offer.seat, parties, match).to_json()
    return Row(n=row_number, kind=AGAIN if offer.what == "again" else CLOSE, seat=offer.seat, body=body)


def check_hints_allowed(seat: str, parties: Parties, agreements: Agreements, match: Match) -> None:
    """Raises `Refused` where a seat may have no hint: once the game is over, and while others have not agreed."""
    if agreements.ending(match) is not None:
        raise Refused("unavailable", "the game is over")
    if not agreements.hints and parties.seats_to_agree(OpenOffer(seat, "hints"), is_over=False):
        raise Refused("unavailable", "between people a hint is given only if all agree: offer hints to the others")


def row_of_resignation(seat: str, parties: Parties, agreements: Agreements, match: Match, row_number: int) -> Row:
    """The row of a seat that gives up. Raises `Refused` where the game is over, and where no single seat would win."""
    if agreements.ending(match) is not None:
        raise Refused("unavailable", "the game is over")
    if len(parties.seats) != 2:
        raise Refused("unavailable", "with more than two seats nobody resigns: let a bot play the seat")
    return Row(
        n=row_number,
        kind=CLOSE,
        seat=seat,
        body={"outcome": outcome_by_agreement("resigned", seat, parties, match).to_json()},
    )


TIMEOUT_LEVEL: Final = "time"
"""The level of an outcome where the time of a seat was up."""


def row_of_time(seats_out_of_time: Sequence[str], parties: Parties, match: Match, row_number: int) -> Row:
    """The row of a game that ends because the time of these seats is up: the other side wins, or nobody if of both."""
    names = {seat: parties.seat_names.get(seat, seat) for seat in parties.seats}
    points = points_of(match.view(SPECTATOR).panels)
    winners = [seat for seat in parties.seats if seat not in seats_out_of_time]
    if winners:
        words = f"The time of {names[seats_out_of_time[0]]} is up: {names[winners[0]]} wins."
        outcome = Outcome(winners[0], TIMEOUT_LEVEL, points, words)
    else:
        outcome = Outcome(None, TIMEOUT_LEVEL, points, "The time of both sides is up: nobody wins.")
    return Row(n=row_number, kind=CLOSE, seat=seats_out_of_time[0], body={"outcome": outcome.to_json()})


def outcome_by_agreement(way_of_ending: str, seat: str, parties: Parties, match: Match) -> Outcome:
    """How a game ended that people ended: the points are those that everybody saw."""
    points = points_of(match.view(SPECTATOR).panels)
    names = {seat_name: parties.seat_names.get(seat_name, seat_name) for seat_name in parties.seats}
    [opponent, *_] = [seat_name for seat_name in parties.seats if seat_name != seat] or [seat]
    match way_of_ending:
        case "resigned":
            return Outcome(opponent, "resigned", points, f"{names[seat]} resigns: {names[opponent]} wins.")
        case "draw":
            return Outcome(None, "draw", points, f"{' and '.join(names.values())} agree on a draw.", parties.seats)
    new_game_note = " It is begun anew with sides changed." if way_of_ending == "again" else ""
    return Outcome(None, "ended here", points, f"The game was ended here by agreement: nobody wins.{new_game_note}")


def points_of(panels: Sequence[Panel]) -> dict[str, int]:
    """The points of each side that panels tell."""
    return next((dict(panel.points) for panel in panels if isinstance(panel, Score)), {})


def next_opening(game: Game, opening: Opening, bots: Mapping[str, str]) -> Opening:
    """The same game with fresh dice and sides changed: who had a seat, bot or person, has the next one."""
    seats = next_seats(game.seats)
    new_bots = {seats[seat]: bot for seat, bot in bots.items()}
    choices = opening.scenario, opening.options, new_bots, opening.referee, opening.clock, opening.delay
    new_opening = Opening.of(game, *choices, opening.time_limit)
    hooks = {seats[seat]: address for seat, address in opening.hooks.items()}
    return evolve(new_opening, game=opening.game, hooks=hooks, again=opening.again + 1)


def next_seats(seats: Sequence[str]) -> dict[str, str]:
    """The seat that who has one has at the next table: with two seats, the other."""
    return dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))


def next_keys(game: Game, keys: Mapping[str, bytes]) -> dict[str, bytes]:
    """The hashes of the keys of the next table: each person's own key opens the next seat, so that none is sent.

    A link that only watches the old seat watches the new one.
    """
    seats = next_seats(game.seats)
    new_roles = {f"{sign}{seat}": f"{sign}{seats[seat]}" for seat in game.seats for sign in ("", WATCHING_PREFIX)}
    return {new_roles.get(role, role): key_hash for role, key_hash in keys.items()}
