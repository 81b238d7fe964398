"""Event cards: one a turn from a deck without order, and what each effect that a card may name does.

Source: GotW p.6 Draw Event Card (AFI p.6). The cards themselves are reconstructions.
Readings: Event cards and railroads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from wargame_altar_of_freedom.board.actions import Decide, Inspect, PlaceDepot
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.campaign_events import CrossingDestroyed
from wargame_altar_of_freedom.board.event_names import count
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.board.token_events import TokensRevealed
from wargame_altar_of_freedom.board.turn_effects import (
    BaseMoveChanged,
    BaseMoveReplaced,
    CorpsRailTrip,
    CrossingClosed,
    DivisionHeld,
    NoCrossCountry,
    NoMovementDice,
    RailTrip,
    SpecialActionEased,
    StaffDiceChanged,
)
from wargame_altar_of_freedom.board.turn_events import (
    CardRolled,
    DepotChange,
    DepotSetUp,
    EffectBegan,
    EffectSpent,
    EventCardDrawn,
    TurnBegan,
)
from wargame_altar_of_freedom.printed import vocabulary as words
from wargame_altar_of_freedom.printed.conditions import Occasion
from wargame_altar_of_freedom.printed.vocabulary import NO_DIVISION, PICKET
from wargame_altar_of_freedom.rules.award_conditions import ScoringOccasion
from wargame_altar_of_freedom.rules.counters import take_counter
from wargame_altar_of_freedom.rules.fog_of_war import reveal
from wargame_altar_of_freedom.rules.rallying import free_near, nearest_free, place
from wargame_altar_of_freedom.rules.scoring import score_at_once
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_altar_of_freedom.rules.supply_depots import arrive
from wargame_core.authoring import D6, ListedChoices, Procedure, Table, draw_from
from wargame_core.maps.masks import bits


def draw_event_card(t: Table[CampaignBoard]) -> Procedure[None]:
    """A turn begins: its event card is turned over and takes effect; two cards of the deck never are.

    Leaving two cards out unseen is the same as drawing from all of them one turn after another.
    Source: GotW p.6 Draw Event Card (AFI p.6).
    """
    board = t.board
    left = [card for card in board.campaign.deck.cards if card not in board.drawn]
    card = yield from t.roll_openly(draw_from(left, "event deck"), "event card", board.cite("Draw Event Card"))
    t.record(TurnBegan(board.turn + 1))
    t.record(EventCardDrawn(card))
    for effect in board.campaign.deck.card(card).effects:
        carried_out = CARD_EFFECTS[effect.kind](t, effect.args)
        if carried_out is not None:
            yield from carried_out


def place_division(t: Table[CampaignBoard], args: words.PlaceDivision) -> Procedure[None]:
    """A division arrives: at the place (drawn by a die where the card has several), next to it, or at an entry."""
    board = t.board
    token = next((token for token in board.tokens.values() if token.unit == args.division), None)
    if token is None:  # left out of the campaign at set-up
        return
    named = args.places[0]
    if len(args.places) > 1:
        face = yield from t.roll_openly(D6, f"where {token.name} arrives", board.cite("Draw Event Card"))
        named = args.places[face - 1]
        t.record(CardRolled((face,), f"{token.name} is to arrive at {named}"))
    space = board.campaign.space(named)
    if args.nearest_by_road:
        spaces = nearest_free(board, token, space, by_road=True, as_known=True)
    else:
        enemy_there = board.division_mask(board.enemy(token.side)) & board.enemies_seen(token.side) & 1 << space
        spaces = [] if enemy_there else free_near(board, token, space)
    if not spaces or (spaces[0] != space and not (args.or_adjacent or args.nearest_by_road)):
        entry = next(entry for entry in board.campaign.map.entries if entry.id == args.fallback)
        spaces = nearest_free(board, token, entry.space, as_known=True)
    if spaces and spaces[0] == space:
        spaces = [Space(space)]
    yield from place(t, token, spaces, "arrives", board.cite("Draw Event Card"))
    reveal(t, (token,))
    if token.id in board.at:
        yield from arrive(t, token, (board.at[token.id],))


def release_division(t: Table[CampaignBoard], args: words.ReleaseDivision) -> None:
    """A fixed division may move from now on."""
    held = DivisionHeld(args.division)
    if held in t.board.effects:
        t.record(EffectSpent(held))


def base_move_delta(t: Table[CampaignBoard], args: words.BaseMoveDelta) -> None:
    """Base moves change for the turn."""
    for side in args.sides:
        t.record(EffectBegan(BaseMoveChanged(side, args.delta, args.minimum)))


def base_move_set(t: Table[CampaignBoard], args: words.BaseMoveSet) -> None:
    """One kind of token has another base move for the turn."""
    t.record(EffectBegan(BaseMoveReplaced(args.token, args.value)))


def forbid_cross_country(t: Table[CampaignBoard], args: words.ForbidCrossCountry) -> None:
    """Nothing moves off the roads this turn."""
    for side in args.sides:
        t.record(EffectBegan(NoCrossCountry(side)))


def close_crossings(t: Table[CampaignBoard], args: words.CloseCrossings) -> None:
    """Some crossings cannot be used this turn; that does not destroy them."""
    for crossing in t.board.campaign.map.crossings.values():
        if crossing.barrier == args.river and crossing.kind == args.crossing_kind:
            t.record(EffectBegan(CrossingClosed(crossing.id)))


def staff_dice_delta(t: Table[CampaignBoard], args: words.StaffDiceDelta) -> Procedure[None]:
    """A side has more or fewer Staff Dice this turn."""
    rolls = []
    for die in args.amount.dice:
        face = yield from t.roll_openly(die, "Staff Dice by event", t.board.cite("Draw Event Card"))
        rolls.append(face)
    dice = args.amount.total(rolls)
    if rolls:
        more = f"{count(abs(dice), 'Staff Die', 'Staff Dice')} {'fewer' if dice < 0 else 'more'}"
        t.record(CardRolled(tuple(rolls), f"{t.board.campaign.reference.side_name(args.side)} has {more} this turn"))
    t.record(EffectBegan(StaffDiceChanged(args.side, dice)))


def forbid_movement_dice(t: Table[CampaignBoard], args: words.ForbidMovementDice) -> Procedure[None]:
    """One command, by a die rolled in the open, gets no Staff Dice for movement this turn."""
    face = yield from t.roll_openly(D6, "which command is hampered", t.board.cite("Draw Event Card"))
    command = args.by_d6[face - 1]
    corps = t.board.campaign.reference.command[command].name
    t.record(CardRolled((face,), f"{corps} may not be given Staff Dice for movement this turn"))
    t.record(EffectBegan(NoMovementDice(command)))


def rail_move(t: Table[CampaignBoard], args: words.OneRailMove) -> None:
    """Once this turn a division (or a corps' divisions in one space) may travel by rail in place of its move."""
    trip = CorpsRailTrip if args.who == "corps_stack" else RailTrip
    t.record(EffectBegan(trip(args.side, args.max_spaces, args.kinds)))


def relocate_depot(t: Table[CampaignBoard], args: words.RelocateDepot) -> Procedure[None]:
    """A side may move one depot of its own build to a space on the river where it has a division."""
    board = t.board
    side = args.side
    own = [depot for depot in board.depots.values() if depot.side == side == depot.builder]
    river = next(barrier for barrier in board.campaign.map.barriers if barrier.name == args.river)
    banks = {space for edge in river.edges for space in edge}
    spaces = [space for space in bits(board.division_mask(side)) if space in banks and board.depot_in(space) is None]
    if not own or not spaces:
        return
    offers = [PlaceDepot(depot.id, Space(space)) for depot in own for space in spaces]
    choices = ListedChoices([Decide("leave_it"), *offers], cite=board.cite("Draw Event Card"))
    chosen = yield from t.ask(side, choices, "Move a depot to a landing on the river?", choices.cite)
    if isinstance(chosen, PlaceDepot):
        t.record(DepotSetUp(evolve(board.depots[chosen.depot], space=chosen.space), DepotChange.MOVED))


def reveal_tokens(t: Table[CampaignBoard], args: words.RevealTokens) -> Procedure[None]:
    """The viewer names enemy tokens (or spaces), one after another, and is shown privately what they are."""
    board = t.board
    seen = [token for token in board.tokens_of(args.owner) if board.sees(args.viewer, board.at[token.id])]
    if args.of == "tokens":
        names = sorted(token.id for token in seen if not board.knows(args.viewer, token))
    else:
        names = sorted({board.label(board.at[token.id]) for token in seen})
    count, cite = min(args.count, len(names)), board.cite("Draw Event Card")
    named: list[str] = []
    for number in range(1, count + 1):
        choices = ListedChoices((Inspect(name) for name in names if name not in named), cite=cite)
        prompt = f"Which enemy {args.of} do you look at ({number} of {count})?"
        named.append((yield from t.ask(args.viewer, choices, prompt, cite)).target)
    shown = [token for token in seen if token.id in named or board.label(board.at[token.id]) in named]
    if shown:
        t.record(TokensRevealed(tuple(sorted(shown, key=lambda token: token.id)), args.viewer))


def roll_to_destroy(t: Table[CampaignBoard], args: words.RollToDestroy) -> Procedure[None]:
    """A side may name a crossing with no enemy token at either end and roll for its destruction."""
    board = t.board
    seen, enemies = board.enemies_seen(args.side), board.mask(board.enemy(args.side))
    targets = [
        crossing.id
        for crossing in board.campaign.map.crossings.values()
        if crossing.barrier == args.river
        and crossing.kind == args.crossing_kind
        and crossing.id not in board.destroyed
        and not any(seen >> space & 1 for space in crossing.edge)
    ]
    if not targets:
        return
    cite = board.cite("Draw Event Card")
    choices = ListedChoices([*map(Decide, targets), Decide("none")], cite=cite)
    chosen = yield from t.ask(args.side, choices, "Which crossing is raided?", cite)
    if chosen.choice == "none":
        return
    face = yield from t.roll_openly(D6, f"raid on {chosen.choice}", cite)
    crossing = board.campaign.map.crossings[chosen.choice]
    succeeds = face >= args.target and not any(enemies >> space & 1 for space in crossing.edge)
    t.record(CardRolled((face,), f"the raid on {crossing.name} {'succeeds' if succeeds else 'fails'}"))
    if succeeds:
        t.record(CrossingDestroyed(chosen.choice))
        yield from score_at_once(t, ScoringOccasion(args.side, crossing=chosen.choice), Occasion.CROSSING_DESTROYED)


def add_picket(t: Table[CampaignBoard], args: words.AddPicket) -> Procedure[None]:
    """One more picket comes at one of the places, if no enemy token stands there."""
    board = t.board
    enemy = board.enemy(args.side)
    enemies = board.enemies_seen(args.side) | board.depot_mask(enemy)
    places = [board.campaign.space(name) for name in args.places]
    spaces = [Space(space) for space in places if not enemies >> space & 1]
    if not spaces:
        return
    command = next(command.id for command in board.campaign.commands if args.formation in command.formations)
    picket = yield from take_counter(t, args.side, PICKET, command, NO_DIVISION, "Militia picket")
    spaces = [space for space in spaces if not stacking(board, picket)[1] >> space & 1]
    yield from place(t, picket, spaces, "arrives", board.cite("Draw Event Card"))
    reveal(t, (picket,))


def special_action_target(t: Table[CampaignBoard], args: words.SpecialActionTarget) -> None:
    """One special action needs another roll this turn."""
    t.record(EffectBegan(SpecialActionEased(args.action, args.target)))


CARD_EFFECTS: Mapping[str, Callable[[Table[CampaignBoard], Any], Procedure[None] | None]] = {
    "place_division": place_division,
    "release_division": release_division,
    "base_move_delta": base_move_delta,
    "base_move_set": base_move_set,
    "forbid_cross_country": forbid_cross_country,
    "close_crossings": close_crossings,
    "staff_dice_delta": staff_dice_delta,
    "forbid_movement_dice": forbid_movement_dice,
    "rail_move": rail_move,
    "relocate_depot": relocate_depot,
    "reveal_tokens": reveal_tokens,
    "roll_to_destroy": roll_to_destroy,
    "add_picket": add_picket,
    "special_action_target": special_action_target,
}
"""What each effect that a card can name does, with the arguments of `wargame_altar_of_freedom.printed.vocabulary`."""
