"""A program of somebody else, typed strictly: it plays with a bot of its own, asks for odds, saves and verifies."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import wargame_core
from wargame_core import (
    Action,
    Choices,
    Distribution,
    Game,
    IllegalAction,
    Match,
    Menu,
    Outcome,
    Player,
    State,
    Update,
    Verdict,
    View,
    load,
    load_match,
    verify_record,
)
from wargame_lab import simulate
from wargame_pictures import pictures_of


def first_offered(view: View) -> Action:
    """The first of the choices: the smallest bot there is."""
    choices: Choices = view.choices
    action: Action = next(iter(choices))
    return action


def played(match: Match, labels: tuple[str, ...]) -> list[str]:
    """The kinds of events that followed from choices, which are named by what only their labels have."""
    told: list[str] = []
    for label in labels:
        menu: Menu = match.choices()
        action: Action = menu.find(label)
        update: Update = match.play(action)
        told += [event.kind for event in update.events]
    return told


def refused(match: Match, action: Mapping[str, object]) -> Verdict:
    """Why an action is not legal now."""
    try:
        match.play(action)
    except IllegalAction as refusal:
        return refusal.verdict
    raise AssertionError(f"{action} was played")


def main() -> None:
    """Play, ask, save, verify, draw, simulate."""
    game: Game = load("vicksburg")
    match = game.start(seed=1863)
    assert played(match, ("move XIII Corps", "no Staff Dice")) == ["corps_nominated"]
    before: State = match.state
    taken_up: Action = match.choices().find("Picket of XIII Corps")
    after: Distribution[State] = game.forecast(before, taken_up)
    assert sum((chance for _, chance in after.items()), Fraction(0)) == 1
    match.play(taken_up)
    verdict = refused(match, {"kind": "move", "token": "F1", "path": [[1, 1]]})
    assert not verdict
    assert str(verdict)
    players: dict[str, Player] = dict.fromkeys(game.seats, first_offered)
    for _, _update in zip(range(40), match.iter_play(players), strict=False):
        pass
    with TemporaryDirectory() as folder:
        path: Path = match.save(Path(folder) / "game.jsonl")
        assert load_match(path).state == match.state
        assert verify_record(path).ok
    picture: str | None = pictures_of(game).svg(match.view("federal"))
    assert picture is not None
    assert picture.startswith("<svg")
    outcomes: list[Outcome | None] = [
        result.outcome for result in simulate("battlecry", "random", games=2, seed=1).games
    ]
    assert all(outcomes)
    print("played with wargame_core", wargame_core.__version__)


if __name__ == "__main__":
    main()
