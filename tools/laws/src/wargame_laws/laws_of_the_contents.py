"""Laws of what a document supplies: whatever is set up, dealt or scored is listed, and what is listed can come up.

They apply to games that have `Contents` for the scenario on trial.
"""

from collections.abc import Iterable

from wargame_core.contents import Contents
from wargame_lab.facts import Facts, balance_data_of
from wargame_laws.complaints import LawBroken
from wargame_laws.laws_of_the_table import sheet_of
from wargame_laws.trials import Trial


def law_what_is_set_up_dealt_or_scored_is_listed(trial: Trial) -> None:
    """Pieces, cards, lines of victory and ways to end stand in the lists of the document, under the same ids.

    What is listed and is not on the sheet or on the board's account says why in ``unless``, or is a force, a formation
    or a leader that no piece stands for.
    """
    contents = trial.game.contents.get(trial.game.rules.scenario(trial.scenario).id)
    if contents is None:
        return
    _ids_are_sound(contents)
    _pieces_and_cards_are_listed(trial, contents)
    for play in trial.plays(0.1):
        for _ in play:
            pass
        count = balance_data_of(trial.game).facts
        if count is not None:
            _scores_are_listed(contents, count(play.board))
        outcome, levels = play.match.outcome, {rule.level for rule in contents.victory if rule.level}
        if outcome is not None and outcome.level not in levels:
            raise play.error(f"the game ends with {outcome.level!r}, which is not a level of victory listed: {levels}")


def law_every_printed_line_is_told(trial: Trial) -> None:
    """The briefing on the sheet tells each force, each rule of victory and each further line of its document.

    What its paragraphs name as told is on a list of the document, so that a front end can join them.
    """
    contents, sheet = trial.game.contents.get(trial.game.rules.scenario(trial.scenario).id), sheet_of(trial)
    if contents is None or sheet is None:
        return
    names_told = {name for note in sheet.briefing.notes for name in note.tells}
    _must_all_be_in("printed lines", contents.told, "the briefing", names_told)
    names_listed = {*contents.told, *contents.oob.ids, *contents.deck.ids}
    _must_all_be_in("lines that the briefing tells", names_told, "the lists of the document", names_listed)


def _ids_are_sound(contents: Contents) -> None:
    """Raise `LawBroken` for an id that is used twice, and for one that something belongs to and that is not listed."""
    for name, ids in (
        ("order of battle", [entry.id for entry in contents.oob]),
        ("deck", [card.id for card in contents.deck]),
        ("victory", [rule.id for rule in contents.victory]),
    ):
        if repeated_ids := sorted({line_id for line_id in ids if not line_id or ids.count(line_id) > 1}):
            raise LawBroken(f"in the {name} several lines have the same id, or none: {repeated_ids}")
    for entry in contents.oob:
        names = {entry.parent, *entry.leaders} - {""}
        if unknown_names := sorted(names - contents.oob.ids):
            raise LawBroken(
                f"{entry.id} belongs to or is led by {', '.join(unknown_names)}, not in the order of battle"
            )


def _pieces_and_cards_are_listed(trial: Trial, contents: Contents) -> None:
    sheet = sheet_of(trial)
    if sheet is None:
        return
    pieces = {piece.id for piece in sheet.pieces if piece.facts}
    _must_all_be_in("pieces on the sheet", pieces, "the order of battle", contents.oob.ids)
    cards = {card.id: card.count for card in sheet.cards}
    _must_all_be_in("cards on the sheet", cards, "the deck", contents.deck.ids)
    _must_all_be_in("cards listed", (card.id for card in contents.deck if not card.unless), "the sheet", cards.keys())
    if wrong_counts := [card.id for card in contents.deck if cards.get(card.id, card.count) != card.count]:
        raise LawBroken(f"the deck counts other copies than the sheet: {wrong_counts}")
    ids_on_sheet = {command.id for command in sheet.commands} | {piece.id for piece in sheet.pieces}
    _must_all_be_in("lines of the order of battle", contents.oob.ids, "the sheet", ids_on_sheet)
    places = {space.id for space in sheet.spaces} | {crossing.id for crossing in sheet.crossings}
    victory_places = {place for rule in contents.victory for place in rule.places}
    _must_all_be_in("places of victory", victory_places, "the sheet", places)
    _must_all_be_in("places of the set-up", {entry.where for entry in contents.oob} - {""}, "the sheet", places)


def _scores_are_listed(contents: Contents, facts: Facts) -> None:
    rules = contents.victory.ids
    _must_all_be_in("lines that score", {*facts.lines, *(row.line for row in facts.scored)}, "victory", rules)
    counted_rules = {rule.id for rule in contents.victory if not rule.level and not rule.unless}
    if facts.lines:
        _must_all_be_in("rules of victory", counted_rules, "the board's account", facts.lines.keys())


def _must_all_be_in(things_listed: str, ids: Iterable[str], list_place: str, allowed_ids: Iterable[str]) -> None:
    if missing_names := sorted(set(ids) - set(allowed_ids)):
        raise LawBroken(f"{things_listed} that are not in {list_place}: {', '.join(missing_names[:8])}")
