"""The laws of intent: what a game declares of its pieces and events, kept by its rules (`Guarantees`).

No law can know the rules. Three lines of a game let laws catch three frequent slips: the wrong seat is asked, an event
says one thing and does another, an attack removes the wrong piece.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from wargame_core import Match, WargameError
from wargame_core.flow.declarations import Guarantees
from wargame_core.flow.events import Board, Event
from wargame_core.flow.rules import Rules
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import LIMIT, Moment, Trial

LISTED = 200
"""How many choices of a menu are looked at."""
SHARE = 0.5
"""The part of the moments at which menus are looked at."""
FURTHER_GAMES = 4
"""How many games beside the recorded ones are played for what is declared of events."""


def law_seats_move_their_own_pieces(trial: Trial) -> None:
    """A seat is offered what moves its own pieces; what moves those of others is declared, with the rule for it."""
    rules = trial.game.rules
    if (rights := rules.guarantees.pieces) is None:
        return
    for moment in trial.moments(SHARE):
        if moment.match.board.inner is not None:
            continue
        for seat in moment.match.waiting_for:
            for action in moment.match.choices(seat).head(LISTED):
                if type(action) in rights.of_others:
                    continue
                board = moment.match.board
                for piece in action.about(board).pieces:
                    if (owner := owner_of(rules, board, piece)) not in ("", seat):
                        raise moment.error(
                            f"{seat} is offered {action}, which moves {piece} of {owner}; where a rule says so, the "
                            "game declares it (`PieceRights.of_others`)"
                        )


def owner_of(rules: Rules, board: Board, piece: str) -> str:
    """The seat of the side of a piece on the map; "" where that is not known."""
    face_of = rules.display.face_of
    if face_of is None or piece not in board.piece_places():
        return ""
    side = face_of(board, piece).side
    return side if side in rules.seats else ""


def law_events_are_as_declared(trial: Trial) -> None:
    """Right before and right after an event the board is as the game declares of its class.

    What must be so before an event is looked at in some games more than are recorded, because it takes little time.
    """
    guarantees = trial.game.rules.guarantees
    further_games = FURTHER_GAMES if guarantees.beforehand else 0
    for seed in (
        list(trial.seeds)[: len(trial.recorded_seeds) + further_games] if further_games or guarantees.afterwards else ()
    ):
        board, past_events = trial.set_up(), list[Event]()
        for entry in _game_of_seed(trial, seed).entries:
            for event in entry.events:
                _check_event(guarantees, event, board, past_events, f"seed {seed}, answer {entry.seq}: {event}")
                past_events.append(event)


def _game_of_seed(trial: Trial, seed: int) -> Match:
    """The game of a seed: as it is recorded, or else played by the usual players."""
    if seed in trial.recorded_seeds and (recorded := trial.recorded(seed).match) is not None:
        return recorded
    match = trial.start(seed)
    for _ in islice(match.iter_play(trial.players_of(seed), history=False), LIMIT):
        pass
    return match


def _check_event(
    guarantees: Guarantees, event: Event, board: Board, past_events: Sequence[Event], place_text: str
) -> None:
    """Apply an event. Raises `LawBroken` where the board is not as declared before it, or after it."""
    for check in guarantees.beforehand.get(type(event), ()):
        if not check(event, board, past_events):
            rule = getattr(check, "__name__", str(check)).strip("_").replace("_", " ")
            raise LawBroken(f"{place_text}: it is not so that {rule} (`Guarantees.beforehand`)")
    event.apply(board)
    if (is_so := guarantees.afterwards.get(type(event))) is not None and not is_so(event, board):
        raise LawBroken(f"{place_text} is not so afterwards, by what the game declares (`Guarantees.afterwards`)")


def law_only_declared_pieces_fall(trial: Trial) -> None:
    """After a choice no piece leaves the map, before anybody chooses again, but those that the game declares for it."""
    if (rights := trial.game.rules.guarantees.pieces) is None:
        return
    for moment in (*trial.moments(), *trial.telling_moments()) if rights.may_fall else ():
        if (may_fall := rights.may_fall.get(type(moment.action))) is not None:
            _only_these_fall(moment, may_fall(moment.match.board, moment.action))


def _only_these_fall(moment: Moment, allowed_pieces: Iterable[str]) -> None:
    match, places_before = moment.fork(), dict(moment.match.board.piece_places())
    try:
        match.play(moment.action, moment.seat)
    except WargameError:
        return  # a rule that cannot go on is reported by the law that play ends
    fallen_pieces = sorted(places_before.keys() - match.board.piece_places().keys() - set(allowed_pieces))
    if fallen_pieces:
        raise moment.error(
            f"{moment.action} leads to {fallen_pieces[0]} leaving the map, which is none of those that may fall by it "
            f"({', '.join(sorted(allowed_pieces)) or 'none'}; `PieceRights.may_fall`)"
        )


def undeclared_intent(rules: Rules) -> list[str]:
    """Which of the three declarations a game does not make."""
    declarations: dict[str, object] = {
        "pieces": rules.guarantees.pieces,
        "afterwards": rules.guarantees.afterwards,
        "conserved": rules.guarantees.conserved,
    }
    return [name for name, declaration in declarations.items() if not declaration]
