"""Laws of positions: saved positions go on, events tell everything, old states never change."""

from __future__ import annotations

from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board
from wargame_core.flow.match import Match
from wargame_core.flow.state import State
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_form import JsonObject
from wargame_laws.comparing import difference, plain, text_of
from wargame_laws.recording import Moment
from wargame_laws.trials import Trial

STEPS = 5
"""The number of choices for which a saved position and the live one are both played on."""


def law_saved_positions_go_on(trial: Trial) -> None:
    """A position written to JSON and read back is the same and goes on exactly like the live game."""
    for play in trial.plays(0.5):
        for moment in play:
            _go_on(trial, moment)


def _go_on(trial: Trial, moment: Moment) -> None:
    state = moment.state
    data = plain(state.to_json())
    if (flaw := difference(plain(moment.match.state.to_json()), data)) is not None:
        raise moment.broken(f"the same position gives two JSON texts: {flaw}")
    back = State.load(trial.game.rules, data)
    if (flaw := difference(data, plain(back.to_json()))) is not None:
        raise moment.broken(f"the position changed on its way through JSON: {flaw}")
    if back != state:
        raise moment.broken("the position read back from JSON has the same JSON and is still not equal to it")
    if back.board != moment.board:
        raise moment.broken("run again from its checkpoint the step leads to another board than in play")
    if moment.menu is not None and tuple(moment.listed(match=back)) != moment.menu:
        raise moment.broken(f"run again from its checkpoint the step offers {moment.seat} something else than in play")
    for seat in (*trial.game.seats, SPECTATOR, REFEREE):
        live, again = moment.match.state.view(seat).to_json(), back.view(seat).to_json()
        if (flaw := difference(plain(live), plain(again))) is not None:
            raise moment.broken(f"run again from its checkpoint the step shows {seat} something else: {flaw}")
    played, loaded = moment.fork(), _match_of(moment, back)
    seat, action = moment.seat, moment.action
    for _ in range(STEPS):
        events = _events(played, played.play(action, seat).entries), _events(loaded, loaded.play(action, seat).entries)
        if (flaw := difference(*events)) is not None:
            raise moment.broken(f"after {action} the position read back leads to other events: {flaw}")
        if (flaw := difference(plain(played.state.to_json()), plain(loaded.state.to_json()))) is not None:
            raise moment.broken(f"after {action} the position read back leads elsewhere: {flaw}")
        if not played.to_choose:
            return
        seat = played.to_choose[0]
        action = played.choices(seat).sample(moment.rng)


def _match_of(moment: Moment, state: State) -> Match:
    dice = moment.match.dice
    return Match.of(state, dice=dice, chance="seeded" if dice else "explicit")


def _events(match: Match, entries: tuple[Entry, ...]) -> list[JsonObject]:
    codec = match.rules.codec
    return [plain(codec.to_json(event)) for entry in entries for event in entry.events]


def law_events_tell_everything(trial: Trial) -> None:
    """The events of the record, read back and folded over the set-up, give the live board; no rule is run."""
    for play in trial.plays():
        folded, used = _set_up(trial), 0
        if folded != _set_up(trial):
            raise play.broken("set up twice, the board is not the same")
        for moment in play:
            used = _fold(moment.match, folded, used)
            if (flaw := _unlike(trial, moment.board, folded)) is not None:
                raise moment.broken(f"folding the events gives another board: {flaw}")
        _fold(play.match, folded, used)
        if (flaw := _unlike(trial, play.match.board, folded)) is not None:
            raise play.broken(f"folding the events gives another board: {flaw}")


def _set_up(trial: Trial) -> Board:
    game = trial.game
    return game.rules.set_up(game.rules.scenario(trial.scenario).id, game.rules.read_options(trial.options))


def _fold(match: Match, board: Board, used: int) -> int:
    codec, entries = match.rules.codec, match.entries
    for entry in entries[used:]:
        for event in entry.events:
            codec.event(plain(codec.to_json(event))).apply(board)
    return len(entries)


def _unlike(trial: Trial, board: Board, folded: Board) -> str | None:
    codec = trial.game.rules.codec
    unlike = difference(plain(codec.board_to_json(folded)), plain(codec.board_to_json(board)))
    return unlike or (None if folded == board else "the boards have the same JSON and are not equal")


def law_the_past_never_changes(trial: Trial) -> None:
    """States kept from earlier stay as they were, whatever is looked at, tried or played afterwards."""
    for play in trial.plays():
        looked_at = []
        for moment in play:
            looked_at.append(moment)
            before = _texts(moment.state)
            moment.state.after(moment.action, moment.seat)
            if _texts(moment.state) != before:
                raise moment.broken(f"state.after({moment.action}) changed the state it was asked of")
            board = text_of(trial.game.rules.codec.board_to_json(moment.match.board))
            for seat in (*trial.game.seats, SPECTATOR):
                moment.match.view(seat).to_json()
            if text_of(trial.game.rules.codec.board_to_json(moment.match.board)) != board:
                raise moment.broken("looking at views and menus changed the board")
        for moment in looked_at:
            if _texts(moment.state) != moment.texts:
                raise moment.broken(f"the state kept from answer {moment.state.seq} has changed since")


def _texts(state: State) -> tuple[str, str]:
    return text_of(state.to_json()), text_of(state.rules.codec.board_to_json(state.board))


def law_conserved_quantities_stay(trial: Trial) -> None:
    """What the game declares conserved (bases, cards, strength points) stays the same from set-up to end."""
    for play in trial.plays():
        at_first = {name: count(_set_up(trial)) for name, count in trial.game.rules.conserved.items()}
        for moment in play:
            for name, count in trial.game.rules.conserved.items():
                if (now := count(moment.match.board)) != at_first[name]:
                    raise moment.broken(f"{name} were {at_first[name]} and are {now}")
        for name, count in trial.game.rules.conserved.items():
            if (now := count(play.match.board)) != at_first[name]:
                raise play.broken(f"{name} were {at_first[name]} and are {now}")
