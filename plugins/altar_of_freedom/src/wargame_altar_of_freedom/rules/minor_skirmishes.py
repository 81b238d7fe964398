"""Minor skirmishes: a die and the brigades of each division, the higher total wins, a natural 1 costs a brigade.

Source: GotW p.10 Minor Skirmishes, p.11 Skirmish Casualties (AFI p.10-11).
"""

from attrs import frozen

from wargame_altar_of_freedom.board.actions import LoseBrigade
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, SkirmishFought
from wargame_altar_of_freedom.board.pieces import Contact, Token
from wargame_altar_of_freedom.rules.battle_cards import CardResult, Role
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_core.authoring import D6, Cite, ListedChoices, Modifier, Procedure, Ruling, Table
from wargame_core.odds import Distribution


@frozen
class SkirmishScore:
    """The two totals, the winner, and who rolled a natural 1."""

    attacker_total: int
    defender_total: int
    winner: Role
    broken: tuple[Role, ...]


def skirmish_score(
    *,
    attacker_die: int,
    defender_die: int,
    attacker_brigades: int,
    defender_brigades: int,
    attacker_bonus: int = 0,
    defender_bonus: int = 0,
) -> SkirmishScore:
    """Who wins a minor skirmish. Defenders win ties; modifiers never undo a natural 1.

    Source: GotW p.10 Minor Skirmishes (AFI p.10).

    >>> score = skirmish_score(attacker_die=1, defender_die=2, attacker_brigades=6, defender_brigades=3)
    >>> score.attacker_total, score.defender_total, str(score.winner), list(map(str, score.broken))
    (7, 5, 'attacker', ['attacker'])
    """
    D6.face(attacker_die), D6.face(defender_die)
    attack = attacker_die + attacker_brigades + attacker_bonus
    defence = defender_die + defender_brigades + defender_bonus
    broken_sides = tuple(
        role for role, die in ((Role.ATTACKER, attacker_die), (Role.DEFENDER, defender_die)) if die == 1
    )
    return SkirmishScore(attack, defence, Role.ATTACKER if attack > defence else Role.DEFENDER, broken_sides)


def skirmish_odds(
    attacker_brigades: int, defender_brigades: int, attacker_bonus: int = 0, defender_bonus: int = 0
) -> Distribution[SkirmishScore]:
    """The exact chances of every result of a skirmish."""
    die = Distribution.of(D6)
    return die.combine(
        die,
        lambda attack, defence: skirmish_score(
            attacker_die=attack,
            defender_die=defence,
            attacker_brigades=attacker_brigades,
            defender_brigades=defender_brigades,
            attacker_bonus=attacker_bonus,
            defender_bonus=defender_bonus,
        ),
    )


def skirmish_brigades(board: CampaignBoard, token: Token) -> int:
    """How many brigades a division counts: every unbroken base; with ``skirmish_guns = ignore`` no artillery.

    Source: GotW p.10 Minor Skirmishes. Readings: Brigades of a skirmish.
    """
    units = board.brigades(token)
    if board.options["skirmish_guns"] == "count":
        return len(units)
    return sum(1 for unit in units if board.campaign.oob.units[unit].arm != "artillery")


def skirmish_ruling(
    board: CampaignBoard, contact: Contact, defender: Token, cards: CardResult, dice: tuple[int, int]
) -> tuple[SkirmishScore, Ruling]:
    """The score of a skirmish on the board with every modifier cited."""
    attacker = board.tokens[contact.attacker]
    cite, table = board.cite("Minor Skirmishes"), board.cite("Battle Results Table")
    bonuses = [cards.bonus(role, division_count) for role, division_count in zip(Role, contact.nearby, strict=True)]
    brigades = [skirmish_brigades(board, token) for token in (attacker, defender)]
    score = skirmish_score(
        attacker_die=dice[0],
        defender_die=dice[1],
        attacker_brigades=brigades[0],
        defender_brigades=brigades[1],
        attacker_bonus=bonuses[0],
        defender_bonus=bonuses[1],
    )
    parts = tuple(
        _side_ruling(token, die, count, bonus, division_count - 1, cards, cite, table)
        for token, die, count, bonus, division_count in zip(
            (attacker, defender), dice, brigades, bonuses, contact.nearby, strict=True
        )
    )
    return score, Ruling("Minor skirmish", str(score.winner), cite=cite, parts=parts)


def _side_ruling(
    token: Token, die: int, brigades: int, bonus: int, other_friends: int, cards: CardResult, cite: Cite, table: Cite
) -> Ruling:
    modifiers = [Modifier(die, "die", cite), Modifier(brigades, "brigade" if brigades == 1 else "brigades", cite)]
    if bonus:
        reason = f"{other_friends} other divisions within 3 spaces, {cards.bonus_per_division} each"
        modifiers.append(Modifier(bonus, "nearby divisions", table, reason))
    total = die + brigades + bonus
    return Ruling(token.name, total, 0, tuple(modifiers), cite)


def minor_skirmish(table: Table[CampaignBoard], contact: Contact, defender: Token, cards: CardResult) -> Procedure[str]:
    """Both sides roll, natural 1s break a brigade of their owner's choice; returns the winning side.

    Source: GotW p.10 Minor Skirmishes, p.11 Skirmish Casualties (AFI p.10-11).
    """
    board = table.board
    cite = board.cite("Minor Skirmishes")
    attacker = board.tokens[contact.attacker]
    seen_by = both_sides(board)
    attack = yield from table.roll(D6, "attacker's skirmish die", cite, seen_by=seen_by)
    defence = yield from table.roll(D6, "defender's skirmish die", cite, seen_by=seen_by)
    score, ruling = skirmish_ruling(board, contact, defender, cards, (attack, defence))
    winner = attacker.side if score.winner is Role.ATTACKER else defender.side
    table.record(SkirmishFought(winner, ruling))
    for token, die in ((attacker, attack), (defender, defence)):
        if die == 1:
            yield from skirmish_casualty(table, token)
    return winner


def skirmish_casualty(table: Table[CampaignBoard], token: Token) -> Procedure[None]:
    """One brigade of the division breaks, its owner says which. Source: GotW p.11 Skirmish Casualties (AFI p.11)."""
    board = table.board
    units = board.brigades(token)
    if not units:
        return
    cite = board.cite("Skirmish Casualties")
    unit = units[0]
    if len(units) > 1:
        choices = ListedChoices((LoseBrigade(brigade) for brigade in units), cite=cite)
        answer = yield from table.ask(token.side, choices, f"Which brigade of {token.name} breaks?", cite)
        unit = answer.unit
    table.record(BrigadeBroken(unit, "natural 1 in a skirmish"))
