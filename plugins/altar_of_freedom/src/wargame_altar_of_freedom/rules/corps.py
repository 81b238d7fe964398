"""The corps of a turn: Staff Dice collected, who moves next, which corps, and where its Staff Dice lie.

Source: GotW p.6 Turn Sequence, Collect Staff Dice, Making the First Move, Staff Dice, p.8 Alternate Movement (AFI
p.6-8). Readings: Corps and Staff Dice.
"""

from collections.abc import Iterable
from operator import attrgetter

from wargame_altar_of_freedom.board.actions import AllotDice, Nominate
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.naming import name_of
from wargame_altar_of_freedom.board.pieces import Token, ids
from wargame_altar_of_freedom.board.turn_events import CorpsEnded, CorpsNominated, DiceAllotted, StaffDiceSet
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_core.authoring import LEGAL, Cite, ListedChoices, Procedure, Subsets, Table, Verdict, redact, refuse
from wargame_core.flow.about import PIECE, Names


def collect_staff_dice(table: Table[CampaignBoard]) -> None:
    """Each side has as many Staff Dice as its depots are worth; dice of earlier turns are gone.

    Source: GotW p.6 Collect Staff Dice (AFI p.6).
    """
    board = table.board
    for side in board.campaign.seats:
        dice = sum(depot.value for depot in board.depots.values() if depot.side == side)
        dice += sum(effect.staff_dice(side) for effect in board.effects)
        table.record(StaffDiceSet(side, max(dice, 0)))


def commands_left(board: CampaignBoard, side: str) -> list[CommandId]:
    """The side's commands that have not moved this turn and have a token on the map that may."""
    waiting_commands = board.commands_on_map() - board.activated_commands
    return [command for command in board.campaign.command_ids[side] if command in waiting_commands]


def movement_over(board: CampaignBoard) -> bool:
    """Whether every corps has moved, or a tabletop battle has ended all movement of the turn."""
    if board.battle_ended_movement:
        return True
    waiting_commands, commands = board.commands_on_map() - board.activated_commands, board.campaign.command_ids
    return all(waiting_commands.isdisjoint(commands[side]) for side in board.campaign.seats)


def nominate_corps(table: Table[CampaignBoard]) -> Procedure[None]:
    """The side to move nominates one corps; the sides take turns until one has none left.

    Source: GotW p.6 Making the First Move, p.8 Alternate Movement (AFI p.6-8). Readings: Who begins, Army troops.
    """
    board = table.board
    side = board.mover
    commands = commands_left(board, side)
    if not commands:
        side = board.enemy(side)
        commands = commands_left(board, side)
    command = commands[0]
    if len(commands) > 1:
        cite = board.cite("Making the First Move")
        choices = CorpsToNominate(board, side, commands)
        answer = yield from table.ask(side, choices, "Which of your corps moves now? Each moves once a turn.", cite)
        command = answer.command
    table.record(CorpsNominated(side, command, board.staff_dice[side]))


class CorpsToNominate(ListedChoices):
    """Which corps of a side moves next."""

    __slots__ = ("board", "side")

    def __init__(self, board: CampaignBoard, side: str, commands: Iterable[CommandId]) -> None:
        super().__init__(map(Nominate, commands), cite=board.cite("Making the First Move"))
        self.board, self.side = board, side

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why the corps of a token does not move next."""
        token = self.board.tokens.get(ref) if kind is PIECE else None
        if token is None:
            return None
        if token.side != self.side:
            return refuse_enemy_token(self.board, token, self.cite)
        if not token.command:
            return None
        corps = self.board.campaign.command[token.command].name
        if Nominate(token.command) in self.actions:
            return LEGAL
        return refuse("moved", f"{token.name} belongs to {corps}, which moves no more this turn", self.cite)


def refuse_enemy_token(board: CampaignBoard, token: Token, cite: Cite | None) -> Verdict:
    """That a token is the enemy's, which is called as the other side knows it: face down it is a number."""
    name = name_of(redact(board, board.enemy(token.side)), token.id)
    return refuse("not_yours", f"{name} is the enemy's", cite)


def refuse_other_corps(board: CampaignBoard, token: Token) -> Verdict | None:
    """Why a token is not one of the corps that moves now; None for one that is."""
    if token.side != board.mover:
        return refuse_enemy_token(board, token, board.cite("Alternate Movement"))
    if token.command == board.command:
        return None
    token_corps, active_corps = (board.campaign.command[command].name for command in (token.command, board.command))
    return refuse(
        "other_corps",
        f"{token.name} belongs to {token_corps}; {active_corps} moves now",
        board.cite("Alternate Movement"),
    )


class AllotChoices(Subsets):
    """Every way to give some tokens of the corps a Staff Die each."""

    __slots__ = ("board",)

    def __init__(self, board: CampaignBoard, tokens: list[Token], dice: int) -> None:
        self.board = board
        super().__init__(ids(tokens), AllotDice, attrgetter("tokens"), board.cite("Staff Dice"), most_members=dice)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the corps."""
        return self.names

    @property
    def dice(self) -> int:
        """How many Staff Dice may be allotted."""
        return self.most

    def judge(self, action: object) -> Verdict:
        cite, tokens, dice = self.cite, self.tokens, self.dice
        if not isinstance(action, AllotDice):
            return refuse("not_offered", "Staff Dice are allotted now: name the tokens that get one, or none", cite)
        if len(set(action.tokens)) != len(action.tokens):
            return refuse("two_dice", "a token gets at most one Staff Die for its movement", cite)
        for token in action.tokens:
            if token not in tokens:
                return refuse("not_of_corps", f"token {token} does not move with this corps now", cite)
        if len(action.tokens) > dice:
            return refuse("too_many_dice", f"{len(action.tokens)} Staff Dice; there are {dice} for this corps", cite)
        if list(action.tokens) != [token for token in tokens if token in action.tokens]:
            return refuse("order", f"name the tokens in this order: {', '.join(tokens)}", cite)
        return LEGAL

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why a token gets no Staff Die now: it is of another corps, or an enemy's."""
        if kind is not PIECE or ref not in self.board.tokens or ref in self.tokens:
            return None
        return refuse_other_corps(self.board, self.board.tokens[ref])


def allot_dice(table: Table[CampaignBoard]) -> Procedure[None]:
    """Before anything of the corps moves its owner announces which tokens get a Staff Die; the dice are spent.

    Source: GotW p.6 Staff Dice (AFI p.6). Readings: Spent Staff Dice.
    """
    board = table.board
    side, dice = board.mover, board.staff_dice[board.mover]
    if not dice or any(effect.no_movement_dice(board.command) for effect in board.effects):
        return
    tokens = board.tokens_under(board.command)
    cite = board.cite("Staff Dice")
    corps = board.campaign.command[board.command].name
    prompt = f"Which tokens of {corps} march further by a Staff Die? There are {dice} left for this turn."
    answer = yield from table.ask(side, AllotChoices(board, tokens, dice), prompt, cite)
    if answer.tokens:
        table.record(DiceAllotted(side, answer.tokens))


def end_corps(table: Table[CampaignBoard]) -> None:
    """The corps is done; the other side moves next if it has a corps left.

    Source: GotW p.8 Alternate Movement (AFI p.8). Readings: Alternation of corps.
    """
    board = table.board
    other_side = board.enemy(board.mover)
    table.record(CorpsEnded(other_side if commands_left(board, other_side) else board.mover))
