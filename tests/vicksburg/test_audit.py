"""An auditor with the rulebook in hand: whole campaigns checked event by event, with none of the library's own rules.

What the auditor knows is written here again from the book: what a river stops, how far a token goes, what a retreat is.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import campaign_of, fought_out, vicksburg

from wargame_altar_of_freedom.board.turn_events import TokenMoved
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_core import Match
from wargame_core.flow.entries import Rolled

BASE = {"infantry": 3, "cavalry": 5, "picket": 3}


class Auditor:
    """Follows a campaign's events and complains about the first that the book forbids."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.map = campaign, campaign.map
        self.kind: dict[str, str] = {}
        self.side: dict[str, str] = {}
        self.unit: dict[str, str] = {}
        self.at: dict[str, int] = {}
        self.destroyed: set[str] = set()
        self.broken: set[str] = set()
        self.lost: set[str] = set()
        self.card = ""
        self.dice: dict[str, int] = {}
        self.allotted: set[str] = set()
        self.die: int | None = None
        self.on_road = True
        self.gone = 0
        self.beaten: tuple[tuple[str, ...], int] = ((), 0)
        self.contact: tuple[int, ...] = ()
        self.table: tuple[int, ...] = ()
        self.enemy_at: tuple[int, ...] = ()
        self.battle = False

    # what the map says

    def open(self, a: int, b: int, side: str) -> bool:
        """Whether a token of the side can step from a to b: side by side, no river but at a standing crossing."""
        (r1, c1), (r2, c2) = self.map.grid.rowcol(a), self.map.grid.rowcol(b)
        if abs(r1 - r2) + abs(c1 - c2) != 1:
            return False
        edge = (min(a, b), max(a, b))
        crossing = next((one for one in self.map.crossings.values() if one.edge == edge), None)
        if any(edge in river.edges for river in self.map.barriers) and crossing is None:
            return False
        if crossing is None:
            return True
        if self.card == "high_water" and crossing.kind == "ferry" and crossing.barrier == "Big Black":
            return False
        return crossing.id not in self.destroyed and (not crossing.users or side in crossing.users)

    def road(self, a: int, b: int, kinds: tuple[str, ...] = ("road", "rail")) -> bool:
        return any(
            {a, b} == {one, other}
            for road in self.map.roads
            if road.kind in kinds
            for one, other in zip(road.path, road.path[1:], strict=False)
        )

    def distance(self, a: int, b: int) -> int:
        (r1, c1), (r2, c2) = self.map.grid.rowcol(a), self.map.grid.rowcol(b)
        return abs(r1 - r2) + abs(c1 - c2)

    def who(self, space: int) -> list[str]:
        return [token_id for token_id, at in self.at.items() if at == space]

    # what happens

    def hear(self, event: Any) -> None:
        hear = getattr(self, f"on_{event.kind}", None)
        if hear is not None:
            hear(event)

    def on_counter_taken(self, event: Any) -> None:
        token = event.token
        self.kind[token.id], self.side[token.id], self.unit[token.id] = token.kind, token.side, token.unit

    def on_card_drawn(self, event: Any) -> None:
        self.card, self.battle, self.table = event.card, False, ()

    def on_dice_allotted(self, event: Any) -> None:
        assert len(set(event.tokens)) == len(event.tokens) <= self.dice[event.side]
        assert {self.side[token] for token in event.tokens} <= {event.side}
        self.dice[event.side] -= len(event.tokens)
        self.allotted = set(event.tokens)

    def on_staff_dice_set(self, event: Any) -> None:
        self.dice[event.side] = event.dice

    def on_staff_die_spent(self, event: Any) -> None:
        self.dice[event.side] -= 1
        assert self.dice[event.side] >= 0

    def on_corps_nominated(self, event: Any) -> None:
        assert not self.battle
        self.allotted = set()

    def on_token_taken_up(self, event: Any) -> None:
        assert not self.battle
        self.die, self.gone, self.on_road = None, 0, True

    def on_token_placed(self, event: Any) -> None:
        self.at[event.token] = event.space

    def on_token_removed(self, event: Any) -> None:
        self.at.pop(event.token, None)

    def on_crossing_destroyed(self, event: Any) -> None:
        self.destroyed.add(event.crossing)

    def on_crossing_repaired(self, event: Any) -> None:
        assert event.crossing in self.destroyed
        self.destroyed.remove(event.crossing)

    def on_special_action_tried(self, event: Any) -> None:
        crossing = self.map.crossings[event.target]
        assert self.at[event.token] in crossing.edge
        assert event.succeeded == (event.die >= 4)

    def on_brigade_broken(self, event: Any) -> None:
        assert event.unit not in self.broken | self.lost
        self.broken.add(event.unit)

    def on_brigade_lost(self, event: Any) -> None:
        self.broken.remove(event.unit)
        self.lost.add(event.unit)

    def on_rally_tried(self, event: Any) -> None:
        assert event.unit in self.broken
        assert event.rallied == (event.die >= 5)
        if event.rallied:
            self.broken.remove(event.unit)

    def on_contact_made(self, event: Any) -> None:
        contact = event.contact
        attacker = contact.attacker
        assert self.kind[attacker] in ("infantry", "cavalry")
        assert self.at[attacker] == contact.origin
        assert self.open(contact.origin, contact.space, self.side[attacker])
        assert set(contact.defenders) == set(self.who(contact.space))
        if self.map.place_at(contact.space) is not None and self.map.label(contact.space) == "Vicksburg":
            assert self.side[attacker] == "confederate"  # nobody else may come at the works
        for number, side in enumerate((self.side[attacker], self.side[contact.defenders[0]])):
            near = [
                token_id
                for token_id, at in self.at.items()
                if self.side[token_id] == side
                and self.kind[token_id] != "picket"
                and self.distance(at, contact.space) <= 3
            ]
            assert contact.nearby[number] == len(near)
        self.contact = (contact.space,)

    def on_battle_changed(self, event: Any) -> None:
        self.battle = True
        if event.battle is not None and event.battle.block:
            block = [self.map.grid.rowcol(space) for space in event.battle.block]
            rows, columns = {row for row, _ in block}, {column for _, column in block}
            assert sorted((len(rows), len(columns))) in ([2, 2], [2, 3])
            assert len(block) == len(set(block)) == len(rows) * len(columns)
            assert event.battle.contact.space in event.battle.block
            self.table = event.battle.block

    def on_retreat_began(self, event: Any) -> None:
        self.beaten = (event.tokens, event.spaces)
        self.enemy_at = self.table or self.contact
        if self.kind[event.tokens[0]] == "picket":
            assert event.spaces <= 3
            self.enemy_at = (self.at[event.tokens[0]],)

    def on_token_moved(self, event: Any) -> None:
        getattr(self, event.how)(event)
        self.at[event.token] = event.path[-1]

    def march(self, event: Any) -> None:
        """A march, or an attacker who enters the space he has won (then the retreat is over)."""
        side, here = self.side[event.token], self.at[event.token]
        assert event.origin == here
        for number, space in enumerate(event.path):
            assert self.open(here, space, side)
            self.on_road = self.on_road and self.road(here, space)
            others = [token_id for token_id in self.who(space) if token_id != event.token]
            assert not others, f"{event.token} through {others}"
            here = space
            self.gone += 1
            assert number < 30
        base, extra = BASE[self.kind[event.token]], 0
        if self.die is not None:
            extra = 0 if self.die == 6 else self.die
        storm = self.card == "thunderstorms"
        allowed = (max(base - 1, 1) if storm else base) + extra if self.on_road else 0 if storm else extra
        assert self.gone <= allowed, f"{event.token} went {self.gone} of {allowed}"

    def rail(self, event: Any) -> None:
        assert self.card == "southern_railroad"
        assert self.kind[event.token] == "infantry"
        assert self.side[event.token] == "confederate"
        assert event.token not in self.allotted
        assert len(event.path) <= 12
        here = self.at[event.token]
        for space in event.path:
            assert self.open(here, space, "confederate")
            assert self.road(here, space, ("rail",))
            assert not self.who(space)
            enemies = [
                token_id
                for token_id, at in self.at.items()
                if self.side[token_id] == "federal" and self.kind[token_id] != "picket"
            ]
            assert all(self.distance(space, self.at[token_id]) > 1 for token_id in enemies)
            here = space

    def on_retreat_blocked(self, event: Any) -> None:
        self.beaten = (self.beaten[0], -1)

    def retreat(self, event: Any) -> None:
        """Further from the enemy with each step, the whole distance unless blocked, past no enemy, to a free space."""
        tokens, spaces = self.beaten
        assert event.token in tokens
        side = self.side[event.token]
        way = (event.origin, *event.path)
        near = [min(self.distance(space, enemy) for enemy in self.enemy_at) for space in way]
        first = max(near.count(0) - 1, 0)  # what it crosses of the battlefield before it leaves it does not count
        assert near[first:] == list(range(near[first], near[first] + len(near) - first))
        assert spaces < 0 or len(way) - 1 - first >= spaces
        for here, there in pairwise(way):
            assert self.open(here, there, side)
        for space in event.path:
            assert all(self.side[token_id] == side for token_id in self.who(space))
        assert not [token_id for token_id in self.who(event.path[-1]) if token_id != event.token]


