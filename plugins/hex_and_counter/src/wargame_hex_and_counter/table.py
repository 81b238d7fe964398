"""What lies on the table: the sheet of a scenario with its briefing, and the panels beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wargame_core.authoring import Briefing, Note, Sheet, SheetPiece, SideOnSheet
from wargame_core.flow.panels import Panel, Score, ScoreLine, Status, StatusLine, Track
from wargame_core.flow.pieces import MapMark, PieceFace, PieceValue
from wargame_core.names import listed
from wargame_core.sheet import PlayerAid, SheetCommand, SheetTrack
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.printed.in_words import TERRAIN_CHART, sentence, terrain_in_words
from wargame_hex_and_counter.printed.scenarios import Withdrawal
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.isolation import turns_in_words
from wargame_hex_and_counter.rules.rules_in_words import rules_in_words
from wargame_hex_and_counter.rules.standing_answers import preference_status


def sheet(game: HexGame, drawn_sheet: Sheet, board: HexBoard) -> Sheet:
    """The sheet of a scenario; ``drawn_sheet`` has the map."""
    absent_units = game.scenarios[board.scenario].absent
    letters = iter("ABCDEFGH")
    return evolve(
        drawn_sheet,
        briefing=briefing(game, drawn_sheet.briefing, board),
        sides=tuple(
            SideOnSheet(seat, side.title, next(letters), side.commander, side.color)
            for seat, side in game.sides.items()
        ),
        pieces=tuple(
            SheetPiece(unit.id, unit.side, unit.kind, unit.name, facts(unit), belongs_to(unit))
            for unit in game.book.units.values()
            if unit.id not in absent_units
        ),
        commands=tuple(commands(game, board)),
        tracks=(SheetTrack("turns", "Turns", game.turns),),
        aids=(
            *(PlayerAid(table.chart.id, table.chart.title, str(table)) for table in game.tables),
            PlayerAid("terrain", TERRAIN_CHART, terrain_in_words(game.chart, game.book.map)),
            *(PlayerAid(title.casefold(), title, text) for part in game.parts for title, text in part.cards()),
        ),
    )


def face_of(game: HexGame, board: HexBoard, piece: str) -> PieceFace:
    """What a counter shows: strength and movement of its present side, the steps that are left, and what it lacks.

    One that lies face down shows its back, and to its side what lies under it.
    """
    counter, face, steps_lost = game.book.units[piece], board.pieces.face(piece), board.steps.get(piece, 0)
    if counter.face_down:
        return PieceFace(name=board.with_what_lies_under(piece), side=counter.side, face_down=True)
    values: dict[str, PieceValue] = {"strength": (face.strength,), "movement": (face.move,)}
    if counter.steps > 1:
        values["steps"] = (counter.steps - steps_lost, counter.steps)
    command_rule, pieces = game.out_of_command, board.pieces
    marks: tuple[str, ...] = (
        (command_rule.lack,)
        if command_rule is not None and piece in pieces.at and command_rule.is_out(pieces, piece)
        else ()
    )
    if piece in board.isolated:
        marks += (f"out of supply for {turns_in_words(board.isolated[piece])}",)
    return PieceFace(name=counter.name, side=counter.side, kind=counter.kind, values=values, marks=marks)


def map_marks(game: HexGame, board: HexBoard) -> Iterator[MapMark]:
    """Of each attack that is announced the way from each attacker to each hex, and on the hex what it comes to."""
    for battle in board.battles:
        side = battle.attacker
        for space in battle.hexes:
            target = board.place_id(space)
            for unit in battle.attackers:
                yield MapMark(kind="attack", side=side, path=(board.place_id(board.at[unit]), target))
            yield MapMark(kind="odds", text=battle.column or "?", side=side, places=(target,))


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def commands(game: HexGame, board: HexBoard) -> Iterator[SheetCommand]:
    """The forces and formations, which no counter stands for."""
    absent_units = game.scenarios[board.scenario].absent
    for seat, side in game.sides.items():
        yield SheetCommand(seat, seat, "force", side.title)
        units = [unit for unit in game.book.units.values() if unit.side == seat and unit.id not in absent_units]
        for id_, name in {belongs_to(unit): unit.formation for unit in units if unit.formation}.items():
            yield SheetCommand(id_, seat, "formation", name, seat)


def facts(unit: Unit) -> dict[str, str]:
    """What is printed on a counter."""
    facts_by_name = {"strength": str(unit.strength), "movement": str(unit.faces[0].move)}
    if unit.radius is not None:
        facts_by_name["radius"] = str(unit.radius)
    for face_number, face in enumerate(unit.faces[1:], 2):
        facts_by_name[f"step {face_number}"] = f"{face.strength}-{face.move}"
    return facts_by_name


def belongs_to(unit: Unit) -> str:
    """The id of the formation of a unit, or of its side."""
    return f"{unit.side}_{unit.formation}" if unit.formation else unit.side


def briefing(game: HexGame, drawn_briefing: Briefing, board: HexBoard) -> Briefing:
    """The briefing of a scenario, which tells every printed line."""
    chosen_scenario = game.scenarios[board.scenario]
    rules = enumerate(rules_in_words(game, board), 1)
    return Briefing(
        chosen_scenario.title,
        tuple(situation(game, board)),
        next(iter(game.sides.values())).title,
        (),
        tuple(how_to_win(game, board)),
        tuple(
            Note(text, cite, (f"special_{special_number}",))
            for special_number, (text, cite) in enumerate(game.special(), 1)
        ),
        in_short(game, board),
        sources=drawn_briefing.sources,
        rules=tuple(
            Note(f"{rule.heading}: {rule.text}", rule.cite, (f"rule_{rule_number}",)) for rule_number, rule in rules
        ),
    )


def situation(game: HexGame, board: HexBoard) -> Iterator[Note]:
    """What it is about, the turns played, the forces, and who comes later."""
    chosen_scenario = game.scenarios[board.scenario]
    if chosen_scenario.about:
        yield Note(chosen_scenario.about)
    yield from (Note(text, cite) for text, cite in game.situation)
    first_turn, last_turn = game.turns[chosen_scenario.begins - 1], game.turns[chosen_scenario.ends - 1]
    yield Note(
        sentence(f"{chosen_scenario.ends - chosen_scenario.begins + 1} turns: {first_turn} to {last_turn}"),
        tells=("turns",),
    )
    for seat, side in game.sides.items():
        units = [game.book.units[unit] for unit in chosen_scenario.at if game.book.units[unit].side == seat]
        strength = sum(unit.strength for unit in units)
        commander_text = f" under {side.commander}" if side.commander else ""
        yield Note(f"{side.title}{commander_text}: {len(units)} units, strength {strength}.", tells=(seat,))
    for group_number, group in sorted(
        enumerate(chosen_scenario.reinforcements, 1), key=lambda numbered: numbered[1].turn
    ):
        names = ", ".join(game.book.units[unit].name for unit in group.units)
        entries_in_words = " or ".join(group.at)
        text = sentence(f"{game.turns[group.turn - 1]}: {names} by {entries_in_words}")
        yield Note(text, tells=(f"reinforcement_{group_number}",))
    for group_number, withdrawal in sorted(
        enumerate(chosen_scenario.withdrawals, 1), key=lambda numbered: numbered[1].turn
    ):
        names = listed(game.book.units[unit].name for unit in withdrawal.units)
        yield Note(sentence(f"{leaves(game, withdrawal)}: {names}"), tells=(f"withdrawal_{group_number}",))


def leaves(game: HexGame, group: Withdrawal) -> str:
    """When and where units leave the map, and come back."""
    exits_in_words = f" by {' or '.join(group.by)}" if group.by else ""
    return_text = f", back {game.turns[group.returns - 1]} by {' or '.join(group.returns_at)}" if group.returns else ""
    return f"withdrawn {game.turns[group.turn - 1]}{exits_in_words}{return_text}"


def how_to_win(game: HexGame, board: HexBoard) -> Iterator[Note]:
    """What gives points, and the levels that they come to."""
    victory = game.victory_of(board)
    for condition in victory.sudden:
        yield Note(sentence(f"{condition.title}, at once: {condition.says}"), victory.cite, (condition.id,))
    for line in victory.lines:
        yield Note(sentence(line.says(board)), victory.cite, (line.id,))
    for level in victory.levels:
        points = "fewer" if level.at_least is None else f"{level.at_least} or more"
        yield Note(f"{level.title}: {title_of(board, victory.scored)} points, {points}.", victory.cite, (level.id,))


def in_short(game: HexGame, board: HexBoard) -> tuple[Note, ...]:
    """How to win in at most three lines: what ends the game at once, what gives points, and the levels."""
    victory = game.victory_of(board)
    sudden_text = "; ".join(f"{sudden.title}: {sudden.says}" for sudden in victory.sudden)
    levels = "; ".join(
        f"{level.title} {'below' if level.at_least is None else f'from {_points(level.at_least)}'}"
        for level in victory.levels
    )
    points = f"{title_of(board, victory.scored)} points: {'; '.join(line.says(board) for line in victory.lines)}"
    lines = (f"At once: {sudden_text}" if sudden_text else "", f"At the end: {levels}", points if victory.lines else "")
    return tuple(Note(sentence(line), victory.cite) for line in lines if line)


# panels


def panels(game: HexGame, board: HexBoard) -> tuple[Panel, ...]:
    """The turn, the points as they stand, the losses, and the battles that are announced."""
    victory = game.victory_of(board)
    ledger = victory.ledger(board)
    lines = tuple(ScoreLine(victory.scored, line.value, line.label, line.cite) for line in ledger.modifiers)
    status = [StatusLine("Level now", str(ledger.result))]
    status += [StatusLine(f"{side.title} losses", str(board.losses.get(seat, 0))) for seat, side in game.sides.items()]
    of_parts = dict.fromkeys(line for part in game.parts for line in part.status(board))  # two may say the same
    of_parts |= dict.fromkeys(preference_status(board) if game.takes_preferences else ())
    status += [StatusLine(name, value) for name, value in of_parts]
    for unit, later_arrival in board.coming.items():
        if unit not in board.at and unit not in board.lost:
            label = "Comes back" if unit in board.withdrawn else "Rebuilt"
            status.append(StatusLine(label, f"{board.name(unit)}, due on turn {later_arrival.turn}", (unit,)))
    for battle in board.battles:
        hexes = tuple(map(board.place_id, battle.hexes))
        text = f"{', '.join(map(board.name, battle.attackers))} against {', '.join(map(board.place, battle.hexes))}"
        status.append(StatusLine("Attack", f"{text}: {battle.odds}", battle.attackers, hexes))
    return (
        Track("turns", "Turns", game.turns, board.turn - 1),
        Score(((victory.scored, ledger.total),), (), lines),
        Status(tuple(status)),
    )
