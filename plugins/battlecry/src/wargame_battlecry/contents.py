"""What a battle supplies, as lists: the armies by kind and hex, the command deck, the flags that win."""

from collections.abc import Iterator, Mapping
from typing import Final

from wargame_battlecry.board.board import BattleRule
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import FOE, HEXES, SIDES, Side
from wargame_battlecry.printed.pieces import Battle, CommandCard, Objective, Rulebook, When
from wargame_battlecry.table.panels import captured_line, captures, ground_line
from wargame_battlecry.table.sheet import HELD, facts_of, general_facts, rule_lines
from wargame_core.contents import Contents, DeckCard, Listing, OobEntry, Times, VictoryRule, effect_in_words
from wargame_core.data import Basis
from wargame_core.maps.masks import bits

TIMING_WORDS: Final[Mapping[When, str]] = {
    When.CONTINUOUS: "at once",
    When.START_OF_TURN: "at the start of the side's turn",
    When.CAPTURED: "at once",
}
"""When flags for ground are won, in words."""
TIMES: Final[Mapping[When, Times]] = {
    When.CONTINUOUS: "while it holds",
    When.START_OF_TURN: "while it holds",
    When.CAPTURED: "once",
}
"""How long flags for ground are kept."""


def contents_of(book: Rulebook, name: str) -> Contents:
    """What the battle with this id supplies. Raises `DataError` for a file that is wrong."""
    battle = book.battles[name]
    return Contents(
        Listing(f"Armies of {battle.title}", tuple(armies(battle))),
        Listing(f"Command cards of {battle.title}", tuple(command_cards(book, battle))),
        Listing(f"Victory in {battle.title}", tuple(victory(book, battle))),
        tuple(rule_lines(battle.rules)),
    )


def armies(battle: Battle) -> Iterator[OobEntry]:
    """By side its army, its units with their figures, and its generals."""
    for side in SIDES:
        yield OobEntry(
            id=side,
            side=side,
            kind="force",
            name=f"{side.capitalize()} army",
            strength=battle.strength[side],
            facts={"commander": battle.commanders[side], "hand": str(battle.hands[side])},
            basis=battle.basis_of(side),
        )
        for unit in battle.units.values():
            if unit.side == side:
                yield OobEntry(
                    id=unit.id,
                    side=side,
                    kind=unit.kind.id,
                    name=battle.display_names[unit.id],
                    parent=side,
                    strength=unit.kind.figures,
                    facts={key: value for key, value in facts_of(unit.kind).items() if key != "figures"},
                    where=HEXES[unit.hex],
                    basis=battle.basis_of(unit.id),
                )
        for general in battle.generals.values():
            if general.side == side:
                yield OobEntry(
                    id=general.id,
                    side=side,
                    kind="general",
                    name=battle.display_names[general.id],
                    parent=side,
                    facts=general_facts(),
                    where=HEXES[general.hex],
                    basis=battle.basis_of(general.id),
                )


def command_cards(book: Rulebook, battle: Battle) -> Iterator[DeckCard]:
    """The command cards; those that the battle leaves out say so. Source: BC150 p.3 Command Cards"""
    for card in book.cards.values():
        yield DeckCard(
            id=card.id,
            deck="command",
            title=card.title,
            count=card.count,
            text=card.text,
            effect=_effect(card),
            unless=f"left out of {battle.title}" if card.id in battle.removed_cards else "",
            basis=book.bases.get(("card", card.id), Basis.TEXT).value,
            count_basis=basis.value if (basis := book.bases.get(("card.count", card.id))) is not None else "",
            cite=cites.COMMAND_CARDS,
        )


def _effect(card: CommandCard) -> str:
    draws = f"; draw {card.draw}, keep one" if card.draw > 1 else ""
    return effect_in_words(card.effect) + draws


def victory(book: Rulebook, battle: Battle) -> Iterator[VictoryRule]:
    """The flags that win, and what is worth flags. Source: BC150 p.5 How to Win, p.6 Flag Tokens"""
    yield VictoryRule(
        id="flags",
        side="",
        text=f"the first side with {battle.flags} flags wins at once",
        points=battle.flags,
        when="at once",
        times="once",
        level="flags",
        basis=battle.basis_of("battle"),
        cite=cites.HOW_TO_WIN,
    )
    yield VictoryRule(
        id="no_battle",
        side="",
        text=f"nobody wins once {book.deck_size} turns in a row have passed without a battle",
        when="at the end of a turn",
        times="once",
        level="draw",
        basis=Basis.RULING.value,
        cite=cites.R_FLAGS,
    )
    for rule in battle.rules:
        if type(rule).wins is not BattleRule.wins:
            text = rule.says(battle)
            yield VictoryRule(id=rule.kind, side="", text=text, when="at once", times="once", level=rule.kind)
    for side in SIDES:
        yield from _captures(battle, side)
        told_rules: set[str] = set()
        for objective in battle.objectives:
            if objective.side == side and ground_line(objective) not in told_rules:
                told_rules.add(ground_line(objective))
                yield _ground(battle, objective)


def _captures(battle: Battle, side: Side) -> Iterator[VictoryRule]:
    foe = FOE[side].capitalize()
    if battle.exits:
        ways = [way for way in battle.exits if way.side == side]
        text = f"{foe} units eliminated and generals taken"
        yield VictoryRule(
            id=captured_line(side, *captures(battle)),
            side=side,
            text=f"{text}, own units that left the board" if ways else text,
            points=max((way.flags for way in ways), default=1),
            when="at once",
            places=tuple(HEXES[space] for way in ways for space in bits(way.hexes)),
            cite=cites.FLAG_TOKENS,
        )
        return
    for kind, text in (("units", f"a {foe} unit eliminated"), ("generals", f"a {foe} general taken")):
        yield VictoryRule(
            id=captured_line(side, kind), side=side, text=text, points=1, when="at once", cite=cites.FLAG_TOKENS
        )


def _ground(battle: Battle, objective: Objective) -> VictoryRule:
    return VictoryRule(
        id=ground_line(objective),
        side=objective.side,
        text=f"{objective.text}, {HELD[objective.when]}",
        points=objective.flags,
        when=TIMING_WORDS[objective.when],
        times=TIMES[objective.when],
        places=tuple(HEXES[space] for space in objective.ground()),
        basis=battle.basis_of(objective.id.partition("-")[0]),
        cite=cites.FLAG_TOKENS,
    )