def follow(match: Match) -> Iterator[str]:
    """Let an auditor hear a campaign; what is wrong at each decision in between."""
    auditor = Auditor(campaign_of(vicksburg()))
    for entry in match.entries:
        if isinstance(entry, Rolled) and entry.label.startswith("Staff Die of"):
            auditor.die = int(entry.face)
        for event in entry.events:
            auditor.hear(event)
        spaces = list(auditor.at.values())
        if len(spaces) != len(set(spaces)):
            yield f"answer {entry.seq}: two tokens in one space"
        units = campaign_of(vicksburg()).brigades
        for token in auditor.at:
            division = auditor.unit[token]
            if (
                division
                and set(units[DivisionId(division)]) <= auditor.broken | auditor.lost
                and "Tabletop" not in str(entry.cursor)
            ):
                yield f"answer {entry.seq}: {division} stands without a brigade"


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("historical", {}),
        ("free", {}),
        ("historical", {"fog": "referee"}),
        ("historical", {"battles": "reported", "tabletop_losses": "permanent"}),
    ],
)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 6))])
def test_nothing_happens_in_a_campaign_that_the_book_forbids(scenario: str, options: dict[str, Any], seed: int) -> None:
    match = fought_out(vicksburg().start(scenario, seed=seed, options=options), 100 * seed, 100 * seed + 1)
    assert list(follow(match)) == []


def test_the_auditor_would_notice() -> None:
    match = vicksburg().start(seed=1)
    player = vicksburg().bot("belligerent", seed=1)
    while match.board.turn < 3 and match.outcome is None:  # type: ignore[attr-defined]
        match.play(player(match.view(match.waiting_for[0])), match.waiting_for[0])
    auditor = Auditor(campaign_of(vicksburg()))
    events = [event for entry in match.entries for event in entry.events]
    marches = 0
    for event in events:
        if event.kind == "token_moved" and event.how == "march":  # type: ignore[attr-defined]
            marches += 1
            assert isinstance(event, TokenMoved)
            with pytest.raises(AssertionError):
                auditor.march(evolve(event, path=(*event.path, event.path[-1])))
            break
        auditor.hear(event)
    assert marches == 1
